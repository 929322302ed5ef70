import { createCalendar, publicReadOnly } from '@kalends/core'
import { kyselyStore } from '@kalends/kysely'
import { sql } from 'kysely'
import { openScratch } from '../data/databases.ts'
import { nowMs } from '../data/shape.ts'
import { spentBy } from '../measure/processor-time.ts'
import { say } from '../progress.ts'
import { clock } from '../setting.ts'
import { atAMillion, atMost, type BarGroup, type Figure, sizeName } from './finding.ts'

/** The numbers of changes after a token; the limit is for one of them. */
const changes = [10, 100, 500] as const

/** Bar 30: what reading the log of changes costs. */
export const logBar: BarGroup = {
  rows: { 30: 'Log of changes: 100 changes since a token at 1M on SQLite at most 5 ms of processor time' },
  run: async ({ sizes, rounds }) => {
    const events = sizes.at(-1) ?? 0
    const { db, options, close } = await openScratch('sqlite', events)
    say('bar 30: the log of changes')
    try {
      // One more row for each event, as if each had been changed once.
      await sql`insert into ${sql.table(`${options.prefix}changes`)} (pending, seq, kind, record_id, verb, at_ms, part_of, scope, was_status,
        was_before_trash, was_hidden, was_author, was_published_ms, was_terms, version, actor, writes)
        select null, null, 'event', id, 'updated', ${sql.raw(String(nowMs))}, 0, null, status, null, hidden, author_id, published_ms, null,
        2, '', 1 + row_number() over (order by id) from ${sql.table(`${options.prefix}events`)} order by id`.execute(db)
      const calendar = createCalendar({ store: kyselyStore(db, options), clock, cache: false })
      const viewer = calendar.as(null, publicReadOnly())
      const input = { events: {}, limit: 1_000 }
      const figures: Figure[] = []
      for (const count of changes) {
        const { items } = await viewer.events.list({ perPage: 100 })
        // The second token names the lists, as those of a copy that has called before.
        const { token } = await viewer.changes.since(await viewer.changes.token(), input)
        for (let n = 0; n < count; n++) await calendar.events.update(items[n % items.length]?.id ?? 1, { title: `Changed ${n}` })
        const times: number[] = []
        const since = () => viewer.changes.since(token, input)
        for (let round = 0; round <= rounds; round++) times.push((await spentBy('sqlite', db, since)).bothMs)
        const limit = count === 100 ? atAMillion(events, atMost(5)) : undefined
        figures.push({ label: `${count} changes at ${sizeName(events)}`, value: Math.min(...times), unit: 'ms', limit })
      }
      return [{ row: 30, figures }]
    } finally {
      await close()
    }
  },
}
