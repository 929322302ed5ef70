import { type Calendar, createCalendar, publicReadOnly } from '@kalends/core'
import type { StandardSchema } from '@kalends/core/internal'
import { createHandler } from '@kalends/fetch'
import { kyselyStore } from '@kalends/kysely'
import { openScratch, type ScratchDatabase } from '../data/databases.ts'
import { interleave, ratio } from '../measure/interleave.ts'
import { processMsSoFar } from '../measure/processor-time.ts'
import { base, clock, publicUrl } from '../setting.ts'
import type { BarGroup, Bench } from './bench.ts'
import { typeCheckFigure } from './field-types.ts'
import { atMost, type Figure } from './finding.ts'

/** The least number of rounds: the ratios are close to 1. */
const leastRounds = 41

/** The calls of one side in a round. */
const calls = 12

/** A schema that takes everything: values are validated by the host's own schemas, and only when they are written. */
const anything: StandardSchema = { '~standard': { version: 1, vendor: 'bench', validate: (value) => ({ value }) } }

const values = {
  level: 'beginner',
  seats: 120,
  age: 16,
  language: 'English',
  outdoors: true,
  dressCode: 'What you like, and shoes for the grass',
  performers: ['The Larks', 'A choir'],
  doors: '19:00',
  contact: { name: 'Box office', phone: '+49 30 1234567' },
  rating: 4.5,
}

const filters: Readonly<Partial<Record<keyof typeof values, 'is' | 'range'>>> = { level: 'is', seats: 'range', outdoors: 'is' }

const fields = {
  event: Object.fromEntries(
    // The type of Object.keys does not know the keys.
    (Object.keys(values) as (keyof typeof values)[]).map((name) => {
      const filter = filters[name]
      return [name, { schema: anything, ...(filter !== undefined && { filter }) }]
    }),
  ),
} as const

/** A calendar with a page of events, with fields or without. */
interface Subject {
  readonly viewer: Calendar
  readonly database: ScratchDatabase
  /** The number of measured calls so far. */
  calls: number
  answer(request: Request): Promise<Response>
}

/** The window of the events of a subject: no other event starts in it. */
const window = { startsFrom: '2041-06-01', startsUntil: '2041-07-31', perPage: 35 }

/** The pages of that window: their events are more than those whose fields the store remembers. */
const pages = 60

async function openSubject({ progress }: Bench, own: typeof values | undefined): Promise<Subject> {
  const database = await openScratch('sqlite', 1_000, progress)
  const calendar: Calendar = createCalendar({
    store: kyselyStore(database.db, database.options),
    ...{ clock, cache: false, ...(own !== undefined && { fields }) },
  })
  const input = (n: number) => ({
    title: `Concert ${n}`,
    description: 'Music of the region, with food and drinks in the break. '.repeat(6),
    startDate: `2041-06-${String(1 + (n % 30)).padStart(2, '0')} 19:30`,
    endDate: `2041-06-${String(1 + (n % 30)).padStart(2, '0')} 21:00`,
    venues: [1 + (n % 5)],
    organizers: [1 + (n % 4)],
    categories: [1 + (n % 3), 4],
    tags: ['Outdoors', `Season ${n % 7}`],
    ...(own !== undefined && { fields: { ...own, seats: n, dressCode: `${own.dressCode}, row ${n}` } }),
  })
  await calendar.events.createMany(Array.from({ length: pages * window.perPage }, (_, n) => input(n)))
  const handler = createHandler(calendar, { access: publicReadOnly(), publicUrl })
  return { viewer: calendar.as(null, publicReadOnly()), database, calls: 0, answer: async (request) => handler(request) }
}

const listUrl = `${publicUrl}${base}/events?start_date=${window.startsFrom}&end_date=${window.startsUntil}&per_page=35`

/** What is measured of each subject. */
const operations = {
  'list of 35': ({ viewer }: Subject) => viewer.events.list(window),
  'each page of 2,100 events in turn': ({ viewer }: Subject, n: number) => viewer.events.list({ ...window, page: 1 + (n % pages) }),
  'list of 35 over HTTP': async ({ answer }: Subject) => {
    const response = await answer(new Request(listUrl))
    if (response.status !== 200) throw new Error(`The list answers ${response.status}.`)
    return response.arrayBuffer()
  },
} as const

type OperationName = keyof typeof operations

/** Processor time of some calls, in milliseconds. */
async function processorMs(subject: Subject, work: (subject: Subject, n: number) => Promise<unknown>): Promise<number> {
  const before = processMsSoFar()
  for (let n = 0; n < calls; n++) await work(subject, subject.calls++)
  return processMsSoFar() - before
}

async function listFigures(bench: Bench): Promise<readonly Figure[]> {
  const sides = [
    { name: 'none' as const, subject: await openSubject(bench, undefined) },
    { name: 'ten' as const, subject: await openSubject(bench, values) },
  ]
  try {
    const figures: Figure[] = []
    // The type of Object.keys does not know the keys.
    for (const name of Object.keys(operations) as OperationName[]) {
      bench.progress.say(`bar 31: ${name}`)
      const found = await interleave(
        sides.map((side) => ({ name: side.name, measure: () => processorMs(side.subject, operations[name]) })),
        Math.max(bench.rounds, leastRounds),
      )
      const isLimited = name === 'list of 35'
      figures.push({
        label: `${name} on SQLite, ten fields / none`,
        value: ratio(found, 'ten', 'none', (ms) => ms),
        unit: 'x',
        ...(isLimited && { limit: atMost(1.08) }),
      })
    }
    return figures
  } finally {
    for (const { subject } of sides) await subject.database.close()
  }
}

/** Bar 31: what declared fields cost where they are not in a filter. */
export const fieldCostBar: BarGroup = {
  rows: [31],
  run: async (bench) => [{ row: 31, figures: [...(await listFigures(bench)), typeCheckFigure(bench)] }],
}
