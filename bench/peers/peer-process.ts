import { createServer, type RequestListener } from 'node:http'
import type { ServerAnswer } from '../src/serve/server-plan.ts'

/** Runs a program as a server of the benchmark: it receives the database to serve, reports its port, and ends with its parent process. */
export function servePeer(open: (path: string) => Promise<RequestListener> | RequestListener): void {
  const tell = (answer: ServerAnswer): void => void process.send?.(answer)
  process.on('message', async (message: 'cpu' | { plan: { address: string } }) => {
    if (message === 'cpu') {
      const { user, system } = process.cpuUsage()
      return tell((user + system) / 1_000)
    }
    const server = createServer(await open(message.plan.address))
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address === 'object' && address !== null) tell(address.port)
    })
  })
  process.on('disconnect', () => process.exit(0))
}
