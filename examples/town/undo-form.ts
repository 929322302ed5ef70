import { html } from 'example-server/html.ts'
import type { Settings } from 'example-server/settings.ts'
import { headers, readOwnForm, renderPlain } from './own-form.ts'

/** The largest accepted form in bytes. */
const maxBytes = 10_000

/** What undoing a change needs of the server. */
export interface UndoFormOptions {
  readonly settings: Settings
  readonly publicUrl: string
  /** The handler of the interface. */
  readonly handle: (request: Request) => Promise<Response>
}

/**
 * Takes an event back to an earlier version, at `/event/{slug}/undo`: the forms of its page send it.
 * @returns a function that answers such requests; undefined for all others
 */
export function createUndoForm(options: UndoFormOptions): (request: Request) => Promise<Response> | undefined {
  return (request) => {
    const path = URL.canParse(request.url) ? new URL(request.url).pathname : ''
    const found = /^(\/event\/[^/]+)\/undo$/.exec(path)
    return found === null || request.method !== 'POST' ? undefined : undo(options, request, found[1] ?? '')
  }
}

async function undo(options: UndoFormOptions, request: Request, page: string): Promise<Response> {
  const data = await readOwnForm(request, maxBytes)
  if (data instanceof Response) return data
  const response = await revert(options, (name) => String(data.get(name) ?? ''))
  const body = await response.json()
  if (!response.ok) return refuse(response.status, messages[body.code] ?? body.message, page)
  const without = response.headers.get('reverted-without')?.replaceAll(' ', '') ?? ''
  const query = `undone${without === '' ? '' : `&without=${without}`}`
  return new Response(null, { status: 303, headers: { ...headers, Location: `/event/${encodeURIComponent(body.slug)}?${query}` } })
}

/** Asks the interface with the permissions of the person. */
function revert({ settings, publicUrl, handle }: UndoFormOptions, textOf: (name: string) => string): Promise<Response> {
  const { basePath, namespace } = settings
  const scope = textOf('scope')
  const query = new URLSearchParams({ to: textOf('to'), version: textOf('version'), ...(scope !== '' && { scope }) })
  const token = textOf('person')
  const signedIn = /^[a-z0-9-]+$/.test(token) ? { authorization: `Bearer ${token}` } : undefined
  const url = `${publicUrl}${basePath}/${namespace}/events/${Number(textOf('id'))}/revert?${query}`
  return handle(new Request(url, { method: 'POST', headers: { ...signedIn } }))
}

const notAllowed = 'Only people who may change this event can undo changes of it.'
const notHere = 'There is no such event, or it is not for everybody to see.'

/** What people read about a refusal, by its code; the words of the interface for others. */
const messages: Readonly<Record<string, string>> = {
  history_gone: 'The event cannot be taken back so far, because its earlier values are no longer kept. Nothing has changed.',
  version_conflict: 'Somebody has changed this event since you opened it. Look first: nothing is undone yet.',
  unauthenticated: notAllowed,
  forbidden: notAllowed,
  not_found: notHere,
  in_trash: 'Somebody has put this event into the trash meanwhile.',
  unavailable: 'The calendar cannot be written at the moment. Try again later.',
}

const refuse = (status: number, text: string, page: string): Response =>
  new Response(renderPlain('Not undone', html`<p class="notice" role="alert">${text}</p><p><a href="${page}">Back to the event</a></p>`), {
    status,
    headers,
  })
