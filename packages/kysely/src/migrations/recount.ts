import type { EventCollection } from '@kalends/core/store'
import { sql } from 'kysely'
import { type CountKind, insertCounts } from '../count/counts.ts'
import { checkMigrations } from '../engine/migration-table.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { guarded } from '../engine/transaction.ts'
import { recordIndexed } from '../write/log-rows.ts'
import { runExclusively } from './exclusively.ts'

/** The start of the day of a start time, on engines whose remainders have the sign of the dividend. */
const day = sql`start_wall - ((start_wall % 86400000) + 86400000) % 86400000`

/** The start of the period of a start time (count/counts.ts). */
const period = sql`start_wall - ((start_wall % 2419200000) + 2419200000) % 2419200000`

/**
 * Whether the number of events of each status differs from the counts of days. It reads one index of the events, and detects events that
 * were written by an older version or by another program. It does not detect wrong counts of terms alone; only a recount corrects those.
 */
export async function hasLostCount({ db, parts }: StoreContext): Promise<boolean> {
  const { rows } = await sql`
    select status from (
      select status, count(*) as events from ${parts.events} where hidden = 0 group by status
      union all select status, - sum(events) from ${parts.event_counts} where kind = 'day' group by status
    ) as c group by status having sum(events) <> 0`.execute(db)
  return rows.length > 0
}

/**
 * Corrects each count by its difference, or only counts the wrong ones. One statement finds the differences in one state of the database, and
 * the corrections are inserted as differences too, so writes need not wait and stay correct. Two corrections must not run at the same time.
 * @returns how many counts were wrong
 */
export async function recount(context: StoreContext, dryRun: boolean, atMs: number): Promise<number> {
  const { db, parts } = context
  const { rows } = await sql<{ kind: CountKind; counted_id: unknown; period: unknown; status: string; missing: unknown }>`
    select kind, counted_id, period, status, sum(events) as missing from (
      select 'day' as kind, ${day} as counted_id, 0 as period, status, count(*) as events from ${parts.events} where hidden = 0 group by ${day}, status
      union all select taxonomy, term_id, 0, status, count(*) from ${parts.event_terms} where hidden = 0 group by taxonomy, term_id, status
      union all select 'categoryPeriod', term_id, ${period}, status, count(*) from ${parts.event_terms}
        where hidden = 0 and taxonomy = 'category' group by term_id, ${period}, status
      union all select kind, counted_id, period, status, - sum(events) from ${parts.event_counts} group by kind, counted_id, period, status
    ) as c group by kind, counted_id, period, status having sum(events) <> 0`.execute(db)
  if (dryRun || rows.length === 0) return rows.length
  const counts = rows.map(({ kind, status, ...row }) => ({
    kind,
    counted_id: Number(row.counted_id),
    period: Number(row.period),
    status,
    events: Number(row.missing),
  }))
  await insertCounts(context, counts)
  // Totals change, so cached responses must expire.
  await recordIndexed(context, 'event', atMs)
  return counts.length
}

/**
 * Counts all events of each day, category and tag, and corrects wrong counts, while no other process migrates or counts.
 * @param dryRun whether wrong counts are only counted, without waiting for others
 * @returns the number of events, and of wrong counts
 * @throws TypeError it would correct counts in a transaction of MariaDB or MySQL
 */
export const recountEvents = (context: StoreContext, dryRun: boolean, atMs: number): ReturnType<EventCollection['recount']> => {
  const count = async (inside: StoreContext) => {
    await checkMigrations(inside)
    const { rows } = await sql<{ events: unknown }>`select count(*) as events from ${inside.parts.events}`.execute(inside.db)
    return { events: Number(rows[0]?.events), wrong: await recount(inside, dryRun, atMs) }
  }
  return dryRun ? guarded(context, count) : runExclusively(context, count)
}
