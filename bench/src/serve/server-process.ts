import { createServer } from 'node:http'
import { processMsSoFar } from '../measure/processor-time.ts'
import { listenerOf } from './listeners.ts'
import type { ServerAnswer, ServerMessage } from './server-plan.ts'

// The program of a server process: it receives its plan, reports its port, and ends with its parent process.

const tell = (answer: ServerAnswer): void => void process.send?.(answer)

process.on('message', (message: ServerMessage) => {
  if (message.say === 'usage') {
    const { rss, heapUsed } = process.memoryUsage()
    tell({ said: 'usage', cpuMs: processMsSoFar(), residentBytes: rss, heapBytes: heapUsed })
    return
  }
  const { plan } = message
  if (plan.kind === 'peer') throw new TypeError('Other programs have processes of their own.')
  void listenerOf(plan).then((listener) => {
    const server = createServer(listener)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address === 'object' && address !== null) tell({ said: 'listening', port: address.port })
    })
  })
})
process.on('disconnect', () => process.exit(0))
