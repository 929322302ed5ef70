/** What is needed of a socket. */
interface Socket {
  setTimeout(ms: number, listener: () => void): unknown
  destroy(error: Error): unknown
}

function isSocket(value: unknown): value is Socket {
  return typeof value === 'object' && value !== null && 'setTimeout' in value && 'destroy' in value
}

/**
 * Ends a connection on which nothing was sent or received for so long. A network that swallows packets gives no error: whoever
 * waits for an answer would wait for a quarter of an hour, until the operating system gives up.
 * @param socket what the driver calls its stream; anything else is left alone
 * @param ms 0 waits for ever
 */
export function endWhenSilent(socket: unknown, ms: number): void {
  if (!isSocket(socket) || ms === 0) return
  socket.setTimeout(ms, () => {
    socket.destroy(Object.assign(new Error(`The database was silent for ${ms} ms`), { code: 'ETIMEDOUT' }))
  })
}
