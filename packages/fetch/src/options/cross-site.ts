import { CalendarError } from '@kalends/core'
import { type CorsSettings, isAllowed } from './cors.ts'

/** What decides whether a form comes from a page that may send it. */
export interface FormOptions {
  /** Whether form-encoded bodies are read. */
  readonly forms: boolean
  /** The CORS options. */
  readonly cors: CorsSettings | undefined
  /** The origin of the public URL; undefined if the host has not set one. */
  readonly publicOrigin: string | undefined
}

const jsonType = /^\s*[^\s;]+[/+]json\s*(?:;|$)/i
const formType = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i

/**
 * Refuses a write that a browser sends for a page of another site without asking first: a form, or a POST without a body. It carries the
 * visitor's cookies and HTTP Basic. Programs send neither of the two headers, and pages of the origins in `cors` may send forms; with `'*'`
 * every page is one of them, so then none may.
 * @param readsBody whether the write reads its body, and so refuses the other types that browsers send without asking
 * @throws forbidden
 */
export function ensureOwnSite({ method, url, headers }: Request, readsBody: boolean, { forms, cors, publicOrigin }: FormOptions): void {
  const type = headers.get('content-type')
  const isForm = forms && type !== null && formType.test(type)
  const isUnasked = method === 'POST' && (type === null || (!readsBody && !jsonType.test(type)))
  if (!isForm && !isUnasked) return
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  const isOwn =
    origin === null
      ? site !== 'cross-site' && site !== 'same-site'
      : origin === (publicOrigin ?? new URL(url).origin) || (cors !== undefined && cors.origins !== '*' && isAllowed(cors, origin))
  if (!isOwn) throw new CalendarError('forbidden', {}, { message: 'A page of another site may not send forms.' })
}
