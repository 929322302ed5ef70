/** A request of Node whose body somebody may have read already. */
export interface ReadableMessage {
  /** Whether anybody has read from it. */
  readonly readableDidRead: boolean
}

/**
 * The request with the body that a parser before Kalends has read and left in `body`, as parsers of Express and their kin do.
 * A stream can be read once: without this, such a request would have no body.
 */
export function withParsedBody(request: Request, incoming: ReadableMessage): Request {
  const { method, headers, signal } = request
  const hasRawBody = 'rawBody' in incoming && incoming.rawBody instanceof Uint8Array
  if (!incoming.readableDidRead || hasRawBody || method === 'GET' || method === 'HEAD') return request
  const body = toBody('body' in incoming ? incoming.body : undefined, headers.get('content-type') ?? '')
  if (body !== undefined) return new Request(request.url, { method, headers: withForm(headers, body), body, signal })
  return Object.defineProperty(request, 'body', {
    // Told when the body is asked for, so that routes which need none are served and `onError` hears of the others.
    get: () => {
      throw new Error(
        `The body of ${method} ${request.url} was read before Kalends got the request, and request.body does not hold it: ` +
          'mount Kalends before the code that reads bodies, or let that code leave what it read in request.body.',
      )
    },
  })
}

type Body = string | Uint8Array<ArrayBuffer> | URLSearchParams

const isForm = (contentType: string): boolean =>
  /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i.test(contentType)

/** What would be parsed to this again; undefined when nothing would. */
function toBody(parsed: unknown, contentType: string): Body | undefined {
  if (typeof parsed === 'string') return parsed
  if (parsed instanceof Uint8Array) return Uint8Array.from(parsed)
  if (typeof parsed !== 'object' || parsed === null) return undefined
  if (isForm(contentType)) return new URLSearchParams(Object.entries(parsed).flatMap(([name, value]) => toPairs(name, value)))
  try {
    return JSON.stringify(parsed)
  } catch {
    return undefined
  }
}

/** The fields of a form behind a value: `organizer[0][organizer]` for what is nested. */
function toPairs(name: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[name, String(value ?? '')]]
  return Object.entries(value).flatMap(([key, item]) => toPairs(`${name}[${key}]`, item))
}

/** A form in parts is sent on as one without, whose type names no boundary. Both are forms, and refused where those are. */
function withForm(headers: Headers, body: Body): Headers {
  const copy = new Headers(headers)
  if (body instanceof URLSearchParams) copy.set('content-type', 'application/x-www-form-urlencoded')
  return copy
}
