import { type Calendar, createCalendar } from '@kalends/core'
import type { Draft, EventRecord } from '@kalends/core/store'
import { kyselyStore } from '@kalends/kysely'
import { type FilledDatabase, openScratch } from '../data/databases.ts'
import { dataset } from '../data/dataset.ts'
import { eventDrafts } from '../data/events.ts'
import { rowsOfEvent } from '../data/rows.ts'
import { nowMs } from '../data/shape.ts'
import { copySqliteFile } from '../data/sqlite-file.ts'
import { type EventRows, type InsertFloor, insertFloor } from '../floors/insert-floor.ts'
import { cost, interleave, ratio } from '../measure/interleave.ts'
import { clock } from '../setting.ts'
import type { BarGroup, Bench } from './bench.ts'
import { atLeast, atMost, type Figure } from './finding.ts'

const events = 10_000
const batch = 100
/** One chunk of createMany. */
const many = 1_000

/** The input that creates an event, with ids of its linked records. */
const inputOf = (event: Draft<EventRecord>) => ({
  title: event.title,
  slug: event.slug,
  description: event.description,
  startDate: event.times.startLocal,
  endDate: event.times.endLocal,
  timeZone: event.times.timeZone,
  allDay: event.times.allDay,
  cost: event.cost.text,
  venues: [...event.venueIds],
  organizers: [...event.organizerIds],
  categories: [...event.categoryIds],
  tags: [...event.tagIds],
})

/**
 * Bar 13: `create` against inserting the same prepared rows by hand, on copies of one database; and bulk creation against single creation.
 */
export const writeBar: BarGroup = {
  rows: [13],
  run: async (bench) => {
    const figures = await sqliteFigures(bench)
    if (!bench.engines.includes('postgres')) return [{ row: 13, figures }]
    const database = await openScratch('postgres', 1_000, bench.progress)
    try {
      return [{ row: 13, figures: [...figures, await bulkFigure('PostgreSQL', calendarOver(database), chunks(1_000), bench.rounds)] }]
    } finally {
      await database.close()
    }
  },
}

const calendarOver = ({ db, options }: FilledDatabase): Calendar =>
  createCalendar({ store: kyselyStore(db, options), clock, sanitizeHtml: (html) => html })

async function sqliteFigures({ rounds, progress }: Bench): Promise<readonly Figure[]> {
  const database = await openScratch('sqlite', events, progress)
  const calendar = calendarOver(database)
  const copy = await copySqliteFile(events, progress)
  const floor = insertFloor(copy.path)
  try {
    progress.say('bar 13: creating events')
    const [created, inserted] = [chunks(events), chunks(events)]
    const insert = (): Promise<number> => {
      const rows = rowsOf(inserted(batch))
      return perEvent(rows.length, async () => {
        for (const ofEvent of rows) floor.insert([ofEvent])
      })
    }
    const found = await interleave([createSide(calendar, created), { name: 'insert' as const, measure: insert }], rounds)
    const value = ratio(found, 'create', 'insert', asIs)
    return [
      { label: 'create / bare insert', value, unit: 'x', limit: atMost(3) },
      await bulkFigure('SQLite', calendar, created, rounds),
      await bulkFloorFigure(createManySide(calendar, created), floor, inserted, rounds),
    ]
  } finally {
    floor.close()
    copy.remove()
    await database.close()
  }
}

const rowsOf = (events: ReturnType<Chunks>): readonly EventRows[] => events.map(({ event, id }) => [...rowsOfEvent(event, id)])

const asIs = (ms: number): number => ms

const createSide = (calendar: Calendar, next: Chunks) => ({
  name: 'create' as const,
  measure: () => {
    const inputs = next(batch).map(({ event }) => inputOf(event))
    return perEvent(inputs.length, async () => {
      for (const input of inputs) await calendar.events.create(input)
    })
  },
})

const createManySide = (calendar: Calendar, next: Chunks) => ({
  name: 'many' as const,
  measure: () => {
    const inputs = next(many).map(({ event }) => inputOf(event))
    return perEvent(inputs.length, () => calendar.events.createMany(inputs))
  },
})

/** The ratio of the cost of an event in bulk to that of a single one. */
async function bulkFigure(title: string, calendar: Calendar, next: Chunks, rounds: number): Promise<Figure> {
  const found = await interleave([createSide(calendar, next), createManySide(calendar, next)], rounds)
  const note = eventsPerSecond(cost(found, 'many', asIs))
  return { label: `create / createMany on ${title}`, value: ratio(found, 'create', 'many', asIs), unit: 'x', limit: atLeast(10), note }
}

/** The ratio of bulk creation to the engine's own time for as many events in one transaction. */
async function bulkFloorFigure(
  created: ReturnType<typeof createManySide>,
  floor: InsertFloor,
  next: Chunks,
  rounds: number,
): Promise<Figure> {
  const insert = (): Promise<number> => {
    const rows = rowsOf(next(many))
    return perEvent(rows.length, async () => floor.insert(rows))
  }
  const found = await interleave([created, { name: 'insert' as const, measure: insert }], rounds)
  const note = `bare: ${eventsPerSecond(cost(found, 'insert', asIs))}`
  return { label: 'createMany / bare insert of as many in one transaction', value: ratio(found, 'many', 'insert', asIs), unit: 'x', note }
}

const eventsPerSecond = (ms: number): string => `${(1_000 / ms).toFixed(0)} events a second`

/** Returns the next new events, with the ids that they will get. The sequence of events is always the same. */
type Chunks = (count: number) => readonly { readonly event: Draft<EventRecord>; readonly id: number }[]

/**
 * Generates new events that link existing records.
 * @param known the number of existing events
 */
function chunks(known: number): Chunks {
  const { shape } = dataset(known, 1)
  const drafts = eventDrafts({ ...shape, events: 1_000_000 }, 2, nowMs)
  let id = known
  return (count) =>
    Array.from({ length: count }, () => drafts.next().value).flatMap((event) =>
      event ? [{ event: { ...event, slug: `${event.slug.replace('__', '-')}-again` }, id: ++id }] : [],
    )
}

/** The mean time per event, in milliseconds. It includes the rare slow commits, which a median would hide. */
async function perEvent(count: number, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / count
}
