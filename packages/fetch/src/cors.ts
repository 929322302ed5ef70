import { requireKnownOptions } from '@kalends/core/store'
import type { Extension, InternalExtension } from './options/extension.ts'

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
const exposed = [
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'Retry-After',
  'Reverted-Without',
  'X-Request-Id',
  'X-TEC-Total',
  'X-TEC-TotalPages',
]

/** Request headers that pages may send in addition to the CORS-safelisted ones. */
const accepted = ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match', 'X-Request-Id']

const optionNames: Readonly<Record<keyof CorsOptions, true>> = { origins: true, credentials: true, maxAgeSeconds: true }

/**
 * Lets web pages of other origins call the service from a browser, and answers their preflight requests. Put it first in `use`: then pages
 * can read the headers of all other extensions that name them in `Access-Control-Expose-Headers`. Listed origins may also send forms.
 * @throws TypeError an option is unknown, is invalid, or opens the service to every page with the cookies of its visitors
 * @example
 * import { cors } from '@kalends/fetch/cors'
 *
 * const handler = createHandler(calendar, { access: publicReadOnly(), use: [cors({ origins: ['https://pages.example'] })] })
 */
export function cors(options: CorsOptions): Extension {
  requireKnownOptions('cors', options, optionNames)
  const { origins, credentials = false, maxAgeSeconds = 600 } = options ?? {}
  const isList = Array.isArray(origins) && origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin)
  if (origins !== '*' && typeof origins !== 'function' && !isList)
    throw new TypeError("cors.origins must be '*', a function, or a list of origins such as https://example.org")
  if (typeof credentials !== 'boolean') throw new TypeError('cors.credentials must be true or false')
  if (origins === '*' && credentials)
    throw new TypeError("cors.credentials needs a list of origins: with '*' any page could act for its visitors")
  if (!Number.isSafeInteger(maxAgeSeconds) || maxAgeSeconds < 0) throw new TypeError('cors.maxAgeSeconds must be an integer of 0 or more')
  const extension: InternalExtension = {
    name: 'cors',
    trustsOrigin: (origin) => origins !== '*' && isAllowed(options, origin),
    response: ({ headers }, { request }) => {
      const { [exposing]: others, [accepting]: othersAccepted } = headers
      for (const name of [exposing, accepting]) delete headers[name]
      if (origins !== '*') headers['Vary'] = headers['Vary'] ? `${headers['Vary']}, Origin` : 'Origin'
      const origin = request.headers.get('origin')
      if (origin === null || !isAllowed(options, origin)) return
      headers['Access-Control-Allow-Origin'] = origins === '*' ? '*' : origin
      if (credentials) headers['Access-Control-Allow-Credentials'] = 'true'
      const { Allow: methods } = headers
      if (request.method === 'OPTIONS' && methods !== undefined && request.headers.has('access-control-request-method')) {
        headers['Access-Control-Allow-Methods'] = methods
        headers[accepting] = join(accepted, othersAccepted)
        headers['Access-Control-Max-Age'] = String(maxAgeSeconds)
      } else headers[exposing] = join(exposed, others)
    },
  }
  return extension
}

const [accepting, exposing] = ['Access-Control-Allow-Headers', 'Access-Control-Expose-Headers'] as const

/** A list of names in a header, with further ones. */
const join = (names: readonly string[], others: string | undefined): string => [...names, ...(others ? [others] : [])].join(', ')

/** Whether an origin is allowed. Any result of the function but true denies, and so does an exception. */
function isAllowed({ origins }: CorsOptions, origin: string): boolean {
  if (origins === '*') return true
  if (typeof origins !== 'function') return origins.includes(origin)
  try {
    return origins(origin) === true
  } catch {
    return false
  }
}
