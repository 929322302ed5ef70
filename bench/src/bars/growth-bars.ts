import type { EngineName } from '../data/engine.ts'
import { engineTitles } from '../data/engine.ts'
import { interleave, type Rounds, ratio } from '../measure/interleave.ts'
import { openTimed, type TimedCalendar, timeList } from '../measure/lists.ts'
import type { StoreTimes } from '../measure/timed-store.ts'
import type { BarGroup, Bench } from './bench.ts'
import { atMost, type Figure, type Finding } from './finding.ts'
import { categoriesQuery, type ListQuery, listQueries, runningQuery, startingQuery, windowQuery } from './list-queries.ts'
import { atAMillion, sizeName, sizePair } from './sizes.ts'
import { totalFigures } from './total-bar.ts'

/** The limits of bar 5 on engines where another limit applies than that of the query: the cost in the large table, relative to the small one. */
const mostGrowth: Readonly<Partial<Record<EngineName, number>>> = { mariadb: 8, mysql: 8 }

/** The engines that bar 9 has a limit for. */
const enginesInBar9: ReadonlySet<EngineName> = new Set<EngineName>(['sqlite', 'postgres'])

const pageMs = (times: StoreTimes): number => times.pageMs

/** Opens each calendar once, and closes all of them at the end. */
interface Calendars {
  /** @param isCounting whether totals are counted: a count evicts the page from SQLite's cache. @default false */
  open(engine: EngineName, events: number, isCounting?: boolean): Promise<TimedCalendar>
}

async function withCalendars<T>({ progress }: Bench, work: (calendars: Calendars) => Promise<T>): Promise<T> {
  const opened = new Map<string, TimedCalendar>()
  try {
    return await work({
      open: async (engine, events, isCounting = false) => {
        const key = `${engine} ${events} ${isCounting}`
        const calendar = opened.get(key) ?? (await openTimed(engine, events, { progress, isCounting }))
        opened.set(key, calendar)
        return calendar
      },
    })
  } finally {
    for (const { database } of opened.values()) await database.close()
  }
}

/** Bars 5, 6, 7 and 9: the cost of pages and totals in the store, and its growth. */
export const growthBars: BarGroup = {
  rows: [5, 6, 7, 9],
  run: (bench) =>
    withCalendars(bench, async (calendars) => {
      const found: Finding[] = []
      if (bench.rows.has(5)) found.push({ row: 5, figures: await pageGrowth(bench, calendars) })
      if (bench.rows.has(6)) found.push({ row: 6, figures: await slowest(bench) })
      if (bench.rows.has(7)) found.push({ row: 7, figures: await totals(bench, calendars) })
      if (bench.rows.has(9)) found.push({ row: 9, figures: await running(bench, calendars) })
      return found
    }),
}

const compare = <Name extends string>(
  sides: Readonly<Record<Name, readonly [TimedCalendar, ListQuery]>>,
  rounds: number,
): Promise<Rounds<Name, StoreTimes>> => {
  // The type of the record names all of its keys.
  const names = Object.keys(sides) as Name[]
  return interleave(
    names.map((name) => ({ name, measure: () => timeList(sides[name][0], sides[name][1].run) })),
    rounds,
  )
}

async function pageGrowth(bench: Bench, { open }: Calendars): Promise<readonly Figure[]> {
  const { small, large, label } = sizePair(bench)
  const figures: Figure[] = []
  for (const engine of bench.engines) {
    const [less, more] = [await open(engine, small), await open(engine, large)]
    for (const [name, query, most] of [
      ['window', windowQuery, 2],
      ['any of three', categoriesQuery, 5],
    ] as const) {
      bench.progress.say(`bar 5: ${name} on ${engineTitles[engine]}`)
      const rounds = await compare({ less: [less, query], more: [more, query] }, bench.rounds)
      const limit = atAMillion(large, atMost(mostGrowth[engine] ?? most))
      figures.push({
        label: `${engineTitles[engine]}, ${name}, ${label}`,
        value: ratio(rounds, 'more', 'less', pageMs),
        unit: 'x',
        ...limit,
      })
    }
  }
  return figures
}

/** Bar 6: the slowest list. Totals are not counted, because a first total may take longer. */
async function slowest({ sizes, progress }: Bench): Promise<readonly Figure[]> {
  const { large } = sizePair({ sizes })
  const calendar = await openTimed('sqlite', large, { progress, isCounting: false })
  try {
    let worst = { name: '', ms: 0 }
    let deepMs: number | null = null
    for (const { name, slowBecause, run } of listQueries) {
      if (slowBecause === 'search' || (slowBecause === 'deep page' && large < 100_000)) continue
      progress.say(`bar 6: ${name}`)
      const times = await timeList(calendar, run)
      if (slowBecause === 'deep page') deepMs = times.pageMs
      else if (times.pageMs + times.otherMs > worst.ms) worst = { name, ms: times.pageMs + times.otherMs }
    }
    const at = sizeName(large)
    return [
      { label: `slowest list at ${at}`, value: worst.ms, unit: 'ms', note: worst.name, ...atAMillion(large, atMost(25)) },
      { label: `page 1000 at ${at}`, value: deepMs, unit: 'ms', ...atAMillion(large, atMost(12)) },
    ]
  } finally {
    await calendar.database.close()
  }
}

async function totals(bench: Bench, { open }: Calendars): Promise<readonly Figure[]> {
  const { large } = sizePair(bench)
  const figures: Figure[] = []
  for (const engine of bench.engines) {
    bench.progress.say(`bar 7: total on ${engineTitles[engine]}`)
    const calendar = await open(engine, large, true)
    figures.push(...(await totalFigures(calendar, `${engineTitles[engine]} at ${sizeName(large)}`, large, bench.rounds)))
  }
  return figures
}

async function running(bench: Bench, { open }: Calendars): Promise<readonly Figure[]> {
  const { large } = sizePair(bench)
  const figures: Figure[] = []
  for (const engine of bench.engines) {
    bench.progress.say(`bar 9: events that still run on ${engineTitles[engine]}`)
    const calendar = await open(engine, large)
    const rounds = await compare({ running: [calendar, runningQuery], starting: [calendar, startingQuery] }, bench.rounds)
    const limit = enginesInBar9.has(engine) ? atAMillion(large, atMost(2)) : {}
    const label = `${engineTitles[engine]} at ${sizeName(large)}`
    figures.push({ label, value: ratio(rounds, 'running', 'starting', pageMs), unit: 'x', ...limit })
  }
  return figures
}
