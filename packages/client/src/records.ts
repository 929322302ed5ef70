import type { ClientRecords, ClientScopedOptions, Page, TrashableClientRecords } from '@kalends/core'
import { toPage, toRecord, type WireList, type WireRecord } from './decode.ts'
import { toBody, toQuery } from './encode.ts'
import { isCalendarError, toError } from './errors.ts'
import { randomKey } from './host.ts'
import { type Collection, isOfTerms, kindOf, namesOf } from './names.ts'
import type { Call } from './transport.ts'

/** A record of any kind. */
type AnyRecord = { readonly id: number }

/** The input of a list of any kind. */
interface AnyListInput {
  readonly page?: number | undefined
  readonly perPage?: number | undefined
  readonly afterId?: number | undefined
}

type Ref = number | string

/** What is written has the members of any kind. */
type AnyInput = Readonly<Record<string, unknown>>

/** The operations of any kind. The inputs of each kind are checked by the service. */
export type AnyRecords = ClientRecords<AnyRecord, AnyInput, AnyInput, AnyListInput, ClientScopedOptions> &
  Pick<TrashableClientRecords<AnyRecord, AnyInput, AnyInput, AnyListInput, ClientScopedOptions>, 'trash' | 'restore'>

/** The largest page of a calendar, unless its host allows larger ones. A service clamps what it does not allow. */
const largestPage = 100

/** Sends a request, and returns what `decode` returns. */
type Send = (call: Call) => Promise<unknown>

/** The operations on a collection, as a calendar in process has them. */
export function createRecords(collection: Collection, send: Send): AnyRecords {
  const list = createList(collection, send)
  const one = createOne(collection, send, async (slug) => (await list({ slug, perPage: 1 }, true)).items[0])
  const isTerm = isOfTerms(collection)
  const get = (ref: Ref): Promise<AnyRecord> => one('GET', ref, '', undefined, { isCached: true })
  return {
    list: async (input = {}) => list(input, true),
    async *each(input = {}) {
      let { afterId } = input
      for (;;) {
        const next = { ...input, page: undefined, perPage: largestPage, orderBy: 'id', order: 'asc', afterId }
        const { items, totalPages } = await list(next, false)
        yield* items
        afterId = items.at(-1)?.id
        // The total is that of the records after `afterId`.
        if (totalPages <= 1 || afterId === undefined) return
      }
    },
    get,
    find: async (ref) => {
      try {
        return await get(ref)
      } catch (error) {
        if (isCalendarError(error, 'not_found') || isCalendarError(error, 'in_trash')) return null
        throw error
      }
    },
    create: (input, options?: object) =>
      one('POST', undefined, '', options, { input, body: toBody(collection, input), headers: { 'idempotency-key': randomKey() } }),
    // Without `omitted`, a service may set `allDay` to false.
    update: (ref, input, options) => one('PATCH', ref, 'omitted=keep', options, { input, body: toBody(collection, input) }),
    delete: (ref, options) => one('DELETE', ref, isTerm ? '' : 'force=true', options),
    trash: (ref, options) => one('DELETE', ref, '', options),
    restore: (ref, options) => one('PATCH', ref, 'restore=true', options, { body: {} }),
  }
}

type List = (input: AnyListInput & { readonly slug?: string }, isCached: boolean) => Promise<Page<AnyRecord>>

const createList =
  (collection: Collection, send: Send): List =>
  (input, isCached) => {
    const query = toQuery(collection, input)
    const call: Call = {
      method: 'GET',
      path: `/${collection}${query && `?${query}`}`,
      toCore: (name) => (name === 'uid' ? 'uids' : namesOf[collection].toCore(name)),
      subject: { kind: kindOf[collection], page: input.page },
      isCached,
      // The service sends a list; another body makes it throw.
      decode: (body) => toPage(collection, body as WireList, input),
    }
    return send(call) as Promise<Page<AnyRecord>>
  }

type One = (
  method: Call['method'],
  ref: Ref | undefined,
  query: string,
  options: ClientScopedOptions | undefined,
  rest?: Pick<Call, 'isCached' | 'input' | 'body' | 'headers'>,
) => Promise<AnyRecord>

/** Makes the requests for one record. An id is a number, a slug a text; a new record has neither. */
const createOne =
  (collection: Collection, send: Send, findTerm: (slug: string) => Promise<AnyRecord | undefined>): One =>
  async (method, ref, query, given, rest) => {
    const options = given ?? {}
    const parameters = [query]
    for (const [name, value] of Object.entries(options)) {
      // Without this check, a condition such as `check` would be ignored silently.
      if (ref === undefined || (name !== 'version' && name !== 'scope')) throw new TypeError(`The option ${name} does not work over HTTP.`)
      if (value !== undefined) parameters.push(`${name}=${value}`)
    }
    const subject = { kind: kindOf[collection], [typeof ref === 'number' ? 'id' : 'slug']: ref }
    let path: Ref = ref ?? ''
    if (typeof ref === 'string') {
      // Terms have no address by slug. No slug is empty, and `.` and `..` would be resolved.
      const term = isOfTerms(collection) && ref !== '' ? await findTerm(ref) : undefined
      if (term && method === 'GET') return term
      if (!term && (isOfTerms(collection) || /^\.{0,2}$/.test(ref)))
        throw toError('not_found', 'There is no such record.', { details: subject })
      path = term?.id ?? `by-slug/${encodeURIComponent(ref)}`
    }
    const call: Call = {
      ...rest,
      method,
      path: `/${collection}${path && `/${path}`}?${parameters.join('&')}`,
      toCore: namesOf[collection].toCore,
      subject,
      // A series that was split would be split again.
      isOnce: options.scope === 'following' && options.version === undefined,
      // The service sends a record; another body makes it throw.
      decode: (body) => toRecord(collection, body as WireRecord),
    }
    return send(call) as Promise<AnyRecord>
  }
