import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { dataset } from '../src/data/dataset.ts'
import { randomFrom } from '../src/data/random.ts'
import { silentProgress } from '../src/progress.ts'
import { bystanderTable, worstTable } from '../src/report/worst-table.ts'
import { measureBystanders } from '../src/worst/bystanders.ts'
import { type Candidate, candidateSource, toPath, uncachedVariant } from '../src/worst/candidate.ts'
import { findWorst, toPlain } from '../src/worst/find-worst.ts'
import { listRoutes } from '../src/worst/list-routes.ts'
import { valuePools } from '../src/worst/value-pools.ts'

const events = 2_000
const folder = mkdtempSync(join(tmpdir(), 'kalends-bench-'))
afterAll(() => rmSync(folder, { recursive: true }))

const [first, ...rest] = listRoutes
if (first === undefined) throw new Error('The handler has no lists.')
const source = (seed: number) => {
  const random = randomFrom(seed)
  return candidateSource([first, ...rest], valuePools(dataset(events), random), random)
}

describe('requests that are tried', () => {
  test('come from every list that the handler has', () => {
    expect(listRoutes.map(({ path }) => path)).toEqual([
      '/changes',
      '/events/fullcalendar',
      '/events',
      '/venues',
      '/organizers',
      '/categories',
      '/tags',
    ])
  })

  test('use every parameter of every list, with more than one value', () => {
    const { draw, change } = source(1)
    const seen = new Map<string, Set<string>>()
    for (let round = 0, candidate = draw(); round < 20_000; round++) {
      candidate = round % 10 === 0 ? draw() : change(candidate)
      for (const [name, value] of candidate.values) {
        const values = seen.get(`${candidate.route.path} ${name}`) ?? new Set()
        seen.set(`${candidate.route.path} ${name}`, values.add(value))
      }
    }
    const all = listRoutes.flatMap(({ path, parameters }) => parameters.map(({ name }) => `${path} ${name}`))
    expect([...seen.keys()].toSorted()).toEqual(all.toSorted())
    for (const [name, values] of seen) expect([name, values.size > 1]).toEqual([name, true])
  })

  test('are the same for the same seed, and others for another one', () => {
    const paths = (seed: number): readonly string[] => {
      const { draw } = source(seed)
      return Array.from({ length: 20 }, () => toPath(draw()))
    }
    expect(paths(1)).toEqual(paths(1))
    expect(paths(1)).not.toEqual(paths(2))
  })

  test.each([
    ['/events', { search: 'choir' }],
    ['/events', {}],
    ['/events', { start_date: '2026-01-01', ends_after: '2026-06-01' }],
    ['/events/fullcalendar', { start: '2026-01-01', end: '2026-02-01' }],
  ])('have variants for which nothing is cached: %s %j', (path, values) => {
    const route = listRoutes.find((known) => known.path === path) ?? first
    const candidate = { route, values: new Map(Object.entries(values)) }
    expect(new Set(Array.from({ length: 50 }, (_, turn) => toPath(uncachedVariant(candidate, turn)))).size).toBe(50)
  })
})

// Only `pnpm bench worst` measures times. Tests compare statements and rows, which are the same on every machine.
describe('an anonymous GET', { timeout: 120_000 }, async () => {
  const candidates = 150
  const report = await findWorst({ engine: 'sqlite', events, drawSeed: 1, candidates, progress: silentProgress, folder })
  const isWindow = (path: string): boolean => path === '/events/fullcalendar'
  const lists = report.tried.filter(({ candidate }) => !isWindow(candidate.route.path))
  const windows = report.tried.filter(({ candidate }) => isWindow(candidate.route.path))
  const answered = (status: number) => lists.filter(({ cost }) => cost.status === status)

  test('returns a list, a problem with its parameters, a page that does not exist, or a passed deadline', () => {
    expect(report.tried).toHaveLength(candidates)
    // On a machine that stalls for two seconds, a long read ends at its deadline: 503.
    for (const { candidate, cost } of report.tried) expect([200, 400, 404, 503], toPath(candidate)).toContain(cost.status)
    expect([answered(200), answered(404), windows].map(({ length }) => length > 0)).toEqual([true, true, true])
  })

  /** The number of statements that look up the values of a parameter before the list. Categories take 3: by id, by slug, descendants. */
  const lookups: Readonly<Record<string, number>> = {
    categories: 3,
    tags: 2,
    venue: 1,
    organizer: 1,
    post_parent: 1,
    event: 1,
    post: 1,
    geoloc_lat: 1,
  }
  /**
   * The maximum number of statements of a long read, which SQLite runs in slices. The page and the total are two reads, and a slice takes
   * two statements: one finds its end, one reads it. A slice has at least 50 rows; how many more depends on the duration of the previous
   * one. A read of links has up to twice as many rows as there are events.
   */
  const mostSliceStatements = 2 * 2 * Math.ceil((2 * events) / 50)
  const lookupsOf = ({ values }: Candidate): number => [...values.keys()].reduce((sum, name) => sum + (lookups[name] ?? 0), 0)

  /** The index for searches gives the ids of the events that may match, once for the page and once for the total. */
  const mostFound = ({ values }: Candidate): number => (values.has('search') ? 2 * events : 0)

  test('of a list takes at most nine statements besides lookups and slices, and returns at most a page with all linked records', () => {
    // A page of 100 events links fewer than five other records per event. A filter by a category also reads the rows of its descendants.
    const mostRows = 100 * 6 + dataset(events).shape.categories
    for (const { candidate, cost } of lists) {
      // One statement each: the page, its parents, the check whether few enough events match to sort them, the total, and for the total the
      // venues within a circle. Four statements: the links of the page.
      expect(cost.statements, toPath(candidate)).toBeLessThanOrEqual(9 + lookupsOf(candidate) + mostSliceStatements)
      expect(cost.rows, toPath(candidate)).toBeLessThanOrEqual(mostRows + mostFound(candidate) + mostSliceStatements)
    }
  })

  test('of a page past the end reads no records besides lookups, only the total', () => {
    for (const { candidate, cost } of answered(404)) {
      expect(cost.statements, toPath(candidate)).toBeLessThanOrEqual(1 + lookupsOf(candidate) + mostSliceStatements)
      if (lookupsOf(candidate) === 0)
        expect(cost.rows, toPath(candidate)).toBeLessThanOrEqual(1 + mostFound(candidate) + mostSliceStatements)
    }
  })

  test('of a window takes a limited number of statements for each batch, and returns its events with all linked records', () => {
    const batches = Math.ceil(events / 200) + 1
    for (const { candidate, cost } of windows) {
      expect(cost.statements, toPath(candidate)).toBeLessThanOrEqual(9 + lookupsOf(candidate) + 8 * batches + mostSliceStatements)
      expect(cost.rows, toPath(candidate)).toBeLessThanOrEqual(6 * events)
    }
  })

  test('is in the report if it is one of the 15 most expensive', () => {
    const byCost = report.tried.toSorted((a, b) => b.cost.cpuMs - a.cost.cpuMs)
    const pathsOf = (some: typeof report.tried) => some.map(({ candidate }) => toPath(candidate)).toSorted()
    expect(pathsOf(report.worst)).toEqual(pathsOf(byCost.slice(0, 15)))
  })

  test('has a line in the table and an item in the JSON for each of the 15 most expensive', () => {
    const text = worstTable(report)
    expect(text).toContain('### SQLite, 2k')
    expect(text).toContain(`The worst of ${candidates} requests, seed 1.`)
    expect(text.split('\n').filter((line) => /^\| \d/.test(line))).toHaveLength(15)
    expect(JSON.parse(JSON.stringify(toPlain(report)))).toMatchObject({ tried: candidates, worst: { length: 15 } })
  })
})

test('other clients get responses while the worst requests are sent', { timeout: 60_000 }, async () => {
  const report = await findWorst({ engine: 'sqlite', events: 1_000, drawSeed: 1, candidates: 20, progress: silentProgress })
  const met = await measureBystanders({ report, milliseconds: 1_000 })
  expect([met.latencies.length, met.failures.size]).toEqual([10, 0])
  expect(met.attacks.get('200')).toBeGreaterThan(0)
  expect([...met.attacks.keys()].every((status) => /^(?:200|400|404|503)$/.test(status))).toBe(true)
  expect(bystanderTable([met])).toMatch(/\| SQLite, 1k \| 10 \|.*\| none \| .*x 200/)
})
