import { CalendarError } from '@kalends/core'
import { maxSteps } from './parsed-form.ts'

/** A Node request whose body a parser may have read already. */
export interface ReadableMessage {
  /** Whether the stream has been read from. */
  readonly readableDidRead: boolean
}

/**
 * Restores the body of a request that a parser has read and left in `rawBody` or `body`, as parsers of Express and similar frameworks do. A
 * stream can be read once: without this, such a request would have no body.
 *
 * Nothing is converted until the body is read: requests for other routes, and those without permission to write, cost nothing.
 */
export function withParsedBody(request: Request, incoming: ReadableMessage): Request {
  const { method } = request
  if (method === 'GET' || method === 'HEAD' || !incoming.readableDidRead) return request
  const parsed = parsedBodyOf(incoming)
  const isForm = isObject(parsed) && formType.test(request.headers.get('content-type') ?? '')
  return Object.defineProperties(request, {
    body: {
      get: () => {
        const bytes = isForm ? toFormText(parsed) : toBytes(parsed)
        if (bytes === undefined) throw new Error(nothingLeft(method, request.url))
        return streamOf(bytes)
      },
    },
    bodyUsed: { value: false },
    ...(isForm && { headers: { value: asPlainForm(request.headers) } }),
  })
}

const nothingLeft = (method: string, url: string): string =>
  `The body of ${method} ${url} was read before Kalends got the request, and request.body does not hold it: ` +
  'mount Kalends before the code that reads bodies, or let that code leave what it read in request.body.'

const formType = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i

/** Declares a multipart form as a URL-encoded one, whose type needs no boundary. Both are forms, and the same options refuse them. */
function asPlainForm(headers: Headers): Headers {
  const copy = new Headers(headers)
  copy.set('content-type', 'application/x-www-form-urlencoded')
  return copy
}

function parsedBodyOf(incoming: object): unknown {
  if ('rawBody' in incoming && incoming.rawBody instanceof Uint8Array) return incoming.rawBody
  return 'body' in incoming ? incoming.body : undefined
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !(value instanceof Uint8Array)

const encoder = new TextEncoder()

/** Converts a parsed body back: bytes and strings unchanged, anything else to JSON; undefined when there is none. */
function toBytes(parsed: unknown): Iterator<Uint8Array> | undefined {
  if (parsed instanceof Uint8Array) return [parsed].values()
  const text = typeof parsed === 'string' ? parsed : toJson(parsed)
  return text === undefined ? undefined : [encoder.encode(text)].values()
}

/**
 * Converts a parsed value back to JSON; undefined when no JSON represents it.
 * @throws invalid_json the value is nested too deeply to be written
 */
function toJson(parsed: unknown): string | undefined {
  try {
    return JSON.stringify(parsed)
  } catch (cause) {
    if (cause instanceof RangeError) throw new CalendarError('invalid_json', { reason: 'jsonNotWritable' }, { cause })
    return undefined
  }
}

/** Converts a parsed form back to text, one field at a time: the reader can stop as soon as the body is too long. */
function* toFormText(parsed: object): Generator<Uint8Array> {
  for (const [name, value] of fieldsOf('', parsed, 0)) yield encoder.encode(`${new URLSearchParams([[name, value]])}&`)
}

/** The fields of a nested value: `organizer[0][organizer]`. Names with more steps are ignored. */
function* fieldsOf(name: string, value: unknown, steps: number): Generator<readonly [name: string, value: string]> {
  if (!isObject(value)) yield [name, String(value ?? '')]
  else if (steps < maxSteps)
    for (const [key, item] of Object.entries(value)) yield* fieldsOf(steps === 0 ? key : `${name}[${key}]`, item, steps + 1)
}

/** A stream that produces each part on demand. */
function streamOf(chunks: Iterator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: (controller) => {
      const { done, value } = chunks.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => void chunks.return?.(),
  })
}
