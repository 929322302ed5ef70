import { type Calendar, createCalendar, publicReadOnly } from '@kalends/core'
import type { StandardSchema } from '@kalends/core/internal'
import { kyselyStore } from '@kalends/kysely'
import { openFilled } from '../data/databases.ts'
import { type EngineName, engineTitles } from '../data/engine.ts'
import { interleave } from '../measure/interleave.ts'
import { timeList } from '../measure/lists.ts'
import { median } from '../measure/statistics.ts'
import { type StoreTimes, timedStore } from '../measure/timed-store.ts'
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

/** The limits of finding a page, in milliseconds. MariaDB has none. */
const limits: Readonly<Partial<Record<EngineName, number>>> = { sqlite: 1, postgres: 3 }

async function engineFigures(engine: EngineName, { sizes, rounds, progress }: Bench): Promise<readonly Figure[]> {
  const { large } = sizePair({ sizes })
  const database = await openFilled(engine, large, progress, { kind: 'fields' })
  try {
    progress.say(`bar 18: fields on ${engineTitles[engine]}`)
    const store = timedStore(kyselyStore(database.db, { ...database.options, scans: { deadlineMs: 600_000 } }))
    const calendar: Calendar = createCalendar({ store: store.store, clock, fields }).as(null, publicReadOnly())
    // The type of Object.keys does not know the keys.
    const names = Object.keys(lists) as ListName[]
    const found = await interleave<ListName, StoreTimes>(
      names.map((name) => ({ name, measure: () => timeList({ calendar, store, database }, () => calendar.events.list(lists[name])) })),
      rounds,
    )
    const middle = (name: ListName, part: keyof StoreTimes): number => median((found.get(name) ?? []).map((times) => times[part]))
    return names.map((name) => {
      const most = name === 'no field' ? undefined : limits[engine]
      const rest = `links ${middle(name, 'otherMs').toFixed(2)} ms, total ${middle(name, 'totalMs').toFixed(1)} ms`
      return {
        label: `${engineTitles[engine]} at ${sizeName(large)}, ${name}`,
        value: middle(name, 'pageMs'),
        unit: 'ms',
        note: rest,
        ...(most !== undefined && atAMillion(large, atMost(most))),
      }
    })
  } finally {
    await database.close()
  }
}

/** Bar 18: pages of events by declared fields. */
export const fieldBar: BarGroup = {
  rows: [18],
  run: async (bench) => {
    const figures: Figure[] = []
    for (const engine of bench.engines) figures.push(...(await engineFigures(engine, bench)))
    return [{ row: 18, figures }]
  },
}
