import { throwIfAborted } from '../store/abort-signal.ts'
import type { RecordFilter } from '../store/filters.ts'
import { keepSeen, type Likeness, likenesses } from './alike.ts'
import { beginOperation, type CalendarContext } from './context.ts'
import type { ReadDefinition, RecordFor } from './definition.ts'
import { type EachOptions, ofEach, readingIn, readLimit } from './list-options.ts'
import type { LinkedTypes } from './merge.ts'
import { readList } from './reads.ts'
import { batchesOf } from './stored-records.ts'

/** Two records that are likely to be one. */
export interface DuplicatePair<T> {
  /** The older one, by id, and the newer one. */
  readonly records: readonly [T, T]
  /** What they have in common. */
  readonly reasons: readonly Likeness[]
}

/** Records whose duplicates can be found. */
export interface DuplicateRecords<T, ListInput> {
  /**
   * Pairs of records that are likely to be one, in the order of the newer ones: with an equal name, telephone number, website or e-mail address, or
   * within 100 metres. Venues in different towns, or more than a kilometre apart, are none. Nothing is written.
   *
   * It reads every record of the list once, in batches by id. A record is compared with the first 50 that have the same name, number,
   * address or place, as far as they are among the last 200,000 of these.
   * @param input the filters of a list; `page`, `perPage` and the order are ignored; without `status` all except the trash
   * @param options `limit` is the maximum number of pairs @default all
   * @throws invalid_input naming every invalid filter
   * @throws TypeError a filter or an option is unknown, or the limit is not an integer of 1 or more
   * @example
   * for await (const { records: [older, newer], reasons } of calendar.venues.duplicates({}, { limit: 20 }))
   *   console.log(older.name, newer.name, reasons)
   */
  duplicates(input?: ListInput, options?: EachOptions): AsyncIterable<DuplicatePair<T>>
}

/** The number of keys that are kept. */
const mostKeys = 200_000

/** The number of ids in one read. */
const idsPerRead = 500

/** Finds the duplicates of a kind. */
export const createDuplicates = <D extends LinkedTypes>(
  context: CalendarContext,
  kind: ReadDefinition<D>,
): DuplicateRecords<D['view'], object> => ({ duplicates: (input = {}, options = {}) => pairsOf(context, kind, input, options) })

async function* pairsOf<D extends LinkedTypes>(
  context: CalendarContext,
  kind: ReadDefinition<D>,
  input: object,
  options: EachOptions,
): AsyncGenerator<DuplicatePair<D['view']>, void, undefined> {
  const op = beginOperation(readingIn(context, 'duplicates', options, ofEach))
  let left = readLimit(options.limit)
  const { filter } = await kind.query(
    op,
    readList<D['listFields']>(op, kind, 'status' in kind.listShape ? { status: 'any', ...input } : input),
  )
  const collection = kind.collection(op.store)
  const read = (where: RecordFilter): AsyncGenerator<readonly RecordFor<D>[], void, undefined> =>
    batchesOf<RecordFilter, RecordFor<D>>(collection, where, { signal: op.signal })
  const seen = keepSeen(mostKeys)
  for await (const batch of read(filter)) {
    throwIfAborted(op.signal)
    const alike = batch.map((record) => ({ record, ids: [...new Set(seen.see(record))].sort((a, b) => a - b) }))
    const known = new Map(batch.map((record) => [record.id, record]))
    const ids = [...new Set(alike.flatMap((one) => one.ids))].filter((id) => !known.has(id))
    // By the filter, because one of them may have changed since.
    for (let at = 0; at < ids.length; at += idsPerRead)
      for await (const found of read({ ...filter, ids: ids.slice(at, at + idsPerRead) })) for (const one of found) known.set(one.id, one)
    const pairs = alike.flatMap(({ record, ids: older }) =>
      older.flatMap((id) => {
        const one = known.get(id)
        const reasons = one === undefined ? [] : likenesses(one, record)
        return one === undefined || reasons.length === 0 ? [] : [{ records: [one, record] as const, reasons }]
      }),
    )
    const shown = pairs.slice(0, left)
    const records = [...new Set(shown.flatMap((pair) => pair.records))]
    const views = new Map((await kind.view(op, records)).map((view) => [view.id, view]))
    for (const {
      records: [older, newer],
      reasons,
    } of shown) {
      const [a, b] = [views.get(older.id), views.get(newer.id)]
      if (a !== undefined && b !== undefined) yield { records: [a, b], reasons }
    }
    left -= shown.length
    if (left === 0) return
  }
}
