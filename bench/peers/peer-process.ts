import { createServer, type RequestListener } from 'node:http'

/**
 * Runs a program as a server of the benchmark: it receives the database to serve, reports its port, and ends with its parent process. The
 * messages are those of `src/serve/server-plan.ts`.
 */
export function servePeer(open: (path: string) => Promise<RequestListener> | RequestListener): void {
  process.on('message', async (message: { say: string; plan?: { path: string } }) => {
    if (message.say === 'usage') {
      const { user, system } = process.cpuUsage()
      const { rss, heapUsed } = process.memoryUsage()
      process.send?.({ said: 'usage', cpuMs: (user + system) / 1_000, residentBytes: rss, heapBytes: heapUsed })
      return
    }
    const server = createServer(await open(message.plan?.path ?? ''))
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address === 'object' && address !== null) process.send?.({ said: 'listening', port: address.port })
    })
  })
  process.on('disconnect', () => process.exit(0))
}
