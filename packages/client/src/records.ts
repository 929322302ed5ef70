import type { CalendarClient, Page } from '@kalends/core'
import { type ListInput, toPage, toRecord, type WireList, type WireRecord } from './decode.ts'
import { encode, given, toBody, toPair, toQuery } from './encode.ts'
import { isCalendarError, toError } from './errors.ts'
import { randomKey } from './host.ts'
import { requireKnownFilters } from './known-filters.ts'
import { type Collection, filtersOf, isOfTerms, namesOf } from './names.ts'
import type { Call, Send } from './transport.ts'

/** A record of any kind. */
type AnyRecord = { readonly id: number }

type Ref = number | string

/** What is written has the members of any kind. */
type AnyInput = Readonly<Record<string, unknown>>

/** Only events have scopes. The service ignores that of another kind. */
type Options = NonNullable<Parameters<CalendarClient['events']['update']>[2]>

/** The options of a read. */
type Reading = NonNullable<Parameters<CalendarClient['events']['get']>[1]>

/** The operations of any kind, as `CalendarClient` describes them. The inputs of each kind are checked by the service. */
export interface AnyRecords {
  list(input?: ListInput, options?: Reading): Promise<Page<AnyRecord>>
  each(input?: ListInput, options?: Reading & { readonly limit?: number | undefined }): AsyncIterable<AnyRecord>
  count(input?: ListInput, options?: Reading & { readonly atMost?: number | undefined }): Promise<number>
  counts?(input: ListInput & { readonly by?: unknown }, options?: Reading): Promise<readonly object[]>
  get(ref: Ref, options?: Reading): Promise<AnyRecord>
  find(ref: Ref, options?: Reading): Promise<AnyRecord | null>
  create(input: AnyInput): Promise<AnyRecord>
  update(ref: Ref, input: AnyInput, options?: Options): Promise<AnyRecord>
  delete(ref: Ref, options?: Options): Promise<AnyRecord>
  trash(ref: Ref, options?: Options): Promise<AnyRecord>
  restore(ref: Ref, options?: Options): Promise<AnyRecord>
}

/** The operations on a collection, as a calendar in process has them. */
export function createRecords(collection: Collection, send: Send): AnyRecords {
  const { kind, toCore } = namesOf[collection]
  const list: List = (input, isCached, { signal } = {}) =>
    send({
      method: 'GET',
      // A service leaves out events outside of its default window; a calendar has none.
      path: `/${collection}?${toQuery(collection, { ...requireKnownFilters(collection, input), ...(collection === 'events' && { window: 'all' }) })}`,
      toCore: filtersOf(collection).toCore,
      subject: { kind, page: input.page },
      isCached,
      signal,
      // The service sends a list; another body makes it throw.
      decode: (body) => toPage(collection, body as WireList, input),
    }) as Promise<Page<AnyRecord>>

  const isTerm = isOfTerms(collection)
  /** The segments of a path: those of a record by its id or by its slug, or of the collection. */
  const segmentsOf = (ref: Ref | undefined, term: AnyRecord | undefined): readonly (string | number)[] => {
    if (ref === undefined) return [collection]
    if (typeof ref !== 'string') return [collection, ref]
    // Terms have no address by slug. No record has the id 0.
    return isTerm ? [collection, term?.id ?? 0] : [collection, 'by-slug', toSlug(ref)]
  }

  const one: One = async (method, query, ref, input, { signal, ...options } = {}) => {
    const term = isTerm && typeof ref === 'string' ? (await list({ slug: toSlug(ref) }, true, { signal })).items[0] : undefined
    // The list has the whole term.
    if (term && method === 'GET') return term
    return send({
      method,
      path: `/${segmentsOf(ref, term).map(encode).join('/')}?${[query, ...toOptionPairs(options)].join('&')}`,
      body: input && toBody(collection, input),
      headers: method === 'POST' ? { 'idempotency-key': randomKey() } : undefined,
      toCore,
      subject: { kind, [typeof ref === 'string' ? 'slug' : 'id']: ref },
      isCached: method === 'GET',
      signal,
      // A series that was split would be split again.
      isOnce: options.scope === 'following' && !options.version,
      // The service sends a record; another body makes it throw.
      decode: (body) => toRecord(collection, body as WireRecord),
    }) as Promise<AnyRecord>
  }
  const get = (ref: Ref, options?: Reading): Promise<AnyRecord> => one('GET', '', ref, undefined, options)
  return {
    list: (input = {}, options = {}) => listPage(list, input, options),
    each: (input = {}, { limit, ...options } = {}) => each(list, input, limit, options),
    count: async (input = {}, { atMost, ...options } = {}) =>
      Math.min(readLimit(atMost, 'atMost'), (await list({ ...input, page: 1, perPage: 1 }, true, options)).total),
    ...(collection === 'events' && { counts: countEvents(send) }),
    get,
    find: (ref, options) =>
      get(ref, options).catch((error: unknown) => {
        if (isCalendarError(error, 'not_found') || isCalendarError(error, 'in_trash')) return null
        throw error
      }),
    create: (input, options?: object) => one('POST', '', undefined, input, options),
    // Without `omitted`, a service may set `allDay` to false.
    update: (ref, input, options) => one('PATCH', 'omitted=keep', ref, input, options),
    delete: (ref, options) => one('DELETE', 'force=true', ref, undefined, options),
    trash: (ref, options) => one('DELETE', '', ref, undefined, options),
    restore: (ref, options) => one('PATCH', 'restore=true', ref, {}, options),
  }
}

/** Finds the id of a record. */
export type ToId = (ref: Ref) => Promise<number>

/**
 * Finds ids as writes do. The service sends a reader from a slug that a record had before to the record, and a write must not change what it does
 * not mean.
 */
export const toIds =
  (collection: Collection, get: AnyRecords['get']): ToId =>
  async (ref) => {
    if (typeof ref !== 'string') return ref
    const { id, slug } = (await get(ref)) as AnyRecord & { readonly slug?: string }
    const { kind } = namesOf[collection]
    if (slug !== ref.normalize('NFKC')) throw toError('not_found', `There is no ${kind} with the slug ${ref}.`, { kind, slug: ref }, 404)
    return id
  }

/** The numbers of events, from a service that has the extension for them. */
const countEvents =
  (send: Send): NonNullable<AnyRecords['counts']> =>
  async ({ by, ...input }, { signal } = {}) =>
    send({
      method: 'GET',
      path: `/events/counts?${toPair('by', by)}&${toQuery('events', { ...requireKnownFilters('events', input), window: 'all' })}`,
      toCore: filtersOf('events').toCore,
      subject: { kind: 'event' },
      isCached: true,
      signal,
      // The service sends counts; another body makes it throw.
      decode: (body) => (body as { readonly counts: readonly object[] }).counts.map((row) => row),
    }) as Promise<readonly object[]>

/**
 * Options as pairs of a query. Without the check, a condition such as `check` would be ignored silently.
 * @param names those that travel
 * @throws TypeError there is no such option
 */
export const toOptionPairs = (options: object, names: readonly string[] = ['version', 'scope']): readonly string[] =>
  given(options).map(([name, value]) => {
    if (names.includes(name)) return toPair(name, value)
    throw new TypeError(`There is no option ${name}.`)
  })

/** The slug of a path. An empty one and `.` and `..` would be resolved with the URL: they become a text that is no slug either. */
const toSlug = (text: string): string => (text === '' || text === '.' || text === '..' ? '!' : text)

type List = (input: ListInput & { readonly slug?: string }, isCached: boolean, options?: Reading) => Promise<Page<AnyRecord>>

/** A page of a list. One past the end is empty, with the totals of the first page: the service says that it has no such page. */
async function listPage(list: List, input: ListInput, options: Reading): Promise<Page<AnyRecord>> {
  try {
    return await list(input, true, options)
  } catch (error) {
    if (!isCalendarError(error, 'page_out_of_range')) throw error
    return { ...(await list({ ...input, page: 1 }, true, options)), items: [], page: Number(input.page) }
  }
}

async function* each(list: List, input: ListInput, limit: number | undefined, options: Reading): AsyncGenerator<AnyRecord> {
  let { afterId } = input
  for (let left = readLimit(limit, 'limit'); left > 0; ) {
    // A service clamps `perPage`; that of a calendar is at most 100, unless its host allows more.
    const walked = { ...input, page: undefined, perPage: Math.min(left, 100), orderBy: 'id', order: 'asc', afterId }
    const { items, totalPages } = await list(walked, false, options)
    yield* items
    afterId = items.at(-1)?.id
    left -= items.length
    // The total is that of the records after `afterId`.
    if (totalPages <= 1 || !afterId) return
  }
}

/**
 * The limit of `each`, `count` or a history; infinite without one.
 * @throws TypeError it is not an integer of 1 or more
 */
export function readLimit(limit: number | undefined, name: string): number {
  if (limit === undefined) return Number.POSITIVE_INFINITY
  if (!Number.isSafeInteger(limit) || limit < 1) throw new TypeError(`${name} must be an integer of 1 or more, not ${limit}`)
  return limit
}

/** Makes a request for one record. An id is a number, a slug a text; a new record has neither. */
type One = (
  method: Call['method'],
  query: string,
  ref: Ref | undefined,
  input?: AnyInput,
  options?: Options & Reading,
) => Promise<AnyRecord>
