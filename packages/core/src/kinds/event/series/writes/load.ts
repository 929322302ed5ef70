import type { WriteOperation } from '../../../../record/context.ts'
import { lostRace } from '../../../../record/lost-race.ts'
import { inheritFrom } from '../../../../store/inherit.ts'
import type { EventRecord } from '../../../../store/records.ts'
import type { SeriesRecord } from '../keys.ts'

/** A series with all of its occurrences, those in the trash included. */
export interface SeriesRows {
  /** The series. */
  readonly series: SeriesRecord
  /** Its occurrences, by key. */
  readonly occurrences: readonly EventRecord[]
}

/** The maximum number of occurrences in one read. */
const batchSize = 2_000

/** Loads all occurrences of a series, those in the trash and the unreadable ones included. */
export async function loadRows({ store }: Pick<WriteOperation, 'store'>, series: SeriesRecord): Promise<SeriesRows> {
  const occurrences: EventRecord[] = []
  for (let isWhole = false; !isWhole; ) {
    const filter = { seriesIds: [series.id], afterId: occurrences.at(-1)?.id ?? 0 }
    const query = { filter, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: batchSize, withoutInherited: true } as const
    const batch = await store.events.find(query)
    occurrences.push(...batch.map((occurrence) => inheritFrom(series, occurrence)))
    isWhole = batch.length < batchSize
  }
  return { series, occurrences: occurrences.sort((a, b) => (a.occurrenceKey < b.occurrenceKey ? -1 : 1)) }
}

/**
 * Makes other writes of a series wait until the end of the transaction, but changes nothing: a viewer would see a new version of the series.
 * Later reads of its occurrences see what the others have committed.
 */
const holdSeries = ({ store }: Pick<WriteOperation, 'store'>, { id }: SeriesRecord): Promise<void> =>
  store.lockNames('series', [String(id)])

/**
 * Holds a series, and checks that it is the one that the write has read before.
 * @throws version_conflict the series has changed, or is deleted; the call is retried
 */
export async function holdCurrentSeries(op: Pick<WriteOperation, 'store'>, series: SeriesRecord): Promise<void> {
  await holdSeries(op, series)
  const [stored] = await op.store.events.getMany([series.id])
  if (stored?.version !== series.version) throw lostRace({ kind: 'event', id: series.id })
}

/**
 * Holds a series, loads all of its occurrences, and checks the record that the write has read before: another writer may have split the series
 * meanwhile.
 * @param record the series, or one of its occurrences
 * @throws version_conflict the record is an occurrence that has changed or does not belong to the series any more; the call is retried
 */
export async function loadCurrentRows(op: Pick<WriteOperation, 'store'>, series: SeriesRecord, record: EventRecord): Promise<SeriesRows> {
  await holdSeries(op, series)
  const rows = await loadRows(op, series)
  const isCurrent = ({ id, version }: EventRecord): boolean => id === record.id && version === record.version
  if (record.id !== series.id && !rows.occurrences.some(isCurrent)) throw lostRace({ kind: 'event', id: record.id })
  return rows
}
