import { isCalendarError } from '@kalends/client'
import type { CalendarClient, HistoryEntry } from '@kalends/core'
import type { BaseRecord, CrudFilter, DataProvider, HttpError, MetaQuery } from '@refinedev/core'

/** The collections of a calendar, which are the resources of the admin. */
export type Resource = 'events' | 'venues' | 'organizers' | 'categories' | 'tags'

/** How much of a series a write is for. */
export type Scope = 'this' | 'following' | 'all'

/** What a write takes beside the values, in its `meta`. */
export interface WriteMeta {
  /** The version that the write replaces: another one is refused, and nothing is written. */
  readonly version?: number
  /** For the date of a series. */
  readonly scope?: Scope
  /** With an update: takes the record out of the trash. */
  readonly restore?: boolean
  /** With a deletion: for good, and not into the trash. */
  readonly forever?: boolean
}

type Options = Pick<WriteMeta, 'version' | 'scope'>

/** The calls of every collection. Categories and tags have no trash. */
interface Records {
  list(input: object): Promise<{ readonly items: readonly BaseRecord[]; readonly total: number }>
  get(id: number): Promise<BaseRecord>
  create(input: object): Promise<BaseRecord>
  update(id: number, input: object, options: Options): Promise<BaseRecord>
  delete(id: number, options: Options): Promise<BaseRecord>
  trash(id: number, options: Options): Promise<BaseRecord>
  restore(id: number, options: Options): Promise<BaseRecord>
  revert(id: number, options: Options & { readonly to: number }): Promise<{ readonly missing: readonly string[] }>
}

/** The part of a history that one request reads. */
export const historyLength = 20

/** The data provider of Refine over a client, and the calls that Refine has no name for. */
export interface CalendarProvider extends DataProvider {
  /** The writes of a record, newest first; `before` is the number of the last one that is known. */
  history(resource: Resource, id: number, before?: number): Promise<readonly HistoryEntry[]>
  /** Gives a record the values that it had at a version, and returns the members that link fewer records than then. */
  revert(resource: Resource, id: number, to: number, version: number): Promise<readonly string[]>
  /** The times at which venues are taken. */
  readonly freeBusy: CalendarClient['freeBusy']
}

/** @param client the typed client of the service */
export function createDataProvider(client: CalendarClient): CalendarProvider {
  // The inputs of each kind are checked by the service, and its issues belong to fields of the form.
  const of = (resource: string): Records => client[resource as Resource] as unknown as Records
  return {
    getApiUrl: () => '',
    getList: async ({ resource, pagination, sorters = [], filters = [] }) => {
      const { currentPage = 1, pageSize = 20 } = pagination ?? {}
      const input = { ...everything(resource), ...toInput(filters), ...toOrder(sorters[0]), page: currentPage, perPage: pageSize }
      const { items, total } = await answer(of(resource).list(input))
      return { data: toAny(items), total }
    },
    getMany: async ({ resource, ids }) => {
      const { items } = await answer(of(resource).list({ ...everything(resource), ids: ids.map(Number), perPage: ids.length }))
      return { data: toAny(items) }
    },
    getOne: async ({ resource, id }) => ({ data: toAny(await answer(of(resource).get(Number(id)))) }),
    create: async ({ resource, variables }) => ({ data: toAny(await answer(of(resource).create(variables as object))) }),
    update: async ({ resource, id, variables, meta }) => {
      const { restore, options } = readMeta(meta)
      const record = restore ? of(resource).restore(Number(id), options) : of(resource).update(Number(id), variables as object, options)
      return { data: toAny(await answer(record)) }
    },
    deleteOne: async ({ resource, id, meta }) => {
      const { forever, options } = readMeta(meta)
      return { data: toAny(await answer(of(resource)[forever ? 'delete' : 'trash'](Number(id), options))) }
    },
    history: (resource, id, before) => answer(client[resource].history(id, { limit: historyLength, ...(before && { before }) })),
    revert: async (resource, id, to, version) => (await answer(of(resource).revert(id, { to, version }))).missing,
    freeBusy: (input, options) => answer(client.freeBusy(input, options)),
  }
}

/** Refine's callers name the type of a record; the service alone knows it. */
const toAny = <T>(value: unknown): T => value as T

function readMeta({ version, scope, restore = false, forever = false }: MetaQuery & WriteMeta = {}) {
  return { restore, forever, options: { ...(version && { version }), ...(scope && { scope }) } }
}

/** The filters that keep drafts and hidden events in a list. */
const everything = (resource: string): object => ({
  ...(['events', 'venues', 'organizers'].includes(resource) && { status: 'any' }),
  ...(resource === 'events' && { hidden: 'include' }),
})

/** Filters have the names of the client's; an empty one is none. */
const toInput = (filters: readonly CrudFilter[]): object =>
  Object.fromEntries(filters.flatMap((filter) => ('field' in filter && filter.value !== '' ? [[filter.field, filter.value]] : [])))

const toOrder = (sorter?: { readonly field: string; readonly order: string }): object =>
  sorter ? { orderBy: sorter.field, order: sorter.order } : {}

/** The result of a call; its error becomes one of Refine, with the issues at their fields. */
const answer = <T>(call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    throw toHttpError(error)
  })

/** The error of a call as Refine wants it, which is a sentence for people, and for invalid input the issues of each field. */
export function toHttpError(error: unknown): HttpError {
  if (!isCalendarError(error)) return { message: String(error), statusCode: 0 }
  const { code, message, status = 0 } = error
  const given = { code, message, statusCode: status }
  if (isCalendarError(error, 'invalid_input')) return { ...given, errors: toErrors(error.details.issues ?? []) }
  if (isCalendarError(error, 'venue_busy')) return { ...given, errors: { venues: [message] } }
  if (isCalendarError(error, 'slug_taken')) return { ...given, errors: { slug: [message] } }
  if (!isCalendarError(error, 'version_conflict')) return given
  return { ...given, message: 'Somebody else has changed this record meanwhile, so nothing was saved.' }
}

/** The messages of each field. An issue inside of a value, such as `venues[0].geoLat`, belongs to the field of the form. */
function toErrors(issues: readonly { readonly path: string; readonly message: string }[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const { path, message } of issues) {
    const field = path.replace(/[.[].*/, '')
    errors[field] = [...(errors[field] ?? []), message]
  }
  return errors
}
