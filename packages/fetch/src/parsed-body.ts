import { CalendarError } from '@kalends/core'
import { maxSteps } from './forms.ts'

/** A request of Node whose body somebody may have read already. */
export interface ReadableMessage {
  /** Whether anybody has read from it. */
  readonly readableDidRead: boolean
}

/**
 * The request with the body that a parser before Kalends has read and left in `rawBody` or `body`, as parsers of Express and
 * their kin do. A stream can be read once: without this, such a request would have no body.
 *
 * Nothing is done with what is there until the body is asked for: requests for other routes, and those that may not write, cost nothing.
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

/** A form in parts is sent on as one without, whose type names no boundary. Both are forms, and refused where those are. */
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

/** Bytes and texts as they are, and of all else the JSON that it was parsed from; undefined when there is none. */
function toBytes(parsed: unknown): Iterator<Uint8Array> | undefined {
  if (parsed instanceof Uint8Array) return [parsed].values()
  const text = typeof parsed === 'string' ? parsed : toJson(parsed)
  return text === undefined ? undefined : [encoder.encode(text)].values()
}

/**
 * The JSON that was parsed to this; undefined when none would be.
 * @throws invalid_json it is so deep that it cannot be written
 */
function toJson(parsed: unknown): string | undefined {
  try {
    return JSON.stringify(parsed)
  } catch (cause) {
    if (cause instanceof RangeError) throw new CalendarError('invalid_json', { reason: 'It is nested too deeply.' }, { cause })
    return undefined
  }
}

/** The form that would be parsed to this again, a field at a time: whoever reads it stops where the body is too long. */
function* toFormText(parsed: object): Generator<Uint8Array> {
  for (const [name, value] of fieldsOf('', parsed, 0)) yield encoder.encode(`${new URLSearchParams([[name, value]])}&`)
}

/** The fields behind a value: `organizer[0][organizer]` for what is nested. Names of more steps mean nothing. */
function* fieldsOf(name: string, value: unknown, steps: number): Generator<readonly [name: string, value: string]> {
  if (!isObject(value)) yield [name, String(value ?? '')]
  else if (steps < maxSteps)
    for (const [key, item] of Object.entries(value)) yield* fieldsOf(steps === 0 ? key : `${name}[${key}]`, item, steps + 1)
}

/** A stream that makes each part when it is asked for. */
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
