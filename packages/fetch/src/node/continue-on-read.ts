import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import type { NodeRequest, NodeResponse } from './listener.ts'

const waiting = new WeakSet<NodeRequest>()

/** Whether a client still waits for `100 Continue`. */
export const awaitsContinue = (incoming: IncomingMessage | Http2ServerRequest): boolean => waiting.has(incoming)

/**
 * Sends `100 Continue` when the body of a request is first read, for all routes of a server. Node by itself sends it before any route sees
 * the request. A client that sends `Expect: 100-continue` thus learns of a refusal before it sends the body.
 * @param server of `node:http`, `node:https` or `node:http2`
 * @returns the same server
 * @example
 * continueOnRead(createServer(toNodeListener(handler))).listen(3000)
 */
export function continueOnRead<Server extends EventEmitter>(server: Server): Server {
  server.on('checkContinue', (incoming: NodeRequest, outgoing: NodeResponse) => {
    const read = incoming._read
    waiting.add(incoming)
    incoming._read = (size) => {
      if (waiting.delete(incoming) && !outgoing.headersSent) outgoing.writeContinue()
      read.call(incoming, size)
    }
    server.emit('request', incoming, outgoing)
  })
  return server
}
