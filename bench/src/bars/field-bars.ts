import { type Calendar, createCalendar, type EventListInput, publicReadOnly } from '@kalends/core'
import type { StandardSchema } from '@kalends/core/internal'
import { kyselyStore } from '@kalends/kysely'
import { openScratch } from '../data/databases.ts'
import { type EngineName, engineTitles } from '../data/engine.ts'
import { interleave } from '../measure/interleave.ts'
import { openTimed } from '../measure/lists.ts'
import { processMsSoFar } from '../measure/processor-time.ts'
import { ratio } from '../measure/statistics.ts'
import { say } from '../progress.ts'
import { clock } from '../setting.ts'
import { atAMillion, atMost, type BarGroup, type Figure, type Finding, sizeName } from './finding.ts'

/** A schema that takes everything: stored values are not validated when they are read. */
function anything<T>(): StandardSchema<T, T> {
  return { '~standard': { version: 1, vendor: 'bench', validate: (value) => ({ value: value as T }) } }
}

const fields = {
  event: { level: { schema: anything<string>(), filter: 'is' }, seats: { schema: anything<number>(), filter: 'range' } },
} as const

/** The lists, by the name of their filter. */
const lists = {
  'a level': { level: 'pro' },
  'a range of seats': { seats: { gte: 10 } },
  'a narrow range of seats': { seats: { gte: 100, lte: 101 } },
  both: { level: 'pro', seats: { gte: 10 } },
} as const

/** Bars 29 and 31: pages of events by declared fields, and what fields cost where they are not in a filter. */
export const fieldBars: BarGroup = {
  rows: {
    29: 'Page of 35 by declared fields alone, 1M: at most 5 ms on SQLite and 10 ms on the servers',
    31: 'A list of 35 events with ten declared fields each at most 1.08x one without, processor time on SQLite',
  },
  run: async ({ rows, rounds, engines, sizes }) => {
    const found: Finding[] = []
    if (rows.has(29)) {
      const figures: Figure[] = []
      for (const engine of engines) figures.push(...(await filterFigures(engine, sizes.at(-1) ?? 0)))
      found.push({ row: 29, figures })
    }
    if (rows.has(31)) found.push({ row: 31, figures: [await costFigure(rounds)] })
    return found
  },
}

async function filterFigures(engine: EngineName, events: number): Promise<readonly Figure[]> {
  say(`bar 29: fields on ${engineTitles[engine]}`)
  const { database, timeList } = await openTimed(engine, events, 'fields', { fields })
  const figures: Figure[] = []
  for (const [name, filter] of Object.entries(lists)) {
    const { pageMs, totalMs } = await timeList((calendar) => calendar.events.list({ fields: filter }))
    figures.push({
      label: `${engineTitles[engine]} at ${sizeName(events)}, ${name}`,
      value: pageMs,
      unit: 'ms',
      note: `total ${totalMs.toFixed(1)} ms`,
      limit: atAMillion(events, atMost(engine === 'sqlite' ? 5 : 10)),
    })
  }
  await database.close()
  return figures
}

/** Values of ten fields. */
const values = {
  ...{ level: 'beginner', seats: 120, age: 16, language: 'English', outdoors: true, doors: '19:00', rating: 4.5 },
  ...{ dressCode: 'What you like, and shoes for the grass', performers: ['The Larks', 'A choir'] },
  contact: { name: 'Box office', phone: '+49 30 1234567' },
}

/** The lists of a side in a round. */
const calls = 12

/** The window of the events that are created: no other event starts in it. */
const window = { startsFrom: '2041-06-01', startsUntil: '2041-06-30', perPage: 35 } satisfies EventListInput

async function costFigure(rounds: number): Promise<Figure> {
  say('bar 31: lists of events with fields')
  const [none, ten] = [await openSide(undefined), await openSide(values)]
  // The least number of rounds: the ratio is close to 1.
  const found = await interleave({ none: none.measure, ten: ten.measure }, Math.max(rounds, 41))
  await none.close()
  await ten.close()
  return { label: 'ten fields / none', value: ratio(found.ten, found.none), unit: 'x', limit: atMost(1.08) }
}

async function openSide(own: typeof values | undefined) {
  const { db, options, close } = await openScratch('sqlite', 1_000)
  const declared = { event: Object.fromEntries(Object.keys(values).map((name) => [name, { schema: anything() }])) }
  const store = kyselyStore(db, options)
  const calendar: Calendar = createCalendar({ store, clock, cache: false, ...(own !== undefined && { fields: declared }) })
  const input = (n: number) => ({
    title: `Concert ${n}`,
    description: 'Music of the region, with food and drinks in the break. '.repeat(6),
    startDate: `2041-06-${10 + (n % 20)} 19:30`,
    endDate: `2041-06-${10 + (n % 20)} 21:00`,
    venues: [1 + (n % 5)],
    organizers: [1 + (n % 4)],
    categories: [1 + (n % 3), 4],
    ...(own !== undefined && { fields: { ...own, seats: n } }),
  })
  await calendar.events.createMany(Array.from({ length: 2 * window.perPage }, (_, n) => input(n)))
  const viewer = calendar.as(null, publicReadOnly())
  const measure = async (): Promise<number> => {
    const before = processMsSoFar()
    for (let n = 0; n < calls; n++) await viewer.events.list(window)
    return processMsSoFar() - before
  }
  return { measure, close }
}
