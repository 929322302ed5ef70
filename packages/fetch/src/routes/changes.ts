import {
  type Calendar,
  type ChangeItem,
  type ChangesPage,
  type Event,
  isCalendarError,
  type Organizer,
  type Term,
  type Venue,
} from '@kalends/core'
import { changesShape, internals, invalidInput, type ReadChanges } from '@kalends/core/internal'
import { listOfKind } from '@kalends/core/store'
import type { EncodableObject } from '../json.ts'
import { changesParameters } from '../parameters/changes.ts'
import { isSameForReaders, toEventListInput } from '../parameters/event.ts'
import { listConditions } from '../parameters/list-conditions.ts'
import { parametersIn } from '../parameters/parameter.ts'
import { ensureShape } from '../parameters/query.ts'
import { toJson } from '../response/representation.ts'
import { type Answer, type CachedResponse, finish } from '../response/respond.ts'
import type { EndpointContext, Route } from '../routing/route.ts'
import { changeProperties, changesProperties } from '../wire/changes.ts'
import { toWireEvent } from '../wire/event.ts'
import { toWireOrganizer } from '../wire/organizer.ts'
import { createPresenter, type Pictured, type Presenter } from '../wire/presenter.ts'
import { toWireTerm } from '../wire/term.ts'
import { toWireVenue } from '../wire/venue.ts'
import { takePlace } from './waiting-places.ts'

/** The changes since a token, for copies that follow the calendar. */
export const changesRoute: Route = {
  path: '/changes',
  parameters: [],
  schemas: { Changes: changesProperties, Change: changeProperties },
  endpoints: [
    {
      methods: ['GET'],
      id: 'listChanges',
      text: 'listChanges',
      permission: 'public',
      query: changesParameters,
      fieldsOf: 'event',
      answers: 'Changes',
      status: 200,
      statuses: [410],
      // A waiting response is made after a change, and most tokens are read once; but many copies poll with equal tokens.
      isCacheable: (call) => call.query['wait'] === undefined && isSameForReaders(call),
      // The token belongs to what the caller may read, and that includes terms.
      terms: 'both',
      run: listChanges,
    },
  ],
}

async function listChanges(call: EndpointContext): Promise<Answer | CachedResponse> {
  const { calendar, query, settings } = call
  const { since, kinds: _kinds, limit, wait, ...filters } = query
  ensureShape(parametersIn(changesParameters, settings), query)
  const kinds = query['kinds'] === undefined ? (Object.keys(listOfKind) as (keyof typeof listOfKind)[]) : changesShape.kinds.parse(_kinds)
  const conditions = listConditions(call, 'event', changesParameters)
  const events = { ...toEventListInput(filters, settings), ...conditions }
  const lists = Object.fromEntries(kinds.map((kind) => [listOfKind[kind], kind === 'event' ? events : {}]))
  const input = { ...lists, limit: limit === undefined ? defaultLimit : changesShape.limit.parse(limit) }
  if (since === undefined) {
    // A request that names neither kinds nor filters leaves them to the next one.
    const isNamed = _kinds !== undefined || Object.keys(filters).length > 0
    return { body: toJson({ changes: [], token: await calendar.changes.token(isNamed ? input : undefined), more: false }) }
  }
  const token = String(since)
  const seconds = wait === undefined ? 0 : changesShape.wait.parse(wait)
  const read = async (inside: Calendar, from: string, most = input.limit): Promise<[ChangesPage, CachedResponse]> => {
    const page = await readPage(inside, from, { ...input, limit: most })
    const changes = await present(call, page.items)
    try {
      return [page, await finish({ body: toJson({ changes, token: page.token, more: page.more }), etag: `"${page.token}"` })]
    } catch (error) {
      // A copy could not go on: it cannot know which limit would do.
      if (most > 1 && isTooLarge(error)) return read(inside, from, Math.ceil(most / 2))
      throw error
    }
  }
  if (wait === undefined) return (await read(calendar, token))[1]
  const leave = seconds === 0 ? undefined : takePlace(call.actor, settings.id)
  try {
    // Without a place the request is answered at once, and still shares its reading.
    return (await readOrWait(call, token, read, leave === undefined ? 0 : seconds)).response
  } finally {
    leave?.()
  }
}

/** How many changes an answer has at most without `limit`. */
const defaultLimit = 500

const isTooLarge = (error: unknown): boolean =>
  isCalendarError(error, 'invalid_input') && error.details.issues.some(({ code }) => code === 'page_too_large')

/** A response with changes, which waiting requests share. */
interface SharedChanges extends ReadChanges {
  /** The response. */
  readonly response: CachedResponse
  /** The approximate size in bytes. */
  readonly byteLength: number
}

/**
 * The changes, at once if there are some; otherwise after the first one, or after the time. Requests that wait with equal tokens read once:
 * one write notifies all of them, and they get equal tokens for their next requests.
 */
async function readOrWait(
  call: EndpointContext,
  token: string,
  read: (inside: Calendar, from: string) => Promise<[ChangesPage, CachedResponse]>,
  seconds: number,
): Promise<SharedChanges> {
  const { calendar, settings, language, parameters } = call
  const make = async (inside: Calendar, from: string): Promise<SharedChanges> => {
    const [{ items, token, more }, response] = await read(inside, from)
    return { items: { length: items.length }, token, more, response, byteLength: response.byteLength }
  }
  const others = parameters.filter(([name]) => name !== 'since' && name !== 'wait')
  const isShared = isSameForReaders(call)
  const share = (from: string): Promise<SharedChanges> => {
    const key = JSON.stringify(['changes', settings.id, language, others, from])
    // Filters may have relative times, which change each minute.
    return internals(calendar).cached(key, (inside) => make(inside, from), { isOfMinute: true, terms: 'both' })
  }
  return internals(calendar).waitForChanges(token, (from) => (isShared ? share(from) : make(calendar, from)), seconds * 1_000)
}

/** The changes. The parameter of the token has another name here. */
async function readPage({ changes }: Calendar, token: string, input: object): Promise<ChangesPage> {
  try {
    return await changes.since(token, input)
  } catch (error) {
    const isOfToken = isCalendarError(error, 'invalid_input') && 'token' in error.details.params
    throw isOfToken ? invalidInput({ since: { code: 'not_a_token' } }) : error
  }
}

/** The changes as they are sent. */
async function present({ settings, language }: EndpointContext, items: readonly ChangeItem[]): Promise<readonly EncodableObject[]> {
  const presenter = await createPresenter(settings, language, items.flatMap(picturesOf))
  return items.map((item) => ({
    kind: item.kind,
    id: item.id,
    gone: item.gone,
    ...(!item.gone && { record: toWire(item, presenter) }),
  }))
}

const picturesOf = (item: ChangeItem): readonly Pictured[] =>
  item.gone || item.kind === 'category' || item.kind === 'tag' ? [] : [item.record]

/** The records of the kinds. */
type Present = Extract<ChangeItem, { readonly gone: false }>

function toWire({ kind, record }: Present, to: Presenter) {
  // Each kind has its own records, which the compiler does not follow through the destructured union.
  if (kind === 'event') return toWireEvent(record as Event, to)
  if (kind === 'venue') return toWireVenue(record as Venue, to)
  if (kind === 'organizer') return toWireOrganizer(record as Organizer, to)
  return toWireTerm(record as Term, to)
}
