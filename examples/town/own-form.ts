import { type Actor, isCalendarError } from '@kalends/core'
import type { HandlerOptions } from '@kalends/fetch'
import { type Html, html } from 'example-server/html.ts'
import type { Settings } from 'example-server/settings.ts'
import { renderPage } from './frame.ts'
import { people } from './page/people.ts'

/** The headers of pages with a form that works without JavaScript. */
export const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  // With `same-origin`, browsers name the origin in requests of these forms, and in no others.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
}

/**
 * Reads a sent form.
 * @param maxBytes the largest accepted form
 * @returns its fields, or the refusal of a form of another origin, of a large form, and of what is no form
 */
export async function readOwnForm(request: Request, maxBytes: number): Promise<FormData | Response> {
  // Forms of other origins name another origin or none.
  const origin = request.headers.get('origin') ?? ''
  const isOwn = URL.canParse(origin) && new URL(origin).host === new URL(request.url).host
  if (!isOwn) return problemPage(403, 'This form is not of this site.')
  const length = Number(request.headers.get('content-length') ?? Number.NaN)
  if (!(length <= maxBytes)) return problemPage(413, 'The form is too large.')
  return (await request.formData().catch(() => undefined)) ?? problemPage(400, 'This is no form.')
}

/** A page that says what is wrong. */
export const problemPage = (status: number, text: string): Response =>
  new Response(renderPlain('Not here', html`<p class="notice">${text}</p>`, 'Quellbrunn'), { status, headers })

/** What forms that write need of the server. */
export interface OwnFormOptions {
  readonly settings: Settings
  readonly publicUrl: string
  /** Who callers are, and what they may do. */
  readonly served: Pick<HandlerOptions, 'access' | 'authenticate'>
  /** Takes unexpected errors; responses have no details of them. */
  readonly onError: (error: unknown) => void
}

/** The signed-in person with a token; null for a visitor. */
export async function actorOf({ served, publicUrl }: OwnFormOptions, token: string): Promise<Actor | null> {
  const signedIn = /^[a-z0-9-]+$/.test(token) ? { authorization: `Bearer ${token}` } : undefined
  return (await served.authenticate?.(new Request(publicUrl, { headers: { ...signedIn } }))) ?? null
}

/** The page for a write that has failed. @param text what the person can do */
export function failurePage({ onError }: OwnFormOptions, error: unknown, text: string): Response {
  const isUnavailable = isCalendarError(error, 'unavailable')
  if (!isUnavailable) onError(error)
  return problemPage(isUnavailable ? 503 : 500, text)
}

/** Renders a page without a script. */
export function renderPlain(heading: string, content: Html, title = `${heading} · Quellbrunn`): string {
  const main = html`<p><a href="/">← All events</a></p>\n<h1>${heading}</h1>${content}`
  return renderPage({ title, script: html``, data: html``, header: html``, main })
}

/** The choice of the signed-in person, in a town with demo users. @param token the token of the chosen person */
export function personField(access: Settings['access'], token: string): Html {
  if (access !== 'demo') return html``
  const persons = people.map(
    (person) => html`<option value="${person.token}"${person.token === token ? html` selected` : ''}>${person.name}</option>`,
  )
  return html`<div class="field"><label for="person">Signed in as</label><select id="person" name="person">${persons}</select></div>`
}
