import { type Calendar, createCalendar, type EventInput } from '@kalends/core'
import { kyselyStore } from '@kalends/kysely'
import { type FilledDatabase, openScratch } from '../data/databases.ts'
import { type EngineName, engineTitles } from '../data/engine.ts'
import { nowMs } from '../data/shape.ts'
import { type ProcessorTime, processorTimeReader, timeBetween } from '../measure/processor-time.ts'
import type { Progress } from '../progress.ts'

/** The processor time of a write. */
export interface SeriesWriteSample extends ProcessorTime {
  /** The engine. */
  readonly engine: EngineName
  /** The write. */
  readonly name: string
}

/** The options of {@link measureSeriesWrites}. */
export interface SeriesWritesPlan {
  /** The engines. */
  readonly engines: readonly EngineName[]
  /** How often each write is measured. */
  readonly rounds: number
  /** Reports progress. */
  readonly progress: Progress
}

/** A calendar whose clock can be set, and the processor time that it has taken. */
interface Subject {
  readonly calendar: Calendar
  readonly clock: { ms: number }
  readonly readTime: () => Promise<ProcessorTime>
}

/** Measures the writes of a round, one after the other. */
type Round = (subject: Subject, measure: Measure) => Promise<void>

type Measure = <T>(name: string, work: () => Promise<T>, times?: number) => Promise<T>

const input: EventInput = {
  title: 'Market',
  description: 'Cheese, bread and flowers from the farms around the town.',
  startDate: '2026-06-02 10:00',
  endDate: '2026-06-02 12:00',
  timeZone: 'Europe/Berlin',
  venues: 1,
  categories: [1, 2],
  tags: 'Outdoors',
}

const wholeSeries: Round = async ({ calendar: { events } }, measure) => {
  const weekly = await measure('create 104 occurrences', () => events.create({ ...input, recurrence: 'FREQ=WEEKLY;COUNT=104' }))
  await events.delete(weekly.id)
  const { id } = await measure('create 731', () => events.create({ ...input, recurrence: 'FREQ=DAILY;COUNT=731' }))
  await measure('another title for all of 731', () => events.update(id, { title: 'Fair' }))
  const later = { startDate: '2026-06-02 11:00', endDate: '2026-06-02 13:00' }
  await measure('another hour for all of 731', () => events.update(id, later))
  await measure('all of 731 to the trash', () => events.trash(id))
  await events.delete(id)
}

/** The number of writes of a single event that are measured together: one is too short. */
const singles = 20

const singleEvent: Round = async ({ calendar: { events } }, measure) => {
  const { id } = await events.create(input)
  const retitle = async (): Promise<void> => {
    for (let time = 0; time < singles; time++) await events.update(id, { title: `Fair ${time}` })
  }
  await measure('another title for a single event', retitle, singles)
  await events.delete(id)
}

const extendedSeries = 500
const intervalDays = 40
const occurrencesPerExtension = 4

/**
 * Half a year is stored, and an extension is due a month before its end. This time is a multiple of the interval, so every extension stores
 * the same number of occurrences.
 */
const untilDueMs = occurrencesPerExtension * intervalDays * 86_400_000

const extension: Round = async ({ calendar: { maintenance }, clock }, measure) => {
  clock.ms += untilDueMs
  const name = `extend ${extendedSeries} series by ${occurrencesPerExtension} occurrences each`
  const { added } = await measure(name, () => maintenance.extendSeries())
  if (added !== extendedSeries * occurrencesPerExtension) throw new Error(`The extension stored ${added} occurrences.`)
}

async function createEndless({ events }: Calendar): Promise<void> {
  for (let one = 0; one < extendedSeries; one++) await events.create({ ...input, recurrence: `FREQ=DAILY;INTERVAL=${intervalDays}` })
}

/** Measures writes of series in tables of a thousand events; the least time of each counts, because others may use the machine. */
export async function measureSeriesWrites(plan: SeriesWritesPlan): Promise<readonly SeriesWriteSample[]> {
  const samples: SeriesWriteSample[] = []
  for (const engine of plan.engines) {
    const database = await openScratch(engine, 1_000, plan.progress, { connections: 1 })
    try {
      samples.push(...(await measureOn(engine, toSubject(engine, database), plan)))
    } finally {
      await database.close()
    }
  }
  return samples
}

async function measureOn(engine: EngineName, subject: Subject, { rounds, progress }: SeriesWritesPlan) {
  const least = new Map<string, SeriesWriteSample>()
  const run = async (work: Round, round: number): Promise<void> => {
    await work(subject, async (name, write, times = 1) => {
      progress.say(`${engineTitles[engine]}: ${name}`)
      const before = await subject.readTime()
      const result = await write()
      const cost = perWrite(timeBetween(before, await subject.readTime()), times)
      const known = least.get(name)
      // The first round warms caches.
      if (round > 0 && (known === undefined || sumOf(cost) < sumOf(known))) least.set(name, { engine, name, ...cost })
      return result
    })
  }
  for (const work of [wholeSeries, singleEvent]) for (let round = 0; round <= rounds; round++) await run(work, round)
  progress.say(`${engineTitles[engine]}: creating ${extendedSeries} series`)
  await createEndless(subject.calendar)
  for (let round = 0; round <= rounds; round++) await run(extension, round)
  return [...least.values()]
}

const sumOf = ({ processMs, connectionMs = 0 }: ProcessorTime): number => processMs + connectionMs

const perWrite = ({ processMs, connectionMs }: ProcessorTime, writes: number): ProcessorTime => ({
  processMs: processMs / writes,
  connectionMs: connectionMs === undefined ? undefined : connectionMs / writes,
})

function toSubject(engine: EngineName, { db, options }: FilledDatabase): Subject {
  const clock = { ms: nowMs }
  const store = kyselyStore(db, options)
  return {
    calendar: createCalendar({ store, clock: { nowMs: () => clock.ms }, sanitizeHtml: (html) => html, horizonMonths: 6 }),
    clock,
    readTime: processorTimeReader(engine, db),
  }
}
