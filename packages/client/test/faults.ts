import type { Handler } from '@kalends/fetch'

/** What happens to a request on its way. */
export type Fault =
  | 'none'
  /** It does not reach the service. */
  | 'cut before'
  /** The service does the work, and its response is lost. */
  | 'cut after'
  /** The service does the work, and the body of its response ends early. */
  | 'cut inside'
  /** The service is busy. */
  | 'busy'
  /** A proxy limits requests. */
  | 'limited'
  /** A proxy in front of a service that does not run. */
  | 'bad gateway'
  /** A proxy gives up while the service does the work. */
  | 'gateway timeout'
  /** The service never answers. */
  | 'silence'

/** All kinds of failure. */
export const faults: readonly Fault[] = [
  'cut before',
  'cut after',
  'cut inside',
  'busy',
  'limited',
  'bad gateway',
  'gateway timeout',
  'silence',
]

const page = (status: number, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response('<html>', { status, headers: { 'content-type': 'text/html', ...headers } })

const busy = (): Response =>
  Response.json({ code: 'unavailable', message: 'Later.', data: { status: 503 } }, { status: 503, headers: { 'Retry-After': '1' } })

function cutBody(response: Response): Response {
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"id":'))
      controller.error(new TypeError('terminated'))
    },
  })
  return new Response(body, response)
}

/** A fetch with the given failures, one for each request; later requests succeed. `arrived` gets the requests that reach the service. */
export function faultyFetch(handler: Handler, given: readonly Fault[], arrived: Request[] = []): (request: Request) => Promise<Response> {
  const left = [...given]
  return async (request) => {
    const fault = left.shift() ?? 'none'
    if (fault === 'cut before') throw new TypeError('fetch failed')
    if (fault === 'busy') return busy()
    if (fault === 'limited') return page(429, { 'Retry-After': new Date(Date.now() + 2_000).toUTCString() })
    if (fault === 'bad gateway') return page(502)
    if (fault === 'silence') return new Promise(() => undefined)
    arrived.push(request.clone())
    const response = await handler(request)
    if (fault === 'cut after') throw new TypeError('fetch failed')
    if (fault === 'gateway timeout') return page(504)
    return fault === 'cut inside' ? cutBody(response) : response
  }
}
