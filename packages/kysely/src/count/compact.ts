import { sql } from 'kysely'
import { forChunks, inChunks } from '../engine/chunks.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { type CountKey, type CountKind, insertCounts } from './counts.ts'

/**
 * The number of newest rows that are searched for changed counts: about twice as many as are inserted between two compactions when events
 * are created one by one. A count that changed before them is found when it changes again.
 */
const newestRows = 20_000

/** A count with fewer rows is not compacted: adding the rows up is faster than replacing them. */
const minRows = 8

/** Counts of one kind, period and status. */
interface Group extends Pick<CountKey, 'kind' | 'period' | 'status'> {
  readonly ids: readonly number[]
}

/** Compacts the rows of each count that has changed often. */
export async function compactCounts(context: StoreContext): Promise<void> {
  for (const group of await changedOften(context)) await forChunks(group.ids, (ids) => compactGroup(context, { ...group, ids }))
}

async function changedOften({ db, parts: { event_counts: counts } }: StoreContext): Promise<readonly Group[]> {
  // recordCounts writes no other kinds.
  const { rows } = await sql<{ kind: CountKind; status: string; counted_id: unknown; period: unknown }>`
    select t.kind, t.status, t.counted_id, t.period from ${counts} as t inner join (
      select distinct kind, status, counted_id, period from ${counts} where id > (select max(id) from ${counts}) - ${newestRows}
    ) as c on t.kind = c.kind and t.status = c.status and t.counted_id = c.counted_id
      and t.period = c.period
    group by t.kind, t.status, t.counted_id, t.period having count(*) >= ${minRows}`.execute(db)
  const groups = new Map<string, { kind: CountKind; period: number; status: string; ids: number[] }>()
  for (const { kind, status, ...row } of rows) {
    const period = Number(row.period)
    const key = `${kind} ${status} ${period}`
    const group = groups.get(key) ?? { kind, period, status, ids: [] }
    group.ids.push(Number(row.counted_id))
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Replaces the rows of each count by their sum. Skips rows that another write is compacting or has compacted, so it waits for no lock. */
async function compactGroup(context: StoreContext, { kind, period, status, ids }: Group): Promise<void> {
  const { db, dialect, parts, tables } = context
  const rows = await db
    .selectFrom(tables.event_counts)
    .select(['id', 'counted_id', 'events'])
    .where('kind', '=', kind)
    .where('status', '=', status)
    .where('counted_id', 'in', ids)
    .where('period', '=', period)
    .execute()
  const removed = await inChunks(rows, async (chunk) => {
    const found = chunk.map(({ id }) => Number(id))
    const free = new Set((await dialect.selectSkipLocked(parts.event_counts, found).execute(db)).rows.map(({ id }) => Number(id)))
    if (free.size > 0) await dialect.deleteByIds(parts.event_counts, [...free]).execute(db)
    return chunk.filter(({ id }) => free.has(Number(id)))
  })
  const rowOf = ({ counted_id, events }: (typeof rows)[number]) => ({
    kind,
    period,
    status,
    counted_id: Number(counted_id),
    events: Number(events),
  })
  await insertCounts(context, removed.map(rowOf))
}
