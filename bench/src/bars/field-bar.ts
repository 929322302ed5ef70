import { type Calendar, createCalendar, publicReadOnly } from '@kalends/core'
import type { StandardSchema } from '@kalends/core/internal'
import type { CalendarStore } from '@kalends/core/store'
import { kyselyStore } from '@kalends/kysely'
import { type FilledDatabase, openFilled } from '../data/databases.ts'
import { type EngineName, engineTitles } from '../data/engine.ts'
import { interleave } from '../measure/interleave.ts'
import { processorTimeReader, timeBetween } from '../measure/processor-time.ts'
import { clock } from '../setting.ts'
import type { BarGroup, Bench } from './bench.ts'
import { atMost, type Figure } from './finding.ts'
import { atAMillion, sizeName, sizePair } from './sizes.ts'

/** A schema that takes everything: stored values are not validated when they are read. */
function anything<T>(): StandardSchema<T, T> {
  return { '~standard': { version: 1, vendor: 'bench', validate: (value) => ({ value: value as T }) } }
}

const fields = {
  event: { level: { schema: anything<string>(), filter: 'is' }, seats: { schema: anything<number>(), filter: 'range' } },
} as const

/** The lists, by the name of their filter. The list without one is for comparison. */
const lists = {
  'no field': {},
  'a level': { fields: { level: 'pro' } },
  'a range of seats': { fields: { seats: { gte: 10 } } },
  'a narrow range of seats': { fields: { seats: { gte: 100, lte: 101 } } },
  both: { fields: { level: 'pro', seats: { gte: 10 } } },
} as const

type ListName = keyof typeof lists

/** The limits of finding a page with its links, in milliseconds. MariaDB and MySQL have none. */
const limits: Readonly<Partial<Record<EngineName, number>>> = { sqlite: 1, postgres: 3 }

/** The processor time of a list in the store, in milliseconds: of this process and of the connection. */
interface ListCost {
  readonly pageMs: number
  readonly totalMs: number
}

type EventQuery = Parameters<CalendarStore['events']['find']>[0]

/** The queries that the lists of a calendar make of its store. */
async function queriesOf(store: CalendarStore): Promise<ReadonlyMap<ListName, EventQuery>> {
  const queries = new Map<ListName, EventQuery>()
  // The type of Object.keys does not know the keys.
  for (const name of Object.keys(lists) as ListName[]) {
    const find: CalendarStore['events']['find'] = (query) => {
      queries.set(name, query)
      return store.events.find(query)
    }
    const calendar: Calendar = createCalendar({ store: { ...store, events: { ...store.events, find } }, clock, fields })
    await calendar.as(null, publicReadOnly()).events.list({ startsFrom: 'today', startsUntil: '+2 years', ...lists[name] })
  }
  return queries
}

async function engineFigures(engine: EngineName, { sizes, rounds, progress }: Bench): Promise<readonly Figure[]> {
  const { large } = sizePair({ sizes })
  // One connection, so that its processor time is that of the statements.
  const database = await openFilled(engine, large, progress, { kind: 'fields', connections: 1 })
  try {
    progress.say(`bar 29: fields on ${engineTitles[engine]}`)
    const { events } = storeOf(database)
    const readTime = processorTimeReader(engine, database.db)
    const spent = async (work: () => Promise<unknown>, calls: number): Promise<number> => {
      const before = await readTime()
      for (let n = 0; n < calls; n++) await work()
      const { processMs, connectionMs = 0 } = timeBetween(before, await readTime())
      return (processMs + connectionMs) / calls
    }
    const queries = [...(await queriesOf(storeOf(database)))]
    const found = await interleave<ListName, ListCost>(
      queries.map(([name, query]) => ({
        name,
        measure: async () => ({
          pageMs: await spent(() => events.find(query), pagesPerRound),
          totalMs: await spent(() => events.count(query.filter), 1),
        }),
      })),
      rounds,
    )
    // The least of the rounds: other load of the machine only adds to these short times.
    const least = (name: ListName, part: keyof ListCost): number => Math.min(...(found.get(name) ?? []).map((cost) => cost[part]))
    return queries.map(([name]) => {
      const most = name === 'no field' ? undefined : limits[engine]
      return {
        label: `${engineTitles[engine]} at ${sizeName(large)}, ${name}`,
        value: least(name, 'pageMs'),
        unit: 'ms',
        note: `total ${least(name, 'totalMs').toFixed(1)} ms`,
        ...(most !== undefined && atAMillion(large, atMost(most))),
      }
    })
  } finally {
    await database.close()
  }
}

/** The pages of a list in a round. */
const pagesPerRound = 20

const storeOf = ({ db, options }: FilledDatabase): CalendarStore => kyselyStore(db, { ...options, scans: { deadlineMs: 600_000 } })

/** Bar 29: pages of events by declared fields. */
export const fieldBar: BarGroup = {
  rows: [29],
  run: async (bench) => {
    const figures: Figure[] = []
    for (const engine of bench.engines) figures.push(...(await engineFigures(engine, bench)))
    return [{ row: 29, figures }]
  },
}
