import type { Random } from '../data/random.ts'
import type { ListParameter, ListRoute } from './list-routes.ts'
import type { ValuePools } from './value-pools.ts'

/** A candidate for the most expensive request. */
export interface Candidate {
  /** The route. */
  readonly route: ListRoute
  /** The values of its parameters, by name. */
  readonly values: ReadonlyMap<string, string>
}

/** Generates requests. */
export interface CandidateSource {
  /** A random request. */
  draw(): Candidate
  /** A request that differs from another one by a parameter or two. */
  change(candidate: Candidate): Candidate
}

/** The path with its query, below the namespace. */
export function toPath({ route, values }: Candidate): string {
  const query = new URLSearchParams([...values].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return values.size === 0 ? route.path : `${route.path}?${query}`
}

/** Parameters that are valid only together. */
const together: Readonly<Record<string, string>> = { geoloc_lat: 'geoloc_lng', geoloc_lng: 'geoloc_lat', geoloc_radius: 'geoloc_lat' }

/** Generates requests with any combination of parameters, whose values come from pools. */
export function candidateSource(routes: readonly [ListRoute, ...ListRoute[]], pools: ValuePools, random: Random): CandidateSource {
  const pickValue = (parameter: ListParameter): string | undefined => {
    const [first, ...rest] = pools(parameter)
    return first === undefined ? undefined : random.pick([first, ...rest])
  }
  const complete = (route: ListRoute, values: Map<string, string>): Candidate => {
    const add = (name: string): void => {
      const parameter = route.parameters.find((known) => known.name === name)
      const value = parameter === undefined || values.has(name) ? undefined : pickValue(parameter)
      if (value !== undefined) values.set(name, value)
    }
    for (const { name, isRequired } of route.parameters) if (isRequired) add(name)
    // Twice, because the radius requires the latitude, which requires the longitude.
    for (const name of [...values.keys(), ...values.keys()]) add(together[name] ?? '')
    for (const name of Object.keys(together)) if (values.has(name)) add(together[name] ?? '')
    return { route, values }
  }
  const step = (candidate: Candidate): Candidate => {
    const { route } = candidate
    const values = new Map(candidate.values)
    const [first, ...rest] = route.parameters
    if (first === undefined) return candidate
    const parameter = random.pick([first, ...rest])
    const isRemoved = values.has(parameter.name) && !parameter.isRequired && random.chance(0.4)
    const value = isRemoved ? undefined : pickValue(parameter)
    if (value === undefined) values.delete(parameter.name)
    else values.set(parameter.name, value)
    return complete(route, values)
  }
  return {
    draw() {
      let candidate = complete(random.pick(routes), new Map())
      for (let steps = random.below(7); steps > 0; steps--) candidate = step(candidate)
      return candidate
    },
    change: (candidate) => (random.chance(0.5) ? step(candidate) : step(step(candidate))),
  }
}

/**
 * A similar request for which neither a response nor a total is cached: with another time of day in a date, and with another word to search.
 * @param turn each number gives another request
 */
export function uncachedVariant(candidate: Candidate, turn: number): Candidate {
  const values = new Map(candidate.values)
  const search = values.get('search')
  if (search !== undefined && search.length < 190) values.set('search', `${search}${turn}`)
  const clock = new Date((turn % 86_400) * 1_000).toISOString().slice(11, 19)
  const bound = [...values].find(([, value]) => /^\d{4}-\d\d-\d\d$/.test(value))
  if (bound !== undefined) values.set(bound[0], `${bound[1]} ${clock}`)
  else if (candidate.route.parameters.some(({ name }) => name === 'end_date')) {
    // Where the list has no default window, a later end than that of all events leaves out none.
    const [name, day] = withoutDefault.some((one) => values.has(one))
      ? (['to', '2200-12-31'] as const)
      : (['end_date', '2028-06-01'] as const)
    if (!values.has(name)) values.set(name, `${day} ${clock}`)
  }
  return { route: candidate.route, values }
}

/** The parameters with which a list has no default window. */
const withoutDefault = ['starts_before', 'starts_after', 'ends_before', 'ends_after', 'from', 'to', 'window']
