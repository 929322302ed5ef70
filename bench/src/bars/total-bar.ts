import { createCalendar, publicReadOnly } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { kyselyStore } from '@kalends/kysely'
import { countStatements } from '@kalends/testing'
import { sql } from 'kysely'
import { nowMs } from '../data/shape.ts'
import { interleave, ratio } from '../measure/interleave.ts'
import { type TimedCalendar, timeList } from '../measure/lists.ts'
import { medianMs } from '../measure/repeat.ts'
import { base, clock, defaultWindowMs, publicUrl } from '../setting.ts'
import { atMost, type Figure } from './finding.ts'
import { windowQuery } from './list-queries.ts'

const asIs = (ms: number): number => ms

/**
 * Bar 7: the total of the default window against one `count(*)`, written by hand, that needs only an index.
 * @param events the number of events; with few, the fixed cost of statements hides the cost of counting
 */
export async function totalFigures(calendar: TimedCalendar, label: string, events: number, rounds: number): Promise<readonly Figure[]> {
  const { db, options } = calendar.database
  const { from, to } = defaultWindowMs
  const count = sql`select count(*) as total from ${sql.table(`${options.prefix}events`)}
    where status = 'publish' and hidden = 0 and start_wall >= ${from} and start_wall < ${to} and published_ms <= ${nowMs}`
  const sides = [
    { name: 'store' as const, measure: async () => (await timeList(calendar, windowQuery.run)).totalMs },
    { name: 'count' as const, measure: async () => medianMs(() => count.execute(db)) },
  ]
  const found = await interleave(sides, rounds)
  const limit = events >= 100_000 ? { limit: atMost(1.3) } : {}
  return [
    { label: `${label}: total / count(*)`, value: ratio(found, 'store', 'count', asIs), unit: 'x', ...limit },
    { label: 'totals counted for a cached response', value: await countsOfCachedResponse(calendar), unit: '', limit: atMost(0) },
  ]
}

/** The number of totals that are counted when a list is requested again. */
async function countsOfCachedResponse({ database: { db, options } }: TimedCalendar): Promise<number> {
  const counter = countStatements(db)
  const calendar = createCalendar({ store: kyselyStore(db, options), clock })
  const handler = createHandler(calendar, { access: publicReadOnly(), publicUrl })
  const ask = (): Promise<Response> => handler(new Request(`${publicUrl}${base}/events`))
  await ask()
  const { statements } = await counter.during(ask)
  counter.stop()
  return statements.filter((text) => /start_wall|event_counts/.test(text)).length
}
