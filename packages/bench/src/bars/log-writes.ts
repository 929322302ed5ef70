import { type Calendar, createCalendar } from '@kalends/core'
import { kyselyStore } from '@kalends/kysely'
import { openScratch, type ScratchDatabase } from '../data/databases.ts'
import { type EngineName, engineTitles } from '../data/engine.ts'
import { withoutLog } from '../data/without-log.ts'
import { interleave, ratio } from '../measure/interleave.ts'
import { type ProcessorTime, processorTimeReader, timeBetween } from '../measure/processor-time.ts'
import { clock } from '../setting.ts'
import type { Bench } from './bench.ts'
import { atMost, type Figure } from './finding.ts'

const events = 1_000
/** The writes of one side in a round. */
const batch = 200
/** The least number of rounds: the ratios are close to 1. */
const leastRounds = 9

type Verb = 'create' | 'update'

/** The cost of a write, in milliseconds. */
interface WriteCost {
  readonly wallMs: number
  readonly processor: ProcessorTime
}

const processorMs = ({ processor }: WriteCost): number => processor.processMs + (processor.connectionMs ?? 0)

const wallMs = (cost: WriteCost): number => cost.wallMs

/** The nth write of a calendar: all calendars make the same ones. */
const writes: Readonly<Record<Verb, (calendar: Calendar, n: number) => Promise<unknown>>> = {
  create: (calendar, n) =>
    calendar.events.create({
      title: `Concert ${n}`,
      description: 'Music of the region, with food and drinks in the break.',
      ...{ startDate: '2027-05-31 19:30', endDate: '2027-05-31 21:00', venues: [1 + (n % 5)], categories: [1 + (n % 3)] },
    }),
  // The events that were created before.
  update: (calendar, n) => calendar.events.update(events + 1 + (n % batch), { title: `Concert ${n}` }),
}

/** A calendar whose writes are measured. */
interface Subject {
  readonly calendar: Calendar
  readonly database: ScratchDatabase
  /** The number of writes so far. */
  written: number
}

async function openSubject(engine: EngineName, { progress }: Bench, hasLog: boolean): Promise<Subject> {
  // One connection, so that the processor time of all statements is counted, also of those that number the rows of the log.
  const database = await openScratch(engine, events, progress, { connections: 1, ...(!hasLog && { change: withoutLog }) })
  return { calendar: createCalendar({ store: kyselyStore(database.db, database.options), clock }), database, written: 0 }
}

/** Measures the writes of a round. */
async function measureWrites(engine: EngineName, subject: Subject, verb: Verb): Promise<WriteCost> {
  const readTime = processorTimeReader(engine, subject.database.db)
  const [before, began] = [await readTime(), performance.now()]
  for (let n = 0; n < batch; n++) await writes[verb](subject.calendar, ++subject.written)
  return { wallMs: performance.now() - began, processor: timeBetween(before, await readTime()) }
}

/** The cost of creating and updating an event with the log, compared with the same statements without the rows of the log. */
export async function logWriteFigures(engine: EngineName, bench: Bench): Promise<readonly Figure[]> {
  const [logged, bare] = [await openSubject(engine, bench, true), await openSubject(engine, bench, false)]
  try {
    const figures: Figure[] = []
    for (const verb of ['create', 'update'] as const) {
      bench.progress.say(`bar 30: ${verb} on ${engineTitles[engine]}`)
      const found = await interleave(
        [
          { name: 'log' as const, measure: () => measureWrites(engine, logged, verb) },
          { name: 'none' as const, measure: () => measureWrites(engine, bare, verb) },
        ],
        Math.max(bench.rounds, leastRounds),
      )
      const wall = ratio(found, 'log', 'none', wallMs)
      figures.push({
        label: `${engineTitles[engine]}, ${verb} with the log / without`,
        value: ratio(found, 'log', 'none', processorMs),
        unit: 'x',
        note: `processor time; wall time ${wall.toFixed(2)}x`,
        limit: atMost(1.06),
      })
    }
    return figures
  } finally {
    await logged.database.close()
    await bare.database.close()
  }
}
