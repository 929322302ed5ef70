import { createCalendar, publicReadOnly } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { changes } from '@kalends/fetch/changes'
import { fullcalendar } from '@kalends/fetch/fullcalendar'
import { kyselyStore } from '@kalends/kysely'
import { countStatements } from '@kalends/testing'
import { sizeName } from '../bars/finding.ts'
import { openFilled } from '../data/databases.ts'
import { dataset } from '../data/dataset.ts'
import { type EngineName, engineTitles } from '../data/engine.ts'
import { randomFrom } from '../data/random.ts'
import { markdownTable, shortNumber } from '../markdown.ts'
import { spentBy } from '../measure/processor-time.ts'
import type { Options } from '../options.ts'
import { say } from '../progress.ts'
import { base, clock, publicUrl } from '../setting.ts'
import { type Candidate, type CandidateSource, candidateSource, toPath } from './candidate.ts'
import { listRoutes } from './list-routes.ts'
import { watchTurns } from './turns.ts'
import { valuePools } from './value-pools.ts'

/** The cost of a response, in milliseconds. */
export interface Cost {
  readonly status: number
  /** Processor time of this process and of the database. */
  readonly cpuMs: number
  readonly wallMs: number
  /** The longest turn of the event loop during the request. */
  readonly turnMs: number
  /** The number of statements. */
  readonly statements: number
}

/** A request and its cost. */
export interface TriedRequest {
  readonly candidate: Candidate
  readonly cost: Cost
}

/** The result of a search. */
export interface WorstReport {
  readonly engine: EngineName
  /** The number of events in the table. */
  readonly events: number
  /** The cost of the default list without a cache. */
  readonly baseline: Cost
  /** The most expensive requests, most expensive first. */
  readonly worst: readonly TriedRequest[]
  /** All requests in the order in which they were tried, with one measurement each. */
  readonly tried: readonly TriedRequest[]
}

/** The number of requests that are shown, and varied further. */
const shown = 15

/** Searches on each engine at 100,000 events, or at the largest given size below that, and on SQLite at every larger size too. */
export async function findAllWorst({ engines, sizes, quick }: Options): Promise<readonly WorstReport[]> {
  const usual = sizes.filter((size) => size <= 100_000).at(-1) ?? sizes[0]
  const reports: WorstReport[] = []
  for (const engine of engines) {
    for (const events of sizes.filter((size) => size === usual || (size > 100_000 && engine === 'sqlite')))
      reports.push(await findWorst(engine, events, quick ? 60 : 400))
  }
  return reports
}

/** Searches for the most expensive anonymous GET: first at random, then around the most expensive requests so far. */
export async function findWorst(engine: EngineName, events: number, candidates: number): Promise<WorstReport> {
  const { ask, close } = await openSubject(engine, events)
  try {
    const baseline = await leastCost(ask, '/events', 25)
    const random = randomFrom(1)
    const [first, ...rest] = listRoutes
    if (first === undefined) throw new TypeError('The handler has no lists.')
    // The first route, that of events, has the most parameters, so it is drawn more often.
    const source = candidateSource([first, first, first, ...rest], valuePools(dataset(events), random), random)
    const tried = await tryRequests(`${engineTitles[engine]}, ${sizeName(events)}`, ask, source, candidates)
    const worst: TriedRequest[] = []
    for (const { candidate } of ranked(tried).slice(0, shown)) worst.push({ candidate, cost: await leastCost(ask, toPath(candidate), 3) })
    return { engine, events, baseline, worst: ranked(worst), tried }
  } finally {
    await close()
  }
}

type Ask = (path: string) => Promise<Cost>

/** Opens the handler over a filled database without a cache, for an anonymous caller. */
async function openSubject(engine: EngineName, events: number): Promise<{ readonly ask: Ask; close(): Promise<void> }> {
  const { db, options, close } = await openFilled(engine, events, { connections: 1 })
  const counter = countStatements(db)
  const calendar = createCalendar({ store: kyselyStore(db, options), clock, cache: false })
  const handler = createHandler(calendar, { access: publicReadOnly(), publicUrl, use: [changes(), fullcalendar()] })
  const ask: Ask = async (path) => {
    const turns = await watchTurns()
    const before = counter.total()
    let status = 0
    const { wallMs, processMs, bothMs } = await spentBy(engine, db, async () => {
      const response = await handler(new Request(publicUrl + base + path))
      await response.arrayBuffer()
      status = response.status
    })
    // On a busy machine a turn includes waiting, so the processor time of the process is the upper limit.
    const turnMs = Math.min(await turns(), processMs)
    // Two statements find the processor time of the connection of a server.
    return { status, cpuMs: bothMs, wallMs, turnMs, statements: counter.total() - before - (engine === 'sqlite' ? 0 : 2) }
  }
  return { ask, close }
}

/** A report as plain JSON. */
export const toPlain = ({ worst, tried, ...report }: WorstReport): object => ({
  ...report,
  tried: tried.length,
  worst: worst.map(({ candidate, cost }) => ({ path: toPath(candidate), ...cost })),
})

const ranked = (found: readonly TriedRequest[]): readonly TriedRequest[] => found.toSorted((a, b) => b.cost.cpuMs - a.cost.cpuMs)

/** The minimum of each part: other load on the machine only adds time. */
async function leastCost(ask: Ask, path: string, rounds: number): Promise<Cost> {
  let least = await ask(path)
  for (let round = 1; round < rounds; round++) {
    const cost = await ask(path)
    const leastOf = (part: keyof Cost): number => Math.min(cost[part], least[part])
    least = { ...cost, cpuMs: leastOf('cpuMs'), wallMs: leastOf('wallMs'), turnMs: leastOf('turnMs') }
  }
  return least
}

/** Tries requests: first a third at random, and then variations of the most expensive ones so far. */
async function tryRequests(name: string, ask: Ask, source: CandidateSource, candidates: number): Promise<readonly TriedRequest[]> {
  const known = new Map<string, TriedRequest>()
  for (let attempts = 0; known.size < candidates && attempts < candidates * 20; attempts++) {
    const parent = known.size < candidates / 3 ? undefined : ranked([...known.values()])[attempts % shown]
    const candidate = parent === undefined ? source.draw() : source.change(parent.candidate)
    const path = toPath(candidate)
    if (known.has(path)) continue
    say(`${name}: ${known.size + 1} of ${candidates}: ${path}`)
    known.set(path, { candidate, cost: await ask(path) })
  }
  return [...known.values()]
}

/** The most expensive requests of one engine and size, as a Markdown table (rows 17 and 18). */
export function worstTable({ engine, events, baseline, worst, tried }: WorstReport): string {
  const rows = worst.map(({ candidate, cost }) => [
    `${(cost.cpuMs / baseline.cpuMs).toFixed(1)}x`,
    ...[cost.cpuMs, cost.wallMs, cost.turnMs].map(shortNumber),
    ...[cost.statements, cost.status, `\`${readable(toPath(candidate))}\``],
  ])
  const heads = ['cost', 'processor ms', 'ms', 'longest turn ms', 'statements', 'status', 'request']
  return `### ${engineTitles[engine]}, ${sizeName(events)}

The worst of ${tried.length} requests. The default list, caches off: ${shortNumber(baseline.cpuMs)} ms of processor time.

${markdownTable(heads, rows, ['request'])}`
}

/** A path for a cell of a table: long lists of ids are shortened, and vertical bars are escaped. */
const readable = (path: string): string =>
  decodeURIComponent(path.replaceAll('+', ' '))
    .replaceAll('|', '\\|')
    .replace(/((?:\d+,){2})(?:\d+,){4,}(\d+)/g, '$1...,$2')
