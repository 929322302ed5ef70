import { type Actor, type Calendar, isCalendarError, type Venue } from '@kalends/core'
import { type ChosenVenues, renderMerge, type ShownMerge, type VenuePair } from './merge-page.ts'
import { actorOf, failurePage, headers, type OwnFormOptions, readOwnForm } from './own-form.ts'
import { readByName } from './page/records.ts'

/** The largest accepted form in bytes. */
const maxBytes = 100_000

/** What the merge needs of the server. */
export interface MergeFormOptions extends OwnFormOptions {
  readonly calendar: Calendar
}

/**
 * The merge of venues, at `/merge-venues`, for people who may delete the venues of others.
 * @returns a function that answers requests of the form; undefined for all others
 */
export function createMergeForm(options: MergeFormOptions): (request: Request) => Promise<Response> | undefined {
  const fail = (error: unknown): Response => failurePage(options, error, failureText)
  return (request) => {
    const path = URL.canParse(request.url) ? new URL(request.url).pathname : ''
    if (path !== '/merge-venues') return undefined
    if (request.method === 'POST') return receive(options, request).catch(fail)
    return request.method === 'GET' ? answer(options, new FormData()).catch(fail) : undefined
  }
}

const failureText = 'The calendar cannot be read or written at the moment. What has moved already stays: merge the venues again later.'

async function receive(server: MergeFormOptions, request: Request): Promise<Response> {
  const data = await readOwnForm(request, maxBytes)
  return data instanceof Response ? data : answer(server, data)
}

async function answer(server: MergeFormOptions, data: FormData): Promise<Response> {
  const { settings, served } = server
  const textOf = (name: string): string => String(data.get(name) ?? '')
  const respond = (status: number, shown: ShownMerge): Response => new Response(renderMerge(settings, shown), { status, headers })
  const sent = { token: textOf('person'), from: new Set(data.getAll('from').map(String)), into: textOf('into'), message: '' }
  const actor = await actorOf(server, sent.token)
  if (!(await mayMerge(served, actor))) return respond(actor === null ? 401 : 403, { ...sent, message: 'Only editors may merge venues.' })
  const calendar = server.calendar.as(actor, served.access)
  const venues = await readVenues(calendar)
  const isMerge = data.has('merge')
  if (!isMerge && !data.has('preview')) return respond(200, { ...sent, venues, pairs: await readPairs(calendar) })
  const chosen = choose(venues, sent)
  if (typeof chosen === 'string') return respond(400, { ...sent, venues, message: chosen })
  const merged = await merge(calendar, chosen, !isMerge)
  if (typeof merged === 'string') return respond(409, { ...sent, venues: await readVenues(calendar), message: merged })
  const result = { ...chosen, links: merged.links, isMerge }
  if (!isMerge) return respond(200, { ...sent, venues, result })
  return respond(200, { ...sent, from: new Set(), into: '', venues: await readVenues(calendar), result })
}

/** Whether somebody may delete the venues of others; each venue is asked about when it is merged. */
const mayMerge = async ({ access }: OwnFormOptions['served'], actor: Actor | null): Promise<boolean> =>
  access.may({ actor, action: 'delete', kind: 'venue', record: { id: null, authorId: '', status: 'publish' } })

const readVenues = (calendar: Calendar): Promise<readonly Venue[]> => readByName(calendar.venues.each({ status: 'any' }))

/** The most pairs that the page suggests. */
const mostPairs = 10

async function readPairs({ venues }: Calendar): Promise<readonly VenuePair[]> {
  const pairs: VenuePair[] = []
  for await (const pair of venues.duplicates({}, { limit: mostPairs })) pairs.push(pair)
  return pairs
}

/** The chosen venues, or what is wrong with the choice. */
function choose(venues: readonly Venue[], { from: ids, into: id }: Pick<ShownMerge, 'from' | 'into'>): ChosenVenues | string {
  if (ids.size === 0) return 'Choose the venues that go.'
  if (id === '') return 'Choose the venue that stays.'
  if (ids.has(id)) return 'The venue that stays cannot be one of those that go.'
  const from = venues.filter((venue) => ids.has(String(venue.id)))
  const into = venues.find((venue) => String(venue.id) === id)
  return into === undefined || from.length < ids.size ? isGone : { from, into }
}

const isGone = 'One of the venues that you have chosen is gone meanwhile: choose again.'

/** Merges the venues. @returns how many events move, or why they are not merged @throws unavailable the storage is down or too busy */
async function merge({ venues }: Calendar, { from, into }: ChosenVenues, dryRun: boolean): Promise<{ readonly links: number } | string> {
  try {
    const ids = from.map(({ id }) => id)
    return await venues.merge(ids, into.id, { members: 'fill', dryRun })
  } catch (error) {
    if (isCalendarError(error, 'not_found') || isCalendarError(error, 'in_trash')) return isGone
    if (isCalendarError(error, 'forbidden')) return 'You may not delete or change one of the venues that you have chosen.'
    if (isCalendarError(error, 'refused')) return error.message
    throw error
  }
}
