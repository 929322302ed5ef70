import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'

/** A request of a Node server. */
export type NodeRequest = IncomingMessage | Http2ServerRequest

/** A response of a Node server. */
export type NodeResponse = ServerResponse | Http2ServerResponse

/** A listener for servers of `node:http` and `node:http2`. Its promise never rejects. */
export type NodeListener = (incoming: NodeRequest, outgoing: NodeResponse) => Promise<void>

/** A listener that passes some requests to the next one, as Express and similar frameworks chain them. Its promise never rejects. */
export type NodeMiddleware = (incoming: NodeRequest, outgoing: NodeResponse, next: () => void) => Promise<void>
