import { sizeName } from '../bars/sizes.ts'
import { type FilledOptions, isServer } from '../data/databases.ts'
import { dataset } from '../data/dataset.ts'
import { type EngineName, engineTitles } from '../data/engine.ts'
import { randomFrom } from '../data/random.ts'
import { median } from '../measure/statistics.ts'
import type { Options } from '../options.ts'
import type { Progress } from '../progress.ts'
import { type Candidate, type CandidateSource, candidateSource, toPath } from './candidate.ts'
import { type ListRoute, listRoutes } from './list-routes.ts'
import { type Cost, openSubject, type Subject } from './subject.ts'
import { valuePools } from './value-pools.ts'

/** The options of a search. */
export interface WorstPlan extends FilledOptions {
  /** The engine. */
  readonly engine: EngineName
  /** The number of events in the table. */
  readonly events: number
  /** The seed; another one tries other requests. */
  readonly drawSeed: number
  /** The number of requests to try. */
  readonly candidates: number
  /** The parameters that no request has. @default none */
  readonly without?: readonly string[]
  /** Reports progress. */
  readonly progress: Progress
}

/** A request and its cost. */
export interface TriedRequest {
  /** The request. */
  readonly candidate: Candidate
  /** Its cost: the minimum of a few responses. */
  readonly cost: Cost
}

/** The result of a search. */
export interface WorstReport {
  /** The engine. */
  readonly engine: EngineName
  /** The number of events in the table. */
  readonly events: number
  /** The seed of the search. */
  readonly drawSeed: number
  /** The cost of the default list without a cache. */
  readonly baseline: Cost
  /** The most expensive requests, most expensive first. */
  readonly worst: readonly TriedRequest[]
  /** All requests in the order in which they were tried, with one measurement each. */
  readonly tried: readonly TriedRequest[]
}

/** The number of requests that are shown, and varied further. */
const shown = 15

/** Searches for the most expensive anonymous GET: first at random, then around the most expensive requests so far. */
export async function findWorst(plan: WorstPlan): Promise<WorstReport> {
  const { engine, events, drawSeed, progress, candidates, without = [], ...options } = plan
  const subject = await openSubject(engine, events, progress, options)
  const name = `${engineTitles[engine]}, ${sizeName(events)}`
  try {
    const baseline = await baselineOf(subject)
    const random = randomFrom(drawSeed)
    const [first, ...rest] = listRoutes.map((route) => withoutParameters(route, without))
    if (first === undefined) throw new TypeError('The handler has no lists.')
    // The first route, that of events, has the most parameters, so it is drawn more often.
    const routes: readonly [ListRoute, ...ListRoute[]] = [first, first, first, ...rest]
    const source = candidateSource(routes, valuePools(dataset(events), random), random)
    const tried = await tryRequests(subject, source, candidates, (index, path) =>
      progress.say(`${name}: ${index} of ${candidates}: ${path}`),
    )
    const best = ranked(tried).slice(0, shown)
    const worst: TriedRequest[] = []
    for (const { candidate } of best) worst.push({ candidate, cost: await costOf(subject, toPath(candidate), 3) })
    return { engine, events, drawSeed, baseline, worst: ranked(worst), tried }
  } finally {
    await subject.close()
  }
}

/** The options of {@link findAllWorst} from the command line. */
type SearchOptions = Pick<Options, 'engines' | 'sizes' | 'seed' | 'candidates' | 'without'>

/** Searches on each engine at 100,000 events, or at the largest given size below that, and on SQLite at every larger size too. */
export async function findAllWorst(
  { engines, sizes, seed, candidates, without }: SearchOptions,
  progress: Progress,
): Promise<readonly WorstReport[]> {
  const usual = sizes.filter((size) => size <= 100_000).at(-1)
  const reports: WorstReport[] = []
  for (const engine of engines) {
    const chosen = sizes.filter((size) => size === usual || (size > 100_000 && (!isServer(engine) || usual === undefined)))
    for (const events of chosen) reports.push(await findWorst({ engine, events, drawSeed: seed, candidates, without, progress }))
  }
  return reports
}

const withoutParameters = ({ path, parameters }: ListRoute, without: readonly string[]): ListRoute => ({
  path,
  parameters: parameters.filter(({ name, isRequired }) => isRequired || !without.includes(name)),
})

/** A report as plain JSON. */
export const toPlain = ({ worst, tried, ...report }: WorstReport): object => ({
  ...report,
  tried: tried.length,
  worst: worst.map(({ candidate, cost }) => ({ path: toPath(candidate), ...cost })),
})

const ranked = (found: readonly TriedRequest[]): readonly TriedRequest[] => found.toSorted((a, b) => b.cost.cpuMs - a.cost.cpuMs)

/** The default list after a warm-up. */
async function baselineOf(subject: Subject): Promise<Cost> {
  await costOf(subject, '/events', 10)
  const costs: Cost[] = []
  for (let round = 0; round < 15; round++) costs.push(await subject.ask('/events'))
  const middle = (part: keyof Cost): number => median(costs.map((cost) => cost[part]))
  return {
    status: middle('status'),
    cpuMs: middle('cpuMs'),
    wallMs: middle('wallMs'),
    turnMs: middle('turnMs'),
    statements: middle('statements'),
    rows: middle('rows'),
  }
}

/** The minimum of each part: other load on the machine only adds time. */
async function costOf(subject: Subject, path: string, rounds: number): Promise<Cost> {
  let least = await subject.ask(path)
  for (let round = 1; round < rounds; round++) {
    const cost = await subject.ask(path)
    least = {
      ...cost,
      cpuMs: Math.min(cost.cpuMs, least.cpuMs),
      wallMs: Math.min(cost.wallMs, least.wallMs),
      turnMs: Math.min(cost.turnMs, least.turnMs),
    }
  }
  return least
}

/** Tries requests: first a third at random, and then variations of the most expensive ones so far. */
async function tryRequests(
  subject: Subject,
  source: CandidateSource,
  candidates: number,
  say: (index: number, path: string) => void,
): Promise<readonly TriedRequest[]> {
  const known = new Map<string, TriedRequest>()
  for (let index = 0, attempts = 0; index < candidates && attempts < candidates * 20; attempts++) {
    const parent = index < candidates / 3 ? undefined : ranked([...known.values()])[attempts % shown]
    const candidate = parent === undefined ? source.draw() : source.change(parent.candidate)
    const path = toPath(candidate)
    if (known.has(path)) continue
    index++
    say(index, path)
    known.set(path, { candidate, cost: await subject.ask(path) })
  }
  return [...known.values()]
}
