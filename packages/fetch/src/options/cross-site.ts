import { CalendarError } from '@kalends/core'
import type { ExtensionParts } from './extensions.ts'

/** What decides whether a form comes from a page that may send it. */
export interface FormOptions extends Pick<ExtensionParts, 'bodies' | 'trustsOrigin'> {
  /** The origin of the public URL; undefined if the host has not set one. */
  readonly publicOrigin: string | undefined
}

const jsonType = /^\s*[^\s;]+[/+]json\s*(?:;|$)/i

/**
 * Refuses a write that a browser sends for a page of another site without asking first: a form, or a POST without a body. It carries the
 * visitor's cookies and HTTP Basic. Programs send neither of the two headers, and pages of origins that an extension trusts may send forms.
 * @param readsBody whether the write reads its body, and so refuses the other types that browsers send without asking
 * @throws forbidden
 */
export function ensureOwnSite(
  { method, url, headers }: Request,
  readsBody: boolean,
  { bodies, trustsOrigin, publicOrigin }: FormOptions,
): void {
  const type = headers.get('content-type')
  const essence = type?.split(';', 1)[0]?.trim().toLowerCase()
  const isForm = bodies.some(({ isSentUnasked, mediaTypes }) => isSentUnasked && mediaTypes.some((one) => one === essence))
  const isUnasked = method === 'POST' && (type === null || (!readsBody && !jsonType.test(type)))
  if (!isForm && !isUnasked) return
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  const isOwn =
    origin === null
      ? site !== 'cross-site' && site !== 'same-site'
      : origin === (publicOrigin ?? new URL(url).origin) || trustsOrigin(origin)
  if (!isOwn) throw new CalendarError('forbidden', {}, { message: 'A page of another site may not send forms.' })
}
