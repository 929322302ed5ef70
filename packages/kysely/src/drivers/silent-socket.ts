/** The part of a socket that is used here. */
interface Socket {
  setTimeout(ms: number, listener: () => void): unknown
  destroy(error: Error): unknown
}

function isSocket(value: unknown): value is Socket {
  return typeof value === 'object' && value !== null && 'setTimeout' in value && 'destroy' in value
}

/**
 * Ends a connection after `ms` milliseconds without traffic. A network that drops packets causes no error: without this limit, callers wait
 * for a quarter of an hour, until the operating system gives up.
 * @param socket the driver's stream; anything else is ignored
 * @param ms 0 waits forever
 */
export function endWhenSilent(socket: unknown, ms: number): void {
  if (!isSocket(socket) || ms === 0) return
  socket.setTimeout(ms, () => {
    socket.destroy(Object.assign(new Error(`The database was silent for ${ms} ms`), { code: 'ETIMEDOUT' }))
  })
}
