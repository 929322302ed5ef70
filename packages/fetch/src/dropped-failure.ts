let hasWarned = false

/**
 * Warns of a failure that a handler without `onError` drops, once in a process: as a warning of the process where the runtime
 * has those (Node, Bun, Deno), and not at all elsewhere.
 */
export function warnOfDroppedFailure(error: unknown): void {
  if (hasWarned) return
  hasWarned = true
  const host: unknown = Reflect.get(globalThis, 'process')
  if (typeof host !== 'object' || host === null) return
  const emitWarning: unknown = Reflect.get(host, 'emitWarning')
  if (typeof emitWarning !== 'function') return
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
  emitWarning.call(host, 'A failure was dropped, because the handler has no onError. Further ones are dropped without a word.', {
    type: 'KalendsWarning',
    code: 'KALENDS_NO_ON_ERROR',
    detail,
  })
}
