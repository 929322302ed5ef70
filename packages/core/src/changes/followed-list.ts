import type { Status } from '../access/policy.ts'
import { invalidInput } from '../errors/calendar-error.ts'
import type { Kind } from '../errors/codes.ts'
import { requireObject } from '../input/read.ts'
import type { Operation, PublishedKindName } from '../record/context.ts'
import type { KindDefinition, KindTypes, RecordFor } from '../record/definition.ts'
import { findTerms } from '../record/find-terms.ts'
import { knownTerms } from '../record/known-terms.ts'
import { readList } from '../record/reads.ts'
import { listScope } from '../record/scope.ts'
import type { EventFilter, ReadClause, ReadScope } from '../store/filters.ts'
import type { EntityId } from '../store/records.ts'
import { type Window, windowOf, windowsEntered, withWindow } from './windows.ts'

/** A moment, and the window of a list at that moment. */
export interface Stage {
  /** The moment in milliseconds. */
  readonly nowMs: number
  /** The window. */
  readonly window: Window
}

/** A list that a copy follows. */
export interface FollowedList {
  /** The kind of its records. */
  readonly kind: Kind
  /** Identifies the list: its filter without window, and without what depends on the viewer or the moment. */
  readonly text: string
  /** Its window now. */
  readonly window: Window
  /** Whether its events depend on the places of venues. */
  readonly readsVenues: boolean
  /** Its window at another moment. */
  windowAt(nowMs: number): Promise<Window>
  /** Those of the records that are in the list with a window, as they are returned. */
  find(ids: readonly EntityId[], window: Window): Promise<ReadonlyMap<EntityId, unknown>>
  /**
   * The ids of records that may have entered or left the list between two moments without a write: their publication date came, or they are
   * in one of the windows and not in the other one. By id.
   */
  moved(from: Stage, to: Stage, which: Which): Promise<readonly EntityId[]>
}

/** Which records of a list to read. */
export interface Which {
  /** Only these. @default all */
  readonly ids?: readonly EntityId[] | undefined
  /** Only those with greater ids. */
  readonly afterId: EntityId
  /** The maximum number. */
  readonly limit: number
}

/** The members of filters that this module reads and changes. Each kind's filter has some of them. */
type AnyFilter = Pick<EventFilter, 'ids' | 'afterId' | 'readable' | 'geo' | 'distinct' | 'categoryIds' | 'tagIds'> & Window

/** The members of a filter that depend on the viewer's access at a moment; the viewer's access has a hash of its own. */
const ofAccess = new Set(['readable', 'shownBy'])

/** The filters of lists that depend on other records, which the log of their own kind does not report. */
const notFollowed: Readonly<Record<Kind, readonly string[]>> = {
  event: ['series', 'hasVenue', 'hasOrganizer'],
  venue: ['event', 'hasEvents', 'onlyWithUpcoming'],
  organizer: ['event', 'hasEvents', 'onlyWithUpcoming'],
  category: ['event', 'hasEvents'],
  tag: ['event', 'hasEvents'],
}

/**
 * Reads the filters of a list that a copy follows. `page`, `perPage` and the order are ignored.
 * @throws invalid_input naming every invalid field
 */
export async function followList<D extends KindTypes>(op: Operation, kind: KindDefinition<D>, input: object): Promise<FollowedList> {
  requireObject(kind.kind, input)
  const refused = notFollowed[kind.kind].filter((name) => Reflect.get(input, name) !== undefined && Reflect.get(input, name) !== 'all')
  if (refused.length > 0) throw invalidInput(Object.fromEntries(refused.map((name) => [name, { code: 'not_followed' }])))
  const fieldsAt = (at: Operation): Partial<D['listFields']> => readList<D['listFields']>(at, kind, input)
  // The filter of each kind has the members that its lists use.
  const queryAt = async (at: Operation): Promise<AnyFilter> => (await kind.query(at, fieldsAt(at))).filter as AnyFilter
  const filter = await queryAt(op)
  // Lists of kinds with a status have this field.
  const { status } = fieldsAt(op) as { readonly status?: readonly (Status | 'any')[] }
  return {
    kind: kind.kind,
    text: JSON.stringify({ ...withWindow(filter, {}), ...(await knownIn(op, filter)) }, (member, value) =>
      ofAccess.has(member) ? undefined : value,
    ),
    window: windowOf(filter),
    readsVenues: filter.geo !== undefined,
    windowAt: async (nowMs) => windowOf(await queryAt({ ...op, nowMs })),
    find: (ids, window) => findListed(op, kind, withWindow(filter, window), ids),
    moved: async (from, to, which) => {
      const entered = windowsEntered(from.window, to.window)
      const left = windowsEntered(to.window, from.window)
      const published = await publishedBetween(op, kind.kind, status, from.nowMs, to.nowMs)
      // A record that lost its place by its publication date may have left the window at the same time.
      const places = published.length === 0 ? [] : [to.window, ...left]
      const all = [
        ...[...entered, ...left].map((window) => withWindow(filter, window)),
        ...places.map((window) => ({ ...withWindow(filter, window), readable: published })),
      ]
      const ids = new Set<EntityId>()
      for (const one of all) for (const id of await findIds(op, kind, one, which)) ids.add(id)
      return [...ids].sort((a, b) => a - b).slice(0, which.limit)
    },
  }
}

/** The terms of a filter that the viewer knows: the hash of another one in a token would reveal that it exists. */
async function knownIn(op: Operation, filter: AnyFilter): Promise<AnyFilter> {
  const known: { categoryIds?: readonly EntityId[]; tagIds?: readonly EntityId[] } = {}
  for (const [member, taxonomy] of [
    ['categoryIds', 'category'],
    ['tagIds', 'tag'],
  ] as const) {
    const ids = filter[member]
    if (ids === undefined || ids.length === 0) continue
    known[member] = (await findTerms(op.store, { taxonomy, ids, ...(await knownTerms(op, taxonomy)) })).map(({ id }) => id)
  }
  return known
}

const byId = [{ key: 'id', direction: 'asc' }] as const

async function findListed<D extends KindTypes>(
  op: Operation,
  kind: KindDefinition<D>,
  filter: AnyFilter,
  ids: readonly EntityId[],
): Promise<ReadonlyMap<EntityId, unknown>> {
  const records = await findRecords(op, kind, filter, { ids, afterId: 0, limit: ids.length })
  const views = await kind.view(op, records)
  return new Map(records.map(({ id }, i) => [id, views[i]]))
}

async function findIds<D extends KindTypes>(
  op: Operation,
  kind: KindDefinition<D>,
  filter: AnyFilter,
  which: Which,
): Promise<readonly EntityId[]> {
  return (await findRecords(op, kind, filter, which)).map(({ id }) => id)
}

/** Some records of a filter by id. */
async function findRecords<D extends KindTypes>(
  op: Operation,
  kind: KindDefinition<D>,
  filter: AnyFilter,
  { ids, afterId, limit }: Which,
): Promise<readonly RecordFor<D>[]> {
  const wanted = ids === undefined || filter.ids === undefined ? (ids ?? filter.ids) : ids.filter((id) => filter.ids?.includes(id))
  if (wanted?.length === 0) return []
  const limited = { ...filter, ...(wanted && { ids: wanted }), afterId: Math.max(afterId, filter.afterId ?? 0) }
  // Both filter and order have members that every kind has.
  return kind.collection(op.store).find({ filter: limited as D['filter'], order: byId, offset: 0, limit, signal: op.signal })
}

/**
 * The scope of the records whose publication date came between two moments, of those that a list shows before or after it. Lists of scheduled
 * records lose them, other lists get them.
 */
async function publishedBetween(
  op: Operation,
  kind: Kind,
  status: readonly (Status | 'any')[] | undefined,
  fromMs: number,
  toMs: number,
): Promise<ReadScope> {
  if (kind === 'category' || kind === 'tag' || toMs <= fromMs) return []
  const published: PublishedKindName = kind
  const before = await listScope({ ...op, nowMs: fromMs }, published, status)
  const after = await listScope({ ...op, nowMs: toMs }, published, status)
  return [...before, ...after].flatMap((clause): readonly ReadClause[] => {
    if (clause.status !== 'publish') return []
    const gte = Math.max(clause.publishedMs?.gte ?? Number.NEGATIVE_INFINITY, fromMs + 1)
    const lt = Math.min(clause.publishedMs?.lt ?? Number.POSITIVE_INFINITY, toMs + 1)
    return gte < lt ? [{ ...clause, publishedMs: { gte, lt } }] : []
  })
}
