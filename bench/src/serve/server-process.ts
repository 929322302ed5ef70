import { createServer } from 'node:http'
import { processMsSoFar } from '../measure/processor-time.ts'
import { listenerOf } from './listeners.ts'
import type { ServerAnswer, ServerMessage } from './server-plan.ts'

// The program of a server process: it receives its plan, reports its port, and ends with its parent process.

const tell = (answer: ServerAnswer): void => void process.send?.(answer)

process.on('message', (message: ServerMessage) => {
  if (message === 'cpu') return tell(processMsSoFar())
  const server = createServer(listenerOf(message.plan))
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (typeof address === 'object' && address !== null) tell(address.port)
  })
})
process.on('disconnect', () => process.exit(0))
