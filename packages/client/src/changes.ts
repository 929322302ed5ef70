import type { Calendar, CalendarClient, CalendarOf, ChangesInput, ChangesPage, ClientChanges } from '@kalends/core'
import { toRecord, type WireRecord } from './decode.ts'
import { given, toQuery } from './encode.ts'
import { type Collection, collections, filtersOf, namesOf } from './names.ts'
import { type Sender, sender } from './sender.ts'
import type { Call } from './transport.ts'

/** A change as sent. */
interface WireChange {
  /** The kind of record. */
  readonly kind: string
  /** Its id. */
  readonly id: number
  /** A change without it has a record. */
  readonly gone: boolean
  /** The current record. */
  readonly record: WireRecord
}

/** An answer as sent. */
interface WireChanges extends Omit<ChangesPage, 'items'> {
  /** One for each record. */
  readonly changes: readonly WireChange[]
}

/** The collection of a kind. */
export function collectionOf(kind: string): Collection {
  const collection = collections.find((name) => namesOf[name].kind === kind)
  if (collection) return collection
  throw new TypeError(`There is no such kind: ${kind}`)
}

const toItem = (change: WireChange): object =>
  change.gone ? change : { ...change, record: toRecord(collectionOf(change.kind), change.record) }

/** The names of parameters that differ from those of the filters of events. Without kinds, a calendar in process refuses the events. */
const ownNames: Readonly<Record<string, string>> = { since: 'token', wait: 'waitMs', kinds: 'events' }

/**
 * The kinds of the lists, as the interface names them.
 * @throws TypeError the interface has no such filter
 */
function toKinds(lists: object): readonly string[] {
  return given(lists).map(([name, filters]) => {
    const refused = given(Object(filters)).find(([filter, value]) => name !== 'events' || (filter === 'series' && value !== 'all'))
    if (refused) throw new TypeError(`Over HTTP, changes of ${name} cannot be filtered by ${refused[0]}`)
    if (Object.hasOwn(namesOf, name)) return namesOf[name as Collection].kind
    throw new TypeError(`There is no such kind: ${name}`)
  })
}

/** The changes of a calendar over HTTP, as a calendar in process has them. */
function createChanges({ send, requireKnownFilters }: Sender): ClientChanges {
  const read = (input: object = {}, options: Pick<Call, 'waitMs' | 'signal' | 'known'> = {}): Promise<ChangesPage> =>
    send({
      method: 'GET',
      path: `/changes?${toQuery('events', input)}`,
      toCore: (name) => ownNames[name] ?? filtersOf('events').toCore(name),
      subject: {},
      ...options,
      decode: (body) => {
        // The service sends changes; another body makes it throw.
        const { changes, token, more } = body as WireChanges
        return { items: changes.map(toItem), token, more }
      },
    }) as Promise<ChangesPage>
  const named = ({ limit, ...lists }: ChangesInput): object => {
    requireKnownFilters('events', lists.events ?? {})
    return { ...(lists.events && { ...lists.events, window: 'all' }), kinds: toKinds(lists), limit }
  }
  return {
    token: async (lists, options) => (await read(lists && named(lists), options)).token,
    since: async (token, lists, { waitMs = 0, signal } = {}) =>
      // The service confirms a token without a body. Browsers send a request with this header without a look at their cache, in which a
      // request waits up to 20 seconds for one of another window with the same address.
      read(
        { ...named(lists), since: token, wait: Math.ceil(waitMs / 1000) },
        {
          waitMs,
          signal,
          known: { etag: `"${token}"`, value: { items: [], token, more: false } },
        },
      ),
  }
}

/**
 * The changes of a calendar in process, or of a client of `createClient`. Over HTTP, `since` has the filters of events alone: another kind
 * is followed whole.
 * @throws TypeError it is neither of them
 * @example
 * const changes = changesOf(createClient({ baseUrl: 'https://example.org/calendar/events/v1' }))
 * const token = await changes.token()
 * const { items } = await changes.since(token, { events: { categories: 'music' } }, { waitMs: 25_000 })
 */
export function changesOf<F extends CalendarOf<Calendar> = CalendarOf<Calendar>>(client: CalendarClient<F>): ClientChanges<F> {
  // Both are members that the interface does not have: a calendar has the first one, a client the second one.
  const { changes, [sender]: remote }: { readonly changes?: ClientChanges<F>; readonly [sender]?: Sender } = Object(client)
  if (changes) return changes
  // The records have the fields that the caller names, which the service checks.
  if (remote) return createChanges(remote) as ClientChanges<F>
  throw new TypeError('client must be a calendar, or a client of createClient')
}
