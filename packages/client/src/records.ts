import type { CalendarClient, Page } from '@kalends/core'
import { type ListInput, toPage, toRecord, type WireList, type WireRecord } from './decode.ts'
import { encode, given, toBody, toQuery } from './encode.ts'
import { isCalendarError, toError } from './errors.ts'
import { randomKey } from './host.ts'
import { type Collection, isOfTerms, namesOf } from './names.ts'
import type { Call, Send } from './transport.ts'

/** A record of any kind. */
type AnyRecord = { readonly id: number }

type Ref = number | string

/** What is written has the members of any kind. */
type AnyInput = Readonly<Record<string, unknown>>

/** Only events have scopes. The service ignores that of another kind. */
type Options = NonNullable<Parameters<CalendarClient['events']['update']>[2]>

/** The operations of any kind, as `CalendarClient` describes them. The inputs of each kind are checked by the service. */
export interface AnyRecords {
  list(input?: ListInput): Promise<Page<AnyRecord>>
  each(input?: ListInput): AsyncIterable<AnyRecord>
  get(ref: Ref): Promise<AnyRecord>
  find(ref: Ref): Promise<AnyRecord | null>
  create(input: AnyInput): Promise<AnyRecord>
  update(ref: Ref, input: AnyInput, options?: Options): Promise<AnyRecord>
  delete(ref: Ref, options?: Options): Promise<AnyRecord>
  trash(ref: Ref, options?: Options): Promise<AnyRecord>
  restore(ref: Ref, options?: Options): Promise<AnyRecord>
}

/** The largest page of a calendar, unless its host allows larger ones. A service clamps what it does not allow. */
const largestPage = 100

/** The operations on a collection, as a calendar in process has them. */
export function createRecords(collection: Collection, send: Send): AnyRecords {
  const names = namesOf[collection]
  const { kind } = names
  const isTerm = isOfTerms(collection)

  const list: List = (input, isCached) => {
    const query = toQuery(collection, input)
    const call: Call = {
      method: 'GET',
      path: `/${collection}${query && `?${query}`}`,
      toCore: (name) => (name === 'uid' ? 'uids' : names.toCore(name)),
      subject: { kind, page: input.page },
      isCached,
      // The service sends a list; another body makes it throw.
      decode: (body) => toPage(collection, body as WireList, input),
    }
    return send(call) as Promise<Page<AnyRecord>>
  }

  const one = createOne(collection, send, async (slug) => (await list({ slug, perPage: 1 }, true)).items[0])
  const get = (ref: Ref): Promise<AnyRecord> => one(ref, { method: 'GET', isCached: true })
  return {
    list: async (input = {}) => list(input, true),
    each: (input = {}) => each(list, input),
    get,
    find: (ref) =>
      get(ref).catch((error: unknown) => {
        if (isCalendarError(error, 'not_found') || isCalendarError(error, 'in_trash')) return null
        throw error
      }),
    create: (input, options?: object) =>
      one(undefined, { method: 'POST', input, body: toBody(collection, input), headers: { 'idempotency-key': randomKey() } }, options),
    // Without `omitted`, a service may set `allDay` to false.
    update: (ref, input, options) => one(ref, { method: 'PATCH', query: 'omitted=keep', input, body: toBody(collection, input) }, options),
    delete: (ref, options) => one(ref, { method: 'DELETE', query: isTerm ? '' : 'force=true' }, options),
    trash: (ref, options) => one(ref, { method: 'DELETE' }, options),
    restore: (ref, options) => one(ref, { method: 'PATCH', query: 'restore=true', body: {} }, options),
  }
}

type List = (input: ListInput & { readonly slug?: string }, isCached: boolean) => Promise<Page<AnyRecord>>

async function* each(list: List, input: ListInput): AsyncGenerator<AnyRecord, void, undefined> {
  let { afterId } = input
  for (;;) {
    const { items, totalPages } = await list(
      { ...input, page: undefined, perPage: largestPage, orderBy: 'id', order: 'asc', afterId } as ListInput,
      false,
    )
    yield* items
    afterId = items.at(-1)?.id
    // The total is that of the records after `afterId`.
    if (totalPages <= 1 || !afterId) return
  }
}

type One = (
  ref: Ref | undefined,
  call: Pick<Call, 'method' | 'isCached' | 'input' | 'body' | 'headers'> & { readonly query?: string },
  options?: Options,
) => Promise<AnyRecord>

/** Makes the requests for one record. An id is a number, a slug a text; a new record has neither. */
function createOne(collection: Collection, send: Send, findTerm: (slug: string) => Promise<AnyRecord | undefined>): One {
  const names = namesOf[collection]
  const { kind } = names
  const isTerm = isOfTerms(collection)
  return async (ref, { query = '', ...call }, options = {}) => {
    const isSlug = typeof ref === 'string'
    const subject = { kind, [isSlug ? 'slug' : 'id']: ref }
    // Terms have no address by slug.
    const term = isSlug && isTerm && ref ? await findTerm(ref) : undefined
    if (term && call.method === 'GET') return term
    // No slug is empty, and `.` and `..` would be resolved.
    if (isSlug && !term && (isTerm || /^\.{0,2}$/.test(ref))) throw toError('not_found', 'There is no such record.', subject)
    const segment = term?.id ?? (isSlug ? `by-slug/${encode(ref)}` : ref)
    let path = `/${collection}${segment === undefined ? '' : `/${isSlug ? segment : encode(segment)}`}?${query}`
    for (const [name, value] of given(options)) {
      // Without this check, a condition such as `check` would be ignored silently.
      if (name !== 'version' && name !== 'scope') throw new TypeError(`There is no such option: ${name}`)
      path += `&${name}=${encode(String(value))}`
    }
    // A series that was split would be split again.
    const isOnce = options.scope === 'following' && !options.version
    // The service sends a record; another body makes it throw.
    const decode = (body: unknown): object => toRecord(collection, body as WireRecord)
    return send({ ...call, path, toCore: names.toCore, subject, isOnce, decode }) as Promise<AnyRecord>
  }
}
