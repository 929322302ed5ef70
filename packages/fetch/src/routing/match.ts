import { isOfMinute, parseRelativeTime, type Reason, toReason } from '@kalends/core/internal'
import type { Settings } from '../options/settings.ts'
import { byName, type Parameter } from '../parameters/parameter.ts'
import { type QueryInput, readQuery } from '../parameters/query.ts'
import { type Segment, splitPath, splitUrl } from './path.ts'
import type { Endpoint, EndpointContext, Route } from './route.ts'

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
export type NoMatch = 'no route' | 'not UTF-8' | { readonly failure: unknown }

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
  return (request) => {
    try {
      const address =
        addressHooks.length === 0
          ? undefined
          : addressHooks.reduce((given, hook) => hook(given, request.headers, settings), {
              method: request.method,
              ...splitUrl(request.url),
            })
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
    } catch (failure) {
      return { failure }
    }
  }
}

/** A route that matches a path. */
interface RouteMatch {
  /** The route. */
  readonly route: Route
  /** Its endpoints, by their methods. */
  readonly served: ReadonlyMap<string, Served>
  /** The value of the path parameter. */
  readonly parameter: string | undefined
  /** The language of the URL; empty for the URL without one. */
  readonly language: string
}

const digits = /^[0-9]+$/

/** A parameter with the extension of a format. */
const suffixed = /^(\{\w+\})(\.\w+)$/

/** Creates the function that finds the route for a path. It distinguishes a path below the namespace that is not UTF-8. */
function createFinder(
  routes: readonly Route[],
  settings: Pick<Settings, 'basePath' | 'namespace' | 'messages'>,
): (path: string) => RouteMatch | 'no route' | 'not UTF-8' {
  const patterns = routes.map((route) => {
    const parts = route.path.split('/').slice(1)
    const parameterAt = parts.findIndex((part) => part.startsWith('{'))
    return { route, served: byMethod(route), parts, parameterAt, suffix: parts[parameterAt]?.replace(/^.*\}/, '') ?? '' }
  })
  const prefixes = [...settings.messages.keys()].map((language) => {
    const parts = [...settings.basePath.split('/'), ...language.split('/'), ...settings.namespace.split('/')].filter((part) => part !== '')
    return { language, path: parts.join('/'), length: parts.length }
  })
  return (path) => {
    const segments = splitPath(path)
    if (segments === undefined) return 'no route'
    const prefix = prefixes.find(({ path: known, length }) => known === segments.slice(0, length).join('/'))
    if (prefix === undefined) return 'no route'
    const rest = segments.slice(prefix.length)
    if (rest.includes(undefined)) return 'not UTF-8'
    for (const { route, served, parts, parameterAt, suffix } of patterns) {
      if (fitsPath(parts, rest)) return { route, served, parameter: withoutSuffix(rest[parameterAt], suffix), language: prefix.language }
    }
    return 'no route'
  }
}

/** An endpoint, and the parameters of its query by their names. */
interface Served {
  readonly endpoint: Endpoint
  readonly known: ReadonlyMap<string, Parameter>
}

function byMethod({ endpoints }: Route): ReadonlyMap<string, Served> {
  const served = new Map<string, Served>()
  for (const endpoint of endpoints) {
    const one = { endpoint, known: byName(endpoint.query) }
    for (const method of endpoint.methods) served.set(method, one)
    if (endpoint.methods.includes('GET')) served.set('HEAD', one)
  }
  return served
}

const withoutSuffix = (segment: Segment, suffix: string): Segment => (suffix === '' ? segment : segment?.slice(0, -suffix.length))

/** Whether the segments of a path are those of a pattern. */
export const fitsPath = (pattern: readonly string[], segments: readonly Segment[]): boolean =>
  pattern.length === segments.length && pattern.every((part, index) => fits(part, segments[index]))

function fits(pattern: string, segment: Segment): boolean {
  if (segment === undefined) return false
  if (pattern === '{id}') return digits.test(segment)
  if (pattern === '{slug}' || pattern === segment) return true
  const [, placeholder, suffix] = suffixed.exec(pattern) ?? []
  if (placeholder === undefined || suffix === undefined || !segment.endsWith(suffix)) return false
  return placeholder === '{id}' ? digits.test(segment.slice(0, -suffix.length)) : segment.length > suffix.length
}

function toMatch({ route, served, parameter, language }: RouteMatch, method: string, queryText: string, settings: Settings): RequestMatch {
  const { endpoint, known = new Map<string, Parameter>() } = served.get(method) ?? {}
  const hasFieldFilters = endpoint?.fieldsOf !== undefined && endpoint.body === undefined
  const { values: query, fieldFilters, parameters, issues: found } = readQuery(queryText, known, hasFieldFilters)
  const { ref, issue } = readRef(route, parameter)
  const issues = issue === undefined ? found : { ...found, slug: issue }
  const isCacheable = endpoint?.isCacheable?.({ ref, query }) === true
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
