import { type EngineName, engineTitles } from '../data/engine.ts'
import { type GrowthSample, measureGrowth } from '../growth.ts'
import { atAMillion, atMost, type BarGroup, type Figure, sizeName } from './finding.ts'
import * as lists from './list-queries.ts'

/** Bars 5, 6, 9, 20 and 21: the cost of pages and totals in the store, and its growth from the smallest to the largest table. */
export const growthBars: BarGroup = {
  rows: {
    5: 'Page query alone, 1M against 1k: window at most 2x (MariaDB 8x), any of three categories at most 5x (MariaDB 8x)',
    6: 'At 1M on SQLite no list query above 60 ms but text search, deep pages and a first total; page 1000 at most 12 ms',
    9: 'Page of events that still run, 0.1% of them for months, 1M: at most 2x the page by start (SQLite, PostgreSQL)',
    20: 'Search at 1M: a page at most 60 ms on SQLite, 100 ms on the servers',
    21: 'Every total at 1M within its deadline of 2 s',
  },
  run: async ({ rows, sizes: [small = 0, ...more], engines }) => {
    const large = more.at(-1) ?? small
    const samples = await measureGrowth(engines, [...new Set([small, large])])
    const figures = engines.map((engine) => {
      const ofEngine = samples.filter((sample) => sample.engine === engine)
      const at = (size: number) => ofEngine.filter(({ events }) => events === size)
      return figuresOf(engine, large, at(small), at(large))
    })
    const found = [5, 6, 9, 20, 21].map((row) => ({ row, figures: figures.flatMap((of) => of[row] ?? []) }))
    return found.filter(({ row }) => rows.has(row))
  },
}

/** The figures of an engine, by the number of the bar. */
function figuresOf(
  engine: EngineName,
  events: number,
  small: readonly GrowthSample[],
  large: readonly GrowthSample[],
): Readonly<Record<number, readonly Figure[]>> {
  const isMysql = engine === 'mariadb' || engine === 'mysql'
  const pageMs = (samples: readonly GrowthSample[], query: lists.ListQuery) =>
    samples.find((sample) => sample.query === query)?.pageMs ?? Number.NaN
  const figure = (name: string, value: number, unit: 'x' | 'ms', most: number | undefined): Figure => ({
    label: `${engineTitles[engine]} at ${sizeName(events)}, ${name}`,
    value: Number.isNaN(value) ? null : value,
    unit,
    limit: most === undefined ? undefined : atAMillion(events, atMost(most)),
  })
  const growth = (query: lists.ListQuery, most: number): Figure =>
    figure(query.name, pageMs(large, query) / pageMs(small, query), 'x', isMysql ? 8 : most)
  const search = (query: lists.ListQuery): Figure => figure(query.name, pageMs(large, query), 'ms', engine === 'sqlite' ? 60 : 100)
  const slowest = (part: 'pageMs' | 'totalMs', most: number): Figure => {
    const usual = part === 'totalMs' ? large : large.filter(({ query }) => query.slowBecause === undefined)
    const [worst] = usual.toSorted((a, b) => b[part] - a[part])
    return figure(worst?.query.name ?? '', worst?.[part] ?? Number.NaN, 'ms', most)
  }
  const running = pageMs(large, lists.runningQuery) / pageMs(large, lists.startingQuery)
  return {
    5: [growth(lists.windowQuery, 2), growth(lists.categoriesQuery, 5)],
    6: engine === 'sqlite' ? [slowest('pageMs', 60), figure('page 1000', pageMs(large, lists.deepQuery), 'ms', 12)] : [],
    9: [figure('still running / starting', running, 'x', isMysql ? undefined : 2)],
    20: [search(lists.frequentQuery), search(lists.rareQuery)],
    21: [slowest('totalMs', 2_000)],
  }
}
