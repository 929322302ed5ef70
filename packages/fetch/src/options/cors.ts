import { requireKnownOptions } from '@kalends/core/store'
import type { Compatibility } from './compatibility.ts'

/** Which web pages of other origins may call the service from a browser. */
export interface CorsOptions {
  /** Allowed origins, such as `https://example.org`; `'*'` allows all; a function decides for each origin. */
  readonly origins: readonly string[] | '*' | ((origin: string) => boolean)
  /** Whether browsers may send cookies; not with `'*'`. @default false */
  readonly credentials?: boolean | undefined
  /** How long a browser may cache the preflight response, in seconds. @default 600 */
  readonly maxAgeSeconds?: number | undefined
}

/** Response headers that pages may read in addition to the CORS-safelisted ones. */
const exposed = ['ETag', 'Idempotency-Replayed', 'Link', 'Location', 'Retry-After', 'X-Request-Id', 'X-TEC-Total', 'X-TEC-TotalPages']

/** Request headers that pages may send in addition to the CORS-safelisted ones. */
const accepted = ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match', 'X-Request-Id']

/** The checked options. */
export interface CorsSettings extends CorsOptions {
  /** The value of `Access-Control-Allow-Headers`. */
  readonly accepted: string
  /** The value of `Access-Control-Expose-Headers`. */
  readonly exposed: string
}

const optionNames: Readonly<Record<keyof CorsOptions, true>> = { origins: true, credentials: true, maxAgeSeconds: true }

/**
 * Checks the options.
 * @param face the headers of another service whose face the handler has
 * @throws TypeError an option is unknown, is invalid, or opens the service to every page with the cookies of its visitors
 */
export function readCors(
  given: CorsOptions | undefined,
  face?: Pick<Compatibility, 'acceptedHeaders' | 'exposedHeaders'>,
): CorsSettings | undefined {
  if (given === undefined) return undefined
  requireKnownOptions('cors', given, optionNames)
  const { origins, credentials = false, maxAgeSeconds = 600 } = given
  const isList = Array.isArray(origins) && origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin)
  if (origins !== '*' && typeof origins !== 'function' && !isList)
    throw new TypeError("cors.origins must be '*', a function, or a list of origins such as https://example.org")
  if (typeof credentials !== 'boolean') throw new TypeError('cors.credentials must be true or false')
  if (origins === '*' && credentials)
    throw new TypeError("cors.credentials needs a list of origins: with '*' any page could act for its visitors")
  if (!Number.isSafeInteger(maxAgeSeconds) || maxAgeSeconds < 0) throw new TypeError('cors.maxAgeSeconds must be an integer of 0 or more')
  return {
    origins,
    credentials,
    maxAgeSeconds,
    accepted: [...accepted, ...(face?.acceptedHeaders ?? [])].join(', '),
    exposed: [...exposed, ...(face?.exposedHeaders ?? [])].join(', '),
  }
}

/**
 * The CORS headers of a response; none for origins that are not allowed.
 * @param allow the methods of the route, in a response to OPTIONS
 */
export function corsHeaders(cors: CorsSettings, request: Headers, allow?: readonly string[]): Readonly<Record<string, string>> {
  const origin = request.get('origin')
  if (origin === null || !isAllowed(cors, origin)) return {}
  const isPreflight = allow !== undefined && request.has('access-control-request-method')
  return {
    'Access-Control-Allow-Origin': cors.origins === '*' ? '*' : origin,
    ...(cors.credentials && { 'Access-Control-Allow-Credentials': 'true' }),
    ...(isPreflight
      ? {
          'Access-Control-Allow-Methods': allow.join(', '),
          'Access-Control-Allow-Headers': cors.accepted,
          'Access-Control-Max-Age': String(cors.maxAgeSeconds),
        }
      : { 'Access-Control-Expose-Headers': cors.exposed }),
  }
}

/** Whether an origin is allowed. Any result of the function but true denies, and so does an exception. */
export function isAllowed({ origins }: CorsOptions, origin: string): boolean {
  if (origins === '*') return true
  if (typeof origins !== 'function') return origins.includes(origin)
  try {
    return origins(origin) === true
  } catch {
    return false
  }
}

/** Whether responses differ by the `Origin` header. */
export const variesByOrigin = (cors: CorsOptions | undefined): boolean => cors !== undefined && cors.origins !== '*'
