import { type Calendar, type Event, isCalendarError } from '@kalends/core'
import { html } from 'example-server/html.ts'
import { actorOf, failurePage, headers, type OwnFormOptions, problemPage, readOwnForm, renderPlain } from './own-form.ts'
import { toSlug } from './page/records.ts'
import { formValue, memberNames, renderProposals, renderPropose, type ShownProposal } from './proposals-page.ts'

/** The largest accepted form in bytes. */
const maxBytes = 20_000

/** What proposals need of the server. */
export interface ProposalsFormOptions extends OwnFormOptions {
  readonly calendar: Calendar
}

/**
 * Proposals of changes, for people who may not change an event themselves: the form at `/event/{slug}/propose`, and at `/proposals` the list
 * for those who decide.
 * @returns a function that answers such requests; undefined for all others
 */
export function createProposalsForm(options: ProposalsFormOptions): (request: Request) => Promise<Response> | undefined {
  const fail = (error: unknown): Response =>
    failurePage(options, error, 'The calendar cannot be read or written at the moment. Try again later.')
  return (request) => {
    const path = URL.canParse(request.url) ? new URL(request.url).pathname : ''
    const [, slug] = /^\/event\/([^/]+)\/propose$/.exec(path) ?? []
    if (slug === undefined && path !== '/proposals') return undefined
    const answer = slug === undefined ? decide : (server: ProposalsFormOptions, data: FormData | null) => propose(server, slug, data)
    if (request.method === 'POST') return received(request, (data) => answer(options, data)).catch(fail)
    return request.method === 'GET' ? answer(options, null).catch(fail) : undefined
  }
}

async function received(request: Request, answer: (data: FormData) => Promise<Response>): Promise<Response> {
  const data = await readOwnForm(request, maxBytes)
  return data instanceof Response ? data : answer(data)
}

const textOf = (data: FormData | null, name: string): string => String(data?.get(name) ?? '')

const respond = (status: number, body: string): Response => new Response(body, { status, headers })

/** The calendar as the person with a token sees it. */
const calendarOf = async (server: ProposalsFormOptions, token: string): Promise<Calendar> =>
  server.calendar.as(await actorOf(server, token), server.served.access)

/** What people read about a refusal, by its code; the words of the calendar for others. */
const messages: Readonly<Record<string, string>> = {
  unauthenticated: 'Sign in to do this.',
  version_conflict: 'The event has changed meanwhile, or the proposal is decided already. Look again: nothing is changed yet.',
  not_found: 'There is no such event or proposal, or it is not for you to see.',
  in_trash: 'The event is in the trash.',
}

/** The message of a refusal. @throws what is none */
function refusalOf(error: unknown): string {
  if (!isCalendarError(error) || error.code === 'unavailable') throw error
  if (error.code !== 'invalid_input') return messages[error.code] ?? error.message
  return Object.entries(error.details.params ?? {})
    .map(([name, reason]) => `${name} ${reason}.`)
    .join(' ')
}

async function propose(server: ProposalsFormOptions, path: string, data: FormData | null): Promise<Response> {
  const token = textOf(data, 'person')
  const { events } = await calendarOf(server, token)
  const event = await events.find(toSlug(path))
  if (event === null) return problemPage(404, 'There is no such event, or it is not for you to see.')
  if (data === null) return respond(200, renderPropose(server.settings, event, token, ''))
  const changed = memberNames.filter((member) => data.has(member) && textOf(data, member) !== formValue(event, member))
  if (changed.length === 0) return respond(400, renderPropose(server.settings, event, token, 'Change something first.'))
  const patch = Object.fromEntries(changed.map((member) => [member, textOf(data, member)]))
  try {
    await events.propose(event.id, patch, { version: Number(textOf(data, 'version')) })
  } catch (error) {
    return respond(409, renderPropose(server.settings, event, token, refusalOf(error)))
  }
  const back = html`<p role="status">Thank you: an editor decides about your proposal.</p><p><a href="/event/${encodeURIComponent(event.slug)}">Back to the event</a></p>`
  return respond(200, renderPlain('Proposed', back))
}

async function decide(server: ProposalsFormOptions, data: FormData | null): Promise<Response> {
  const token = textOf(data, 'person')
  const show = async (status: number, message: string, shown?: readonly ShownProposal[]): Promise<Response> =>
    respond(status, renderProposals(server.settings, { token, message, shown }))
  if (data === null) return show(200, '')
  const { events } = await calendarOf(server, token)
  try {
    const message = data.has('decision') ? await decideOne(events, data) : ''
    return await show(message === '' ? 200 : 409, message, await readShown(events))
  } catch (error) {
    return show(403, refusalOf(error))
  }
}

/** Accepts or declines a proposal. @returns why that is refused; empty if it is done */
async function decideOne(events: Calendar['events'], data: FormData): Promise<string> {
  const id = Number(textOf(data, 'id'))
  try {
    if (textOf(data, 'decision') === 'accept') await events.accept(id, { version: Number(textOf(data, 'version')) })
    else await events.decline(id, textOf(data, 'note'))
    return ''
  } catch (error) {
    return refusalOf(error)
  }
}

/** The open proposals that a person may see, with their events. */
async function readShown(events: Calendar['events']): Promise<readonly ShownProposal[]> {
  const { items } = await events.proposals({ state: 'open', limit: 50 })
  const found = new Map<number, Event>()
  const ids = [...new Set(items.map(({ eventId }) => eventId))]
  if (ids.length > 0) for await (const event of events.each({ ids, status: 'any', hidden: 'include' })) found.set(event.id, event)
  return items.flatMap((proposal) => {
    const event = found.get(proposal.eventId)
    return event === undefined ? [] : [{ proposal, event }]
  })
}
