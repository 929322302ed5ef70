import { sizeName } from '../bars/sizes.ts'
import type { FilledOptions } from '../data/databases.ts'
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

/** How a search goes. */
export interface WorstPlan extends FilledOptions {
  /** The engine. */
  readonly engine: EngineName
  /** How many events the table has. */
  readonly events: number
  /** Another seed looks at other requests. */
  readonly drawSeed: number
  /** How many requests are tried. */
  readonly candidates: number
  /** Parameters that no request has. @default none */
  readonly without?: readonly string[]
  /** Says what is going on. */
  readonly progress: Progress
}

/** A request and what it costs. */
export interface Found {
  /** The request. */
  readonly candidate: Candidate
  /** What it costs: the least of a few answers. */
  readonly cost: Cost
}

/** What a search has found. */
export interface WorstReport {
  /** The engine. */
  readonly engine: EngineName
  /** How many events the table has. */
  readonly events: number
  /** The seed of the search. */
  readonly drawSeed: number
  /** What the default list costs when nothing is kept. */
  readonly baseline: Cost
  /** The most expensive requests, most expensive first. */
  readonly worst: readonly Found[]
  /** All that were tried, in their order, each as it was measured once. */
  readonly tried: readonly Found[]
}

/** How many requests are shown, and climbed from. */
const shown = 15

/** Looks for the most expensive anonymous GET: first anywhere, then around the most expensive ones so far. */
export async function findWorst(plan: WorstPlan): Promise<WorstReport> {
  const { engine, events, drawSeed, progress, candidates, without = [], ...options } = plan
  const subject = await openSubject(engine, events, progress, options)
  const name = `${engineTitles[engine]}, ${sizeName(events)}`
  try {
    const baseline = await baselineOf(subject)
    const random = randomFrom(drawSeed)
    const [first, ...rest] = listRoutes.map((route) => withoutParameters(route, without))
    if (first === undefined) throw new TypeError('The handler has no lists.')
    // Most lists are of events, and so are most parameters.
    const routes: readonly [ListRoute, ...ListRoute[]] = [first, first, first, ...rest]
    const source = candidateSource(routes, valuePools(dataset(events), random), random)
    const tried = await climb(subject, source, candidates, (index, path) => progress.say(`${name}: ${index} of ${candidates}: ${path}`))
    const best = ranked(tried).slice(0, shown)
    const worst: Found[] = []
    for (const { candidate } of best) worst.push({ candidate, cost: await costOf(subject, toPath(candidate), 3) })
    return { engine, events, drawSeed, baseline, worst: ranked(worst), tried }
  } finally {
    await subject.close()
  }
}

/** What {@link findAllWorst} takes from the command line. */
type SearchOptions = Pick<Options, 'engines' | 'sizes' | 'seed' | 'candidates' | 'without'>

/** Searches on each engine at 100,000 events, or the largest size below that was asked for, and on SQLite at every larger size, too. */
export async function findAllWorst(
  { engines, sizes, seed, candidates, without }: SearchOptions,
  progress: Progress,
): Promise<readonly WorstReport[]> {
  const usual = sizes.filter((size) => size <= 100_000).at(-1)
  const reports: WorstReport[] = []
  for (const engine of engines) {
    const chosen = sizes.filter((size) => size === usual || (size > 100_000 && (engine === 'sqlite' || usual === undefined)))
    for (const events of chosen) reports.push(await findWorst({ engine, events, drawSeed: seed, candidates, without, progress }))
  }
  return reports
}

const withoutParameters = ({ path, parameters }: ListRoute, without: readonly string[]): ListRoute => ({
  path,
  parameters: parameters.filter(({ name, isRequired }) => isRequired || !without.includes(name)),
})

/** A report in plain JSON. */
export const toPlain = ({ worst, tried, ...report }: WorstReport): object => ({
  ...report,
  tried: tried.length,
  worst: worst.map(({ candidate, cost }) => ({ path: toPath(candidate), ...cost })),
})

const ranked = (found: readonly Found[]): readonly Found[] => found.toSorted((a, b) => b.cost.cpuMs - a.cost.cpuMs)

/** The default list, warmed up. */
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

/** The least of each part: what else the machine does only ever adds. */
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

/** A third of the requests are drawn, the others are made from the best so far. */
async function climb(
  subject: Subject,
  source: CandidateSource,
  candidates: number,
  say: (index: number, path: string) => void,
): Promise<readonly Found[]> {
  const known = new Map<string, Found>()
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
