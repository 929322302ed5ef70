import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Calendar, createCalendar, type Draft, type EventRecord } from '@kalends/core'
import { kyselyStore } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { Kysely } from 'kysely'
import { dataset } from '../data/dataset.ts'
import { rowsOfEvent } from '../data/rows.ts'
import { sqliteFile } from '../data/sqlite-file.ts'
import { insertFloor } from '../floors/insert-floor.ts'
import { interleave, ratio } from '../measure/interleave.ts'
import { clock } from '../setting.ts'
import type { BarGroup } from './bench.ts'
import { atMost } from './finding.ts'

const events = 10_000
const batch = 100

/** What a caller sends to have that event made: names resolved, everything linked by id. */
const inputOf = (event: Draft<EventRecord>) => ({
  title: event.title,
  slug: event.slug.replace('__', '-'),
  description: event.description,
  startDate: event.startLocal,
  endDate: event.endLocal,
  timezone: event.timeZone,
  allDay: event.allDay,
  cost: event.cost.text,
  venue: [...event.venueIds],
  organizer: [...event.organizerIds],
  categories: [...event.categoryIds],
  tags: [...event.tagIds],
})

/** Bar 13: `create` against the same rows, ready and by hand, on copies of one database. */
export const writeBar: BarGroup = {
  rows: [13],
  run: async ({ rounds, progress }) => {
    const source = await sqliteFile(events, progress)
    const folder = mkdtempSync(join(tmpdir(), 'kalends-bench-'))
    const paths = { calendar: join(folder, 'calendar.sqlite'), floor: join(folder, 'floor.sqlite') }
    for (const path of Object.values(paths)) copyFileSync(source, path)
    const db = new Kysely<unknown>({ dialect: nodeSqliteDialect(paths.calendar) })
    const calendar = createCalendar({ store: kyselyStore(db), clock, sanitizeHtml: (html) => html })
    const floor = insertFloor(paths.floor)
    try {
      progress.say('bar 13: creating events')
      const created = portions()
      const inserted = portions()
      const found = await interleave(
        [
          { name: 'create' as const, measure: () => perEvent(created(), ({ event }) => create(calendar, event)) },
          {
            name: 'insert' as const,
            measure: () => {
              const rows = inserted().map(({ event, id }) => [...rowsOfEvent(event, id)])
              return perEvent(rows, async (ofEvent) => floor.insert(ofEvent))
            },
          },
        ],
        rounds,
      )
      const value = ratio(found, 'create', 'insert', (ms) => ms)
      return [{ row: 13, figures: [{ label: 'create / bare insert', value, unit: 'x', limit: atMost(3) }] }]
    } finally {
      floor.close()
      await db.destroy()
      rmSync(folder, { recursive: true })
    }
  },
}

const create = (calendar: Calendar, event: Draft<EventRecord>): Promise<unknown> => calendar.events.create(inputOf(event))

/** Gives some more new events at each call, always the same ones in the same order, with the ids that they will get. */
function portions(): () => readonly { readonly event: Draft<EventRecord>; readonly id: number }[] {
  const drafts = dataset(events, 2).events()[Symbol.iterator]()
  let id = events
  return () =>
    Array.from({ length: batch }, () => drafts.next().value).flatMap((event) =>
      event === undefined ? [] : [{ event: { ...event, slug: `${event.slug}-again` }, id: ++id }],
    )
}

/** The mean time for each of some items, in milliseconds: commits come in bursts, which a median would hide. */
async function perEvent<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<number> {
  const began = performance.now()
  for (const item of items) await work(item)
  return (performance.now() - began) / items.length
}
