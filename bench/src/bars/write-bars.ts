import { type Calendar, createCalendar } from '@kalends/core'
import type { Draft, EventRecord } from '@kalends/core/store'
import { kyselyStore } from '@kalends/kysely'
import { type FilledDatabase, openScratch } from '../data/databases.ts'
import { dataset } from '../data/dataset.ts'
import { eventDrafts } from '../data/events.ts'
import { rowsOfEvent } from '../data/rows.ts'
import { copySqliteFile } from '../data/sqlite-file.ts'
import { insertFloor } from '../floors/insert-floor.ts'
import { interleave } from '../measure/interleave.ts'
import { median, ratio } from '../measure/statistics.ts'
import { say } from '../progress.ts'
import { clock } from '../setting.ts'
import { atMost, type BarGroup, type Figure, type Finding } from './finding.ts'

const events = 10_000
const batch = 100
const chunk = 1_000
const unchanged = 3_000

/** The input that creates an event, with ids of its linked records. */
const inputOf = ({ event, id }: NewEvent) => ({
  title: event.title,
  slug: event.slug,
  uid: `event-${id}@bench.example`,
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

const calendarOver = ({ db, options }: FilledDatabase): Calendar =>
  createCalendar({ store: kyselyStore(db, options), clock, sanitizeHtml: (html) => html })

/**
 * Bars 13, 27 and 33: `create` and `createMany` against inserting the same prepared rows by hand, on copies of one database, and
 * `createMany` of what is there.
 */
export const writeBars: BarGroup = {
  rows: {
    13: 'Create on SQLite with all indexes: at most 2.4x a bare insert of the same rows',
    27: '`createMany` on SQLite: at most 2.5x as many bare rows in one transaction',
    33: '`createMany` of 3,000 events that are there and equal: at most 0.3x of creating them',
  },
  run: async ({ rows, rounds }) => {
    say('bars 13, 27 and 33: creating events')
    const database = await openScratch('sqlite', events)
    const copy = await copySqliteFile(events)
    const floor = insertFloor(copy.path)
    const calendar = calendarOver(database)
    const [created, inserted] = [chunks(events), chunks(events)]
    const rowsOf = (some: readonly NewEvent[]) => some.map(({ event, id }) => [...rowsOfEvent(event, id)])
    const insertOne = (): Promise<number> => {
      const prepared = rowsOf(inserted(batch))
      return perEvent(batch, async () => {
        for (const one of prepared) floor.insert([one])
      })
    }
    const insertMany = (): Promise<number> => {
      const prepared = rowsOf(inserted(chunk))
      return perEvent(chunk, async () => floor.insert(prepared))
    }
    const found: Finding[] = []
    try {
      if (rows.has(13)) {
        const { create, insert } = await interleave({ create: createSide(calendar, created), insert: insertOne }, rounds)
        found.push({ row: 13, figures: [{ label: 'create / bare insert', value: ratio(create, insert), unit: 'x', limit: atMost(2.4) }] })
      }
      if (rows.has(27)) {
        const { create, insert } = await interleave({ create: createManySide(calendar, created), insert: insertMany }, rounds)
        const note = `${(1_000 / median(create)).toFixed(0)} events a second`
        const value = ratio(create, insert)
        found.push({ row: 27, figures: [{ label: 'createMany / bare inserts', value, unit: 'x', limit: atMost(2.5), note }] })
      }
      if (rows.has(33)) found.push({ row: 33, figures: [await unchangedFigure(calendar, created, rounds)] })
      return found
    } finally {
      floor.close()
      copy.remove()
      await database.close()
    }
  },
}

const createSide = (calendar: Calendar, next: Chunks) => (): Promise<number> => {
  const inputs = next(batch).map(inputOf)
  return perEvent(batch, async () => {
    for (const input of inputs) await calendar.events.create(input)
  })
}

const createManySide = (calendar: Calendar, next: Chunks) => (): Promise<number> => {
  const inputs = next(chunk).map(inputOf)
  return perEvent(chunk, () => calendar.events.createMany(inputs))
}

async function unchangedFigure(calendar: Calendar, next: Chunks, rounds: number): Promise<Figure> {
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const inputs = next(unchanged).map(inputOf)
    const write = () => perEvent(unchanged, () => calendar.events.createMany(inputs, { onConflict: 'update' }))
    const createdMs = await write()
    ratios.push((await write()) / createdMs)
  }
  return { label: 'again / created', value: median(ratios), unit: 'x', limit: atMost(0.3) }
}

/** A new event, with the id that it will get. */
interface NewEvent {
  readonly event: Draft<EventRecord>
  readonly id: number
}

/** Returns the next new events. The sequence of events is always the same. */
type Chunks = (count: number) => readonly NewEvent[]

/** Generates new events that link existing records of a data set with a number of events. */
function chunks(known: number): Chunks {
  const { shape } = dataset(known)
  const drafts = eventDrafts({ ...shape, events: 1_000_000 }, 2)
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
