import type { Server } from 'node:http'

/** Starts a server on a free port of this machine. @returns the port */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no address.')
  return address.port
}
