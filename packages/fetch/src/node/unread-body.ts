import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { awaitsContinue } from './continue-on-read.ts'
import type { NodeRequest, NodeResponse } from './listener.ts'

/** The longest declared body that is drained after a refusal, in bytes; for a longer one the connection is closed. */
export const maxDrainBytes = 1_048_576

/** Bounds of a lingering close: after them the socket is destroyed, even if the client still sends. */
const maxLingerMs = 5_000
const maxLingerBytes = 64 * 1_048_576
const lingerCheckMs = 50

/** HTTP/2 has one stream for each request, and ends it without harm to the others. */
export const isHttp1 = (incoming: NodeRequest): incoming is IncomingMessage => incoming.httpVersionMajor < 2

/** Whether a request announces a body. */
export const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Decides what happens to a connection whose response is sent before the body was read. If the declared length is short, the rest of the
 * body is drained after the response, and the connection stays usable; otherwise the response says `Connection: close`. Must be called
 * before the headers are sent.
 */
export function settleConnection(incoming: IncomingMessage, outgoing: NodeResponse): void {
  if (incoming.readableEnded || incoming.destroyed) return
  if (!incoming.complete && !isDrainable(incoming) && !outgoing.headersSent) outgoing.setHeader('Connection', 'close')
  outgoing.once('finish', () => drain(incoming))
}

// The rest of a chunked body has no known length. A client that waits for 100 Continue may send its body or its next request. The server
// cannot distinguish the two, so the connection must not be used again (RFC 9110, section 10.1.1).
const isDrainable = (incoming: IncomingMessage): boolean =>
  Number(incoming.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= maxDrainBytes && !awaitsContinue(incoming)

function drain(incoming: IncomingMessage): void {
  // The web stream around the body pauses the flow whenever its queue is full.
  incoming.removeAllListeners('data')
  incoming.resume()
}

/** The last request with a body on each connection: only that body can be incomplete. */
const lastWithBody = new WeakMap<Socket, IncomingMessage>()

/**
 * Turns the end of a connection into a lingering close (RFC 9112, section 9.6) while a body is incomplete. Node destroys the socket after
 * the last response; unread bytes then make the system send a reset, and a client that still writes loses the response.
 */
export function lingerOnClose(incoming: IncomingMessage): void {
  const { socket } = incoming
  // Requests injected by a test tool have no real socket.
  if (typeof socket?.destroySoon !== 'function') return
  const isWatched = lastWithBody.has(socket)
  lastWithBody.set(socket, incoming)
  if (isWatched) return
  const { destroySoon } = socket
  let isLingering = false
  socket.destroySoon = () => {
    const last = lastWithBody.get(socket)
    if (isLingering) socket.destroy()
    else if (last === undefined || last.complete || socket.destroyed) destroySoon.call(socket)
    else {
      isLingering = true
      linger(socket, last)
    }
  }
}

function linger(socket: Socket, incoming: IncomingMessage): void {
  // Node drops the bytes of a request that has its response before any listener sees them, so they are counted at the socket.
  const startBytes = socket.bytesRead
  let lingerMs = 0
  const timer = setInterval(() => {
    lingerMs += lingerCheckMs
    if (lingerMs >= maxLingerMs || socket.bytesRead - startBytes > maxLingerBytes) socket.destroy()
  }, lingerCheckMs)
  timer.unref()
  socket.once('close', () => clearInterval(timer))
  socket.end()
  drain(incoming)
}

/** Whether a connection is closing and accepts no more requests; its client may still have sent some after an incomplete body. */
export const isClosing = ({ socket }: IncomingMessage): boolean => socket?.writableEnded === true

/** Wraps the body so that cancelling it leaves the connection open: the body of `@hono/node-server` destroys the socket. */
export function withShieldedBody(request: Request): Request {
  let shielded: ReadableStream<Uint8Array> | null | undefined
  return Object.defineProperty(request, 'body', {
    configurable: true,
    get: () => {
      shielded ??= shield(Reflect.get(Object.getPrototypeOf(request), 'body', request))
      return shielded
    },
  })
}

function shield(body: ReadableStream<Uint8Array> | null): ReadableStream<Uint8Array> | null {
  if (body === null) return null
  const reader = body.getReader()
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const { done, value } = await reader.read()
    if (done) controller.close()
    else controller.enqueue(value)
  }
  return new ReadableStream({ pull }, { highWaterMark: 0 })
}
