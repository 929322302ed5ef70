import { type ChangeItem, type ChangesPage, type Event, isCalendarError, type Organizer, type Term, type Venue } from '@kalends/core'
import { changesShape, invalidInput } from '@kalends/core/internal'
import type { EncodableObject } from '../json.ts'
import { changesParameters, listOfKind } from '../parameters/changes.ts'
import { toEventListInput } from '../parameters/event.ts'
import { withFieldFilters } from '../parameters/field-conditions.ts'
import { withUidRefs } from '../parameters/generated-uid.ts'
import { parametersIn } from '../parameters/parameter.ts'
import { ensureShape } from '../parameters/query.ts'
import { isSameForReaders } from '../parameters/shared-parameters.ts'
import { toJson } from '../response/representation.ts'
import type { Answer } from '../response/respond.ts'
import type { EndpointContext, Route } from '../routing/route.ts'
import { toWireEvent } from '../wire/event.ts'
import { toWireOrganizer } from '../wire/organizer.ts'
import { createPresenter, type Pictured, type Presenter } from '../wire/presenter.ts'
import { toWireTerm } from '../wire/term.ts'
import { toWireVenue } from '../wire/venue.ts'

/** The changes since a token, for copies that follow the calendar. */
export const changesRoute: Route = {
  path: '/changes',
  parameters: [],
  endpoints: [
    {
      methods: ['GET'],
      id: 'listChanges',
      text: 'listChanges',
      permission: 'reads what the caller may see',
      query: changesParameters,
      fieldsOf: 'event',
      answers: 'Changes',
      status: 200,
      // A waiting response is made after a change, and most tokens are read once; but many copies poll with equal tokens.
      isCacheable: (call) => call.query['wait'] === undefined && isSameForReaders(call),
      // The token belongs to what the caller may read, and that includes terms.
      terms: 'both',
      run: listChanges,
    },
  ],
}

async function listChanges(call: EndpointContext): Promise<Answer> {
  const { calendar, query, settings } = call
  const { since, kinds: _kinds, limit, wait, ...filters } = query
  ensureShape(parametersIn(changesParameters, calendar), query)
  const kinds = query['kinds'] === undefined ? (Object.keys(listOfKind) as (keyof typeof listOfKind)[]) : changesShape.kinds.parse(_kinds)
  const { uids } = filters
  const listed = withFieldFilters(call, 'event', changesParameters, () => toEventListInput(filters, calendar))
  const events = uids === undefined ? listed : withUidRefs(listed, uids, 'event', settings.publicHost)
  if (since === undefined) return { body: toJson({ changes: [], token: await calendar.changes.token(), more: false }) }
  const token = String(since)
  const lists = Object.fromEntries(kinds.map((kind) => [listOfKind[kind], kind === 'event' ? events : {}]))
  const input = { ...lists, ...(limit !== undefined && { limit: changesShape.limit.parse(limit) }) }
  const seconds = wait === undefined ? 0 : changesShape.wait.parse(wait)
  const page = await readOrWait(call, token, input, seconds)
  const changes = await present(call, page.items)
  return { body: toJson({ changes, token: page.token, more: page.more }), etag: `"${page.token}"` }
}

/** The most requests of this process that wait. More are answered at once, because each keeps a connection. */
const maxWaiting = 1_000

let waiting = 0

/** The changes, at once if there are some; otherwise after the first one, or after the time. */
async function readOrWait(call: EndpointContext, token: string, input: object, seconds: number): Promise<ChangesPage> {
  if (seconds === 0 || waiting >= maxWaiting) return readPage(call, token, input, 0)
  waiting++
  try {
    return await readPage(call, token, input, seconds * 1_000)
  } finally {
    waiting--
  }
}

/** The changes. The parameter of the token has another name here. */
async function readPage({ calendar }: EndpointContext, token: string, input: object, waitMs: number): Promise<ChangesPage> {
  try {
    return await calendar.changes.since(token, input, { waitMs })
  } catch (error) {
    const isOfToken = isCalendarError(error, 'invalid_input') && 'token' in error.details.params
    throw isOfToken ? invalidInput({ since: 'must be a token of this calendar' }) : error
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
