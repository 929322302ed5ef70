import { describe, expect, test } from 'vitest'
import { dataset } from '../src/data/dataset.ts'
import { randomFrom } from '../src/data/random.ts'
import { bystanderTable, measureBystanders } from '../src/worst/bystanders.ts'
import { type Candidate, candidateSource, toPath, uncachedVariant } from '../src/worst/candidate.ts'
import { findWorst, worstTable } from '../src/worst/find-worst.ts'
import { listRoutes } from '../src/worst/list-routes.ts'
import { valuePools } from '../src/worst/value-pools.ts'

const events = 2_000

const [first, ...rest] = listRoutes
if (first === undefined) throw new Error('The handler has no lists.')

describe('requests that are tried', () => {
  test('use every parameter of every list, with more than one value', () => {
    const random = randomFrom(1)
    const { draw, change } = candidateSource([first, ...rest], valuePools(dataset(events), random), random)
    const seen = new Map<string, Set<string>>()
    for (let round = 0, candidate = draw(); round < 20_000; round++) {
      candidate = round % 10 === 0 ? draw() : change(candidate)
      for (const [name, value] of candidate.values) {
        const key = `${candidate.route.path} ${name}`
        seen.set(key, (seen.get(key) ?? new Set()).add(value))
      }
    }
    const all = listRoutes.flatMap(({ path, parameters }) => parameters.map(({ name }) => `${path} ${name}`))
    // `window` has one value.
    const isVaried = (name: string, values: ReadonlySet<string>) => values.size > 1 || name.endsWith(' window')
    expect([...seen].flatMap(([name, values]) => (isVaried(name, values) ? [name] : [])).toSorted()).toEqual(all.toSorted())
    expect(new Set(all.map((name) => name.split(' ')[0])).size).toBe(7)
  })

  test.each([
    ['/events', { search: 'choir' }],
    ['/events', {}],
    ['/events', { start_date: '2026-01-01', ends_after: '2026-06-01' }],
    ['/events', { window: 'all' }],
    ['/events', { from: 'now', to: '2026-06-01' }],
    ['/events', { from: 'now' }],
    ['/events/fullcalendar', { start: '2026-01-01', end: '2026-02-01' }],
  ])('have variants for which nothing is cached: %s %j', (path, values) => {
    const route = listRoutes.find((known) => known.path === path) ?? first
    const candidate = { route, values: new Map(Object.entries(values)) }
    expect(new Set(Array.from({ length: 50 }, (_, turn) => toPath(uncachedVariant(candidate, turn)))).size).toBe(50)
  })
})

// Only `pnpm bench worst` measures times. Tests compare statements, which are the same on every machine.
describe('an anonymous GET', async () => {
  const candidates = 150
  const report = await findWorst('sqlite', events, candidates)
  const isWindow = ({ candidate }: (typeof report.tried)[number]): boolean => candidate.route.path === '/events/fullcalendar'
  const lists = report.tried.filter((tried) => !isWindow(tried))
  const windows = report.tried.filter(isWindow)
  const answered = (status: number) => lists.filter(({ cost }) => cost.status === status)

  test('returns a list, a problem with its parameters, a page that does not exist, or a passed deadline', () => {
    expect(report.tried).toHaveLength(candidates)
    // On a machine that stalls for two seconds, a long read ends at its deadline: 503.
    for (const { candidate, cost } of report.tried) expect([200, 400, 404, 503], toPath(candidate)).toContain(cost.status)
    expect([answered(200), answered(404), windows].map(({ length }) => length > 0)).toEqual([true, true, true])
  })

  /** The number of statements that look up the values of a parameter before the list. Categories take 3: by id, by slug, descendants. */
  const lookups: Readonly<Record<string, number>> = {
    ...{ categories: 3, tags: 2, venue: 1, organizer: 1, post_parent: 1, event: 1, post: 1, geoloc_lat: 1 },
  }
  const lookupsOf = ({ values }: Candidate): number => [...values.keys()].reduce((sum, name) => sum + (lookups[name] ?? 0), 0)
  /**
   * The maximum number of statements of a long read, which SQLite runs in slices. The page and the total are two reads, and a slice takes
   * two statements: one finds its end, one reads it. A slice has at least 50 rows; how many more depends on the duration of the previous
   * one. A read of links has up to twice as many rows as there are events.
   */
  const mostSliceStatements = 2 * 2 * Math.ceil((2 * events) / 50)

  test.each([
    // One statement each: the page, its parents, the check whether few enough events match to sort them, the total, and for the total the
    // venues within a circle. Four statements: the links of the page.
    ['a list takes nine statements', lists, 9],
    ['a page past the end reads the total alone', answered(404), 1],
    ['a window takes eight for each batch', windows, 9 + 8 * (Math.ceil(events / 200) + 1)],
  ])('of %s besides lookups and slices', (_, tried, most) => {
    for (const { candidate, cost } of tried)
      expect(cost.statements, toPath(candidate)).toBeLessThanOrEqual(most + lookupsOf(candidate) + mostSliceStatements)
  })

  test('has a line in the table if it is one of the 15 most expensive', () => {
    expect(
      worstTable(report)
        .split('\n')
        .filter((line) => /^\| \d/.test(line)),
    ).toHaveLength(15)
  })

  test('does not keep other clients from their responses', async () => {
    const met = await measureBystanders(report, 1_000)
    expect([met.latencies.length, met.failures]).toEqual([10, {}])
    expect(met.attacks['200']).toBeGreaterThan(0)
    expect(bystanderTable([met])).toMatch(/\| SQLite, 2k \| 10 \|.*\| none \| .*x 200/)
  })
})
