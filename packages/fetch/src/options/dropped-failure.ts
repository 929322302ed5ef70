let hasWarned = false

/**
 * Warns once in a process of a failure that a handler without `onError` drops. It is a process warning on runtimes that have those (Node,
 * Bun, Deno); other runtimes get none.
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
