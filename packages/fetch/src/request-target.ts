import { isOfMinute, parseRelativeTime } from '@kalends/core'
import { type QueryInput, readQuery } from './input.ts'
import type { Parameter } from './parameter.ts'
import { readTarget } from './path.ts'
import { createFinder, type Endpoint, type EndpointContext, type Route, type RouteMatch } from './route.ts'
import type { Settings } from './settings.ts'

/** What a request asks for by its method and its address. It follows from these two and the settings, from nothing else. */
export interface RequestTarget extends Pick<EndpointContext, 'language' | 'ref' | 'query' | 'parameters'> {
  /** The route that the path leads to. */
  readonly route: Route
  /** What is to be done; undefined when the route has nothing for the method. */
  readonly endpoint: Endpoint | undefined
  /** What is wrong with path and query, by the names of the core. */
  readonly problems: QueryInput['problems']
  /** Whether anything is. */
  readonly isFaulty: boolean
  /** What the answer is kept under; undefined when it is never kept. */
  readonly key: string | undefined
  /** Whether the answer depends on the running minute, by a relative time such as `now`. */
  readonly isOfMinute: boolean
}

/** What no route answers: a path that leads nowhere, or one below the namespace that is not UTF-8. */
export type NoMatch = Exclude<ReturnType<ReturnType<typeof createFinder>>, RouteMatch>

/** Reading a question takes longer than finding its kept answer, so those asked lately are remembered: so many, */
const maxTargets = 500
/** of methods and addresses of so many characters. Longer ones are read each time. */
const maxLength = 300

/** Reads what requests ask for. */
export function createTargetReader(table: readonly Route[], settings: Settings): (request: Request) => RequestTarget | NoMatch {
  const find = createFinder(table, settings)
  const known = new Map<string, RequestTarget | NoMatch>()
  return ({ method, url }) => {
    const asked = `${method} ${url}`
    const remembered = known.get(asked)
    if (remembered !== undefined) return remembered
    const { path, query } = readTarget(url)
    const found = find(path)
    const question = typeof found === 'string' ? found : toRequestTarget(found, method, query, settings)
    if (asked.length > maxLength) return question
    // Whoever asks for ever new addresses makes others read theirs again, no more.
    if (known.size >= maxTargets) known.clear()
    known.set(asked, question)
    return question
  }
}

function toRequestTarget({ route, parameter, language }: RouteMatch, method: string, queryText: string, settings: Settings): RequestTarget {
  const endpoint = findEndpoint(route, method)
  const { values: query, parameters, problems: faults } = readQuery(queryText, endpoint?.query ?? [])
  const { ref, problem } = readRef(route, parameter)
  const problems = problem === undefined ? faults : { ...faults, slug: problem }
  const isKept = settings.cache && endpoint?.isKept?.({ ref, query }) === true
  return {
    route,
    endpoint,
    language,
    ref,
    query,
    parameters,
    problems,
    isFaulty: Object.keys(problems).length > 0,
    // Every link of an answer repeats the parameters in their order.
    key: isKept ? JSON.stringify([settings.id, language, route.path, ref, parameters]) : undefined,
    isOfMinute: Object.values(query).some(namesMinute),
  }
}

/** Whether a value is a relative time that is another one each minute; in a parameter that takes none it makes a key longer, no more. */
function namesMinute(value: string | readonly string[]): boolean {
  const time = typeof value === 'string' ? parseRelativeTime(value) : undefined
  return time !== undefined && isOfMinute(time)
}

function findEndpoint(route: Route, method: string): Endpoint | undefined {
  const name = method === 'HEAD' ? 'GET' : method
  return route.endpoints.find(({ methods }) => methods.some((known) => known === name))
}

/** The record that a path names; null for an id that no record can have. */
function readRef(route: Route, text: string | undefined): { ref: number | string | null; problem?: string } {
  const [parameter] = route.parameters
  if (parameter === undefined || text === undefined) return { ref: null }
  if (parameter.name === 'id') return { ref: Number.isSafeInteger(Number(text)) ? Number(text) : null }
  const result = parameter.schema.safeParse(text)
  return result.success ? { ref: text } : { ref: text, problem: result.error.issues[0]?.message ?? 'is not valid' }
}

/** All parameters of an endpoint. */
export const parametersOf = ({ query, body = [] }: Endpoint): readonly Parameter[] => [...query, ...body]
