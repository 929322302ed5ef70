import { isOfMinute, parseRelativeTime, type Reason, toReason } from '@kalends/core/internal'
import type { Settings } from '../options/settings.ts'
import type { Parameter } from '../parameters/parameter.ts'
import { type QueryInput, readQuery } from '../parameters/query.ts'
import { splitUrl } from './path.ts'
import { createFinder, type Endpoint, type EndpointContext, type Route, type RouteMatch } from './route.ts'

/** The route, the endpoint and the parameters of a request. They depend only on its method, its URL and the settings. */
export interface RequestMatch extends Pick<EndpointContext, 'method' | 'language' | 'ref' | 'query' | 'fieldFilters' | 'parameters'> {
  /** The route that matches the path. */
  readonly route: Route
  /** The endpoint for the method; undefined when the route has none. */
  readonly endpoint: Endpoint | undefined
  /** Issues of path and query, by the core's names. */
  readonly issues: QueryInput['issues']
  /** Whether there are issues. */
  readonly hasIssues: boolean
  /** The cache key of the response; undefined when it is never cached. */
  readonly key: string | undefined
  /** Whether the response depends on the current minute, by a relative time such as `now`. */
  readonly isOfMinute: boolean
  /** The kind of terms that the response depends on: those that the endpoint reads, or those that a filter names by id. */
  readonly terms: Endpoint['terms']
}

/** Results for paths without a route: unknown, below the namespace and not UTF-8, or the failure of a hook that rewrites addresses. */
export type NoMatch = Exclude<ReturnType<ReturnType<typeof createFinder>>, RouteMatch> | { readonly failure: unknown }

/** Whether a request matches a route. */
export const isMatch = (found: RequestMatch | NoMatch): found is RequestMatch => typeof found === 'object' && 'route' in found

/** How many matches are cached: parsing a URL takes longer than finding a cached response. */
const maxMatches = 500
/** The longest method and URL that is cached, in characters. Longer ones are parsed each time. */
const maxLength = 300

/** A list of ids and slugs, separated by commas, that has an id. */
const listsId = /(?:^|,)[0-9]{1,16}(?:,|$)/

/** The kinds of terms that filters name by id: whether `categories` does, and whether `tags` does. */
const termsById: Readonly<Record<string, Endpoint['terms']>> = { 'true true': 'both', 'true false': 'category', 'false true': 'tag' }

/** Creates the function that finds the match of a request, from a cache if it can. The function never throws. */
export function createMatcher(table: readonly Route[], settings: Settings): (request: Request) => RequestMatch | NoMatch {
  const find = createFinder(table, settings)
  const known = new Map<string, RequestMatch | NoMatch>()
  const { addressHooks } = settings
  const match = (request: Request): RequestMatch | NoMatch => {
    const address =
      addressHooks.length === 0
        ? undefined
        : addressHooks.reduce((given, hook) => hook(given, request.headers, settings), { method: request.method, ...splitUrl(request.url) })
    // A hook can take a path with a question mark from a query: only a character that no URL has separates the two.
    const asked = address === undefined ? `${request.method} ${request.url}` : `${address.method} ${address.path} ${address.query}`
    const remembered = known.get(asked)
    if (remembered !== undefined) return remembered
    const { path, query } = address ?? splitUrl(request.url)
    const found = find(path)
    const result = typeof found === 'string' ? found : toMatch(found, address?.method ?? request.method, query, settings)
    if (asked.length > maxLength) return result
    // A client that sends ever new URLs only makes other clients' URLs be parsed again.
    if (known.size >= maxMatches) known.clear()
    known.set(asked, result)
    return result
  }
  return (request) => {
    try {
      return match(request)
    } catch (failure) {
      return { failure }
    }
  }
}

function toMatch({ route, parameter, language }: RouteMatch, method: string, queryText: string, settings: Settings): RequestMatch {
  const endpoint = findEndpoint(route, method)
  const hasFieldFilters = endpoint?.fieldsOf !== undefined && endpoint.body === undefined
  const { values: query, fieldFilters, parameters, issues: found } = readQuery(queryText, endpoint?.query ?? [], hasFieldFilters)
  const { ref, issue } = readRef(route, parameter)
  const issues = issue === undefined ? found : { ...found, slug: issue }
  const isCacheable = settings.cache && endpoint?.isCacheable?.({ ref, query }) === true
  return {
    route,
    endpoint,
    method,
    language,
    ref,
    query,
    fieldFilters,
    parameters,
    issues,
    hasIssues: Object.keys(issues).length > 0,
    // Every link of a response repeats the parameters in their order.
    key: isCacheable ? JSON.stringify([settings.id, language, route.path, ref, parameters]) : undefined,
    isOfMinute: Object.values(query).some(namesMinute),
    // A filter by id asks whether the caller may see the term; a slug finds only terms that everybody may see.
    terms: endpoint?.terms ?? termsById[`${listsId.test(String(query['categories']))} ${listsId.test(String(query['tags']))}`],
  }
}

/** Whether a value is a relative time that changes each minute. For a parameter that takes no times, this only makes the key longer. */
function namesMinute(value: string | readonly string[]): boolean {
  const time = typeof value === 'string' ? parseRelativeTime(value) : undefined
  return time !== undefined && isOfMinute(time)
}

function findEndpoint(route: Route, method: string): Endpoint | undefined {
  const name = method === 'HEAD' ? 'GET' : method
  for (const endpoint of route.endpoints) for (const known of endpoint.methods) if (known === name) return endpoint
  return undefined
}

/** The id or slug in a path; null for an id that no record can have. */
function readRef(route: Route, text: string | undefined): { ref: number | string | null; issue?: Reason } {
  const [parameter] = route.parameters
  if (parameter === undefined || text === undefined) return { ref: null }
  if (parameter.name === 'id') return { ref: Number.isSafeInteger(Number(text)) ? Number(text) : null }
  const issue = parameter.schema?.safeParse(text).error?.issues[0]
  return { ref: text, ...(issue !== undefined && { issue: toReason(issue) }) }
}

/** All parameters of an endpoint. */
export const parametersOf = ({ query, body = [] }: Endpoint): readonly Parameter[] => [...query, ...body]
