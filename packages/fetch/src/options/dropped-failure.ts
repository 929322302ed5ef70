let hasWarned = false

/**
 * Emits a process warning for the first failure in this process that a handler without `onError` drops. Only Node, Bun and Deno have
 * process warnings; other runtimes print nothing.
 */
export function warnOfDroppedFailure(error: unknown): void {
  if (hasWarned) return
  hasWarned = true
  const host: unknown = Reflect.get(globalThis, 'process')
  if (typeof host !== 'object' || host === null) return
  const emitWarning: unknown = Reflect.get(host, 'emitWarning')
  if (typeof emitWarning !== 'function') return
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
  emitWarning.call(host, 'A failure was dropped, because the handler has no onError. Later failures are dropped without a warning.', {
    type: 'KalendsWarning',
    code: 'KALENDS_NO_ON_ERROR',
    detail,
  })
}
