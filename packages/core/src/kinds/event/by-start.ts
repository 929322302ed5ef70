import type { Operation } from '../../record/context.ts'
import type { EventFilter, EventSort, Range } from '../../store/filters.ts'
import type { EntityId, EventRecord } from '../../store/records.ts'
import { yieldToEventLoop } from '../../time/timer.ts'
import { addLocalSeconds } from '../../time/wall-time.ts'

/**
 * The size of a batch of events: large enough that their links are read in few statements, and small enough that reading and completing
 * them blocks the event loop for less than 50 ms.
 */
const defaultSize = 200

const byStart: readonly EventSort[] = [
  { key: 'startLocal', direction: 'asc' },
  { key: 'id', direction: 'asc' },
]

/**
 * The matching events by start and then id, in batches. Each batch continues after the last event of the previous one (keyset pagination),
 * so that all batches together are one scan, and events that are created or deleted meanwhile shift no others.
 * @param limit the maximum number of events that are read
 * @param size the number of events in a batch; the last one may have fewer
 */
export async function* batchesByStart(
  { store, signal }: Pick<Operation, 'store' | 'signal'>,
  filter: EventFilter,
  limit: number,
  size = defaultSize,
): AsyncGenerator<readonly EventRecord[], void, undefined> {
  const find = ({ distinct: _, ...some }: EventFilter, count: number): Promise<readonly EventRecord[]> =>
    store.events.find({ filter: some, order: byStart, offset: 0, limit: count, signal })
  let wanted = Math.min(size, limit)
  let batch = await find(filter, wanted)
  // A query that begins after the last event finds a later occurrence of a series whose first one is already in a batch.
  const isNew = filter.distinct === undefined ? undefined : createSeriesTest()
  for (let left = limit; ; ) {
    yield isNew === undefined ? batch : batch.filter(isNew)
    const last = batch.at(-1)
    left -= batch.length
    if (last === undefined || batch.length < wanted || left <= 0) return
    wanted = Math.min(size, left)
    const { sameStart, later } = after(filter, last)
    const rest = await find(sameStart, wanted)
    batch = rest.length === wanted ? rest : [...rest, ...(await find(later, wanted - rest.length))]
  }
}

/**
 * The matching events by start and then id, at most `limit`, in batches. With `distinct` and a limit they come from one query: the store finds
 * the first occurrence of each series without the later ones, which keyset pagination would read too.
 */
export async function* firstByStart(
  op: Pick<Operation, 'store' | 'signal'>,
  filter: EventFilter,
  limit: number,
): AsyncGenerator<readonly EventRecord[], void, undefined> {
  if (filter.distinct !== undefined && Number.isFinite(limit)) {
    const found = await op.store.events.find({ filter, order: byStart, offset: 0, limit, signal: op.signal })
    for (let from = 0; from < found.length; from += defaultSize) yield found.slice(from, from + defaultSize)
    return
  }
  yield* batchesByStart(op, filter, limit)
}

/** Creates the test whether an event is single, or the first one of its series. The test must get the events in the order of their starts. */
function createSeriesTest(): (event: EventRecord) => boolean {
  const seen = new Set<EntityId>()
  return ({ role, seriesId }) => role !== 'occurrence' || (!seen.has(seriesId) && seen.add(seriesId).size > 0)
}

/**
 * The filters for events after a given one. The filter language cannot compare pairs, so events in the same second need a query of their
 * own.
 */
function after(
  filter: EventFilter,
  { times: { startLocal }, id }: EventRecord,
): { readonly sameStart: EventFilter; readonly later: EventFilter } {
  const next = addLocalSeconds(startLocal, 1)
  return {
    sameStart: { ...filter, startLocal: { gte: startLocal, lt: next }, afterId: Math.max(id, filter.afterId ?? 0) },
    later: { ...filter, startLocal: { ...filter.startLocal, gte: next } satisfies Range<string> },
  }
}

/** The greatest number of events to skip in one query: a store reads all events that an offset skips. */
const maxStep = 1_900

/** The number of matching events, at most `most`. Skips them in steps of at most {@link maxStep}, and stops when it is reached. */
export async function countUpTo(
  { store, signal }: Pick<Operation, 'store' | 'signal'>,
  filter: EventFilter,
  most: number,
): Promise<number> {
  const findNth = (some: EventFilter, nth: number): Promise<readonly EventRecord[]> =>
    store.events.find({ filter: some, order: byStart, offset: nth - 1, limit: 1, signal })
  if (filter.distinct !== undefined) return (await findNth(filter, most)).length > 0 ? most : store.events.count(filter, signal)
  let rest = filter
  for (let counted = 0; ; ) {
    const step = Math.min(most - counted, maxStep)
    const [last] = await findNth(rest, step)
    if (last === undefined) return Math.min(most, counted + (await store.events.count(rest, signal)))
    counted += step
    if (counted === most) return most
    const { sameStart, later } = after(rest, last)
    counted += await store.events.count(sameStart, signal)
    if (counted >= most) return most
    rest = later
    await yieldToEventLoop()
  }
}
