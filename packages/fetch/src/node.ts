import { getRequestListener, RequestError } from '@hono/node-server'
import { requireKnownOptions } from '@kalends/core/store'
import { withParsedBody } from './body/parsed-body.ts'
import type { Handler } from './handler.ts'
import { normalizeHost } from './node/host-header.ts'
import type { NodeListener, NodeMiddleware, NodeRequest, NodeResponse } from './node/listener.ts'
import { announcesBody, isClosing, isHttp1, lingerOnClose, settleConnection, withShieldedBody } from './node/unread-body.ts'

export { continueOnRead } from './node/continue-on-read.ts'
export type { NodeListener, NodeMiddleware, NodeRequest, NodeResponse } from './node/listener.ts'

/** Options for serving a handler on Node. */
export interface NodeListenerOptions {
  /**
   * Whether the global `Request` and `Response` are replaced by lightweight ones, which saves about 80 µs for each request.
   * @default true
   */
  readonly replaceGlobals?: boolean | undefined
}

/**
 * Serves a handler on Node. If a body parser ran before, the body is taken from `request.body`.
 * @throws TypeError an option is unknown
 * @example
 * createServer(toNodeListener(handler)).listen(3000)
 */
export function toNodeListener(
  handler: ((request: Request) => Promise<Response>) & Partial<Pick<Handler, 'cached'>>,
  options: NodeListenerOptions = {},
): NodeListener {
  requireKnownOptions('toNodeListener', options, optionNames)
  const listen = toListener((request) => handler.cached?.(request) ?? handler(request), options)
  const refuse: NodeListener = async (incoming, outgoing) => {
    const response = await handler(toBareRequest(incoming))
    if (isHttp1(incoming)) settleConnection(incoming, outgoing)
    await write(response, outgoing)
  }
  return async (incoming, outgoing) => {
    if (!prepare(incoming)) return
    const answer = isAddress(incoming.url ?? '') ? listen : refuse
    // When the connection breaks during the response, an unhandled rejection would end the process.
    await answer(incoming, outgoing).catch(() => void outgoing.destroy())
  }
}

/**
 * Serves a handler among the routes of a host. Requests that match no route of Kalends go to the next listener, with their bodies unread.
 * If a body parser ran before, the body is taken from `request.body`.
 * @throws TypeError an option is unknown
 * @example
 * app.use(toNodeMiddleware(handler))
 */
export function toNodeMiddleware(
  handler: Pick<Handler, 'tryHandle'> & Partial<Pick<Handler, 'cached'>>,
  options: NodeListenerOptions = {},
): NodeMiddleware {
  requireKnownOptions('toNodeMiddleware', options, optionNames)
  const left = new WeakSet<NodeRequest>()
  const tryHandle = async (request: Request, incoming: NodeRequest): Promise<Response> => {
    const response = await handler.tryHandle(request)
    if (response !== undefined) return response
    left.add(incoming)
    throw noRoute
  }
  const listen = toListener((request, incoming) => handler.cached?.(request) ?? tryHandle(request, incoming), options)
  return async (incoming, outgoing, next) => {
    if (!prepare(incoming)) return
    if (!isAddress(incoming.url ?? '')) return next()
    await listen(incoming, outgoing).catch(() => outgoing.destroy())
    if (left.has(incoming)) next()
  }
}

const optionNames: Readonly<Record<keyof NodeListenerOptions, true>> = { replaceGlobals: true }

/** Thrown to make the bridge, `@hono/node-server`, write no response. */
const noRoute = new Error('no route')

/** Responds to a request of the bridge; `incoming` is Node's own request. */
type Answer = (request: Request, incoming: NodeRequest) => Response | Promise<Response>

function toListener(handle: Answer, options: NodeListenerOptions): NodeListener {
  const shared = {
    overrideGlobalObjects: options.replaceGlobals ?? true,
    // A request without a Host header is still valid: links come from the handler's own public URL.
    hostname: 'localhost',
  }
  const answer: Answer = (request, incoming) => handle(withRawPath(withParsedBody(request, incoming), incoming.url ?? ''), incoming)
  const http2 = getRequestListener((request, { incoming }) => answer(request, incoming), {
    ...shared,
    errorHandler: (error) => (error === noRoute ? undefined : toErrorResponse(error)),
  })
  const http1 = getRequestListener(
    (request, { incoming, outgoing }) => {
      if (!isHttp1(incoming) || !announcesBody(incoming)) return answer(request, incoming)
      const response = answer(incoming.readableDidRead ? request : withShieldedBody(request), incoming)
      // One turn later Node has parsed everything that arrived with the headers, which may include the whole body.
      return Promise.resolve(response).then((settled) => {
        settleConnection(incoming, outgoing)
        return settled
      })
    },
    {
      ...shared,
      // The bridge destroys connections whose body takes longer than half a second, after it declared them reusable.
      autoCleanupIncoming: false,
      errorHandler: (error) => (error === noRoute ? undefined : withoutReuse(toErrorResponse(error))),
    },
  )
  return async (incoming, outgoing) => (isHttp1(incoming) ? http1(incoming, outgoing) : http2(incoming, outgoing))
}

/** False for a request on a closing connection. Otherwise prepares its host for the bridge, and the connection for a lingering close. */
function prepare(incoming: NodeRequest): boolean {
  normalizeHost(incoming)
  if (!isHttp1(incoming)) return true
  if (isClosing(incoming)) {
    incoming.resume()
    return false
  }
  if (announcesBody(incoming)) lingerOnClose(incoming)
  return true
}

function withoutReuse(response: Response): Response {
  response.headers.set('Connection', 'close')
  return response
}

function pathOf(target: string): string {
  const mark = target.indexOf('?')
  return mark === -1 ? target : target.slice(0, mark)
}

/** Dot segments and backslashes, plain or encoded: URL parsers resolve them. */
const resolvable = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)|\\/i

/** Gives the handler the raw path if parsing would change the route. */
function withRawPath(request: Request, target: string): Request {
  return resolvable.test(pathOf(target)) ? Object.defineProperty(request, 'url', { value: target }) : request
}

/** Whether a request target can be part of a URL; `*` and backslashes cannot, and the bridge would refuse them with an error of its own. */
const isAddress = (target: string): boolean => /^(?:\/|https?:\/\/)/i.test(target) && !pathOf(target).includes('\\')

/** A request that matches no route: the response depends only on its method and headers. */
function toBareRequest({ headers, method, url }: NodeRequest): Request {
  const pairs = Object.entries(headers).filter((pair): pair is [string, string] => typeof pair[1] === 'string' && !pair[0].startsWith(':'))
  // Set here, because the constructor accepts neither such a target nor every method.
  return Object.defineProperties(new Request('http://localhost/', { headers: pairs }), { url: { value: url }, method: { value: method } })
}

async function write(response: Response, outgoing: NodeResponse): Promise<void> {
  const body = new Uint8Array(await response.arrayBuffer())
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) outgoing.setHeader(name, value)
  outgoing.end(body)
}

const problem = (code: string, message: string, status: number): Response =>
  new Response(new TextEncoder().encode(JSON.stringify({ code, message, data: { status } })), {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': crypto.randomUUID(),
      'Cache-Control': 'no-cache',
    },
  })

/** The response when no `Request` can be built, for example from an invalid Host header. */
const toErrorResponse = (error: unknown): Response =>
  error instanceof RequestError
    ? problem('invalid_input', 'The request cannot be read.', 400)
    : problem('internal', 'Something went wrong.', 500)
