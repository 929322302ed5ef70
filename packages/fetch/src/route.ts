import type { Action, CachedResponse, Calendar, Kind } from '@kalends/core'
import type { JsonValue } from './json.ts'
import type { MessageKey } from './messages/en.ts'
import type { Parameter } from './parameter.ts'
import { type Segment, splitPath } from './path.ts'
import type { Settings } from './settings.ts'
import type { LinkParameter } from './wire/list.ts'

/** The methods of the table; HEAD and OPTIONS follow from them. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One request on its way through an endpoint. */
export interface EndpointContext {
  /** As it came. */
  readonly request: Request
  /** How the calendar is served. */
  readonly settings: Settings
  /** The calendar, seen by who asks. */
  readonly calendar: Calendar
  /** The language of the address; empty for the address without one. */
  readonly language: string
  /** The record that the path names: its id, or its slug; null for an id that no record can have. */
  readonly ref: number | string | null
  /** The parameters of the query, by their names in the core; lists as lists of texts. */
  readonly query: Readonly<Record<string, string | readonly string[]>>
  /** The same as links repeat them. */
  readonly parameters: readonly LinkParameter[]
  /** The fields of the body, by their names in the core. */
  readonly body: Readonly<Record<string, unknown>>
}

/** What an endpoint answers. */
export interface Answer {
  /** What is sent. */
  readonly body: JsonValue
  /** More headers. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What an endpoint asks the access policy before the body is read; reads are limited by the queries themselves. */
export type Permission =
  | { readonly kind: Kind; readonly action: Action | ((query: EndpointContext['query']) => Action) }
  | 'reads what the caller may see'

/** One or more methods of a route that do the same. */
export interface Endpoint {
  /** These methods. */
  readonly methods: readonly Method[]
  /** Its name in documents, such as `readEvent`; methods that change a record get one each. */
  readonly id: string
  /** Which message says what it does. */
  readonly text: MessageKey
  /** What is asked of the policy. */
  readonly permission: Permission
  /** The parameters of its query. */
  readonly query: readonly Parameter[]
  /** The fields of its body; absent when it reads none. */
  readonly body?: readonly Parameter[]
  /** Whether the root route calls a slug in the path required; interface.md makes an exception for event updates. */
  readonly isSlugOptional?: boolean
  /** The schema of its answer, by its name in the document. */
  readonly answers: string
  /** The status of its answer. */
  readonly status: 200 | 201
  /** Whether its answer follows from what is stored, who may read it, the path and the query, so that it can be kept. @default never */
  readonly isKept?: (question: Pick<EndpointContext, 'ref' | 'query'>) => boolean
  /** Whether an error follows from the same things as a kept answer, so that it can be kept in its place. @default never */
  readonly isErrorKept?: (error: unknown) => boolean
  /** The terms that it reads: which of them a caller knows depends on whether they may make them. */
  readonly terms?: 'category' | 'tag'
  /** Does it. */
  readonly run: (call: EndpointContext) => Promise<Answer | CachedResponse>
}

/** One path with all that can be done there. */
export interface Route {
  /** Under the namespace, such as `/events/{id}`; empty for the namespace itself. */
  readonly path: string
  /** The parameters in its path. */
  readonly parameters: readonly Parameter[]
  /** What can be done there. */
  readonly endpoints: readonly Endpoint[]
}

/** A route that a path leads to. */
export interface RouteMatch {
  /** The route. */
  readonly route: Route
  /** What stands in the place of its parameter. */
  readonly parameter: string | undefined
  /** The language of the address; empty for the address without one. */
  readonly language: string
}

/** The methods of a route, in the order of the table. */
export const methodsOf = (route: Route): readonly Method[] => route.endpoints.flatMap(({ methods }) => methods)

/** What a route answers to an `Allow` question. */
export const allowedMethods = (route: Route): readonly string[] => [
  ...methodsOf(route).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  'OPTIONS',
]

const digits = /^[0-9]+$/

/** Finds the route that a path leads to; a path below the namespace that is not UTF-8 is told apart. */
export function createFinder(
  routes: readonly Route[],
  settings: Pick<Settings, 'basePath' | 'namespace' | 'messages'>,
): (path: string) => RouteMatch | 'no route' | 'not UTF-8' {
  const patterns = routes.map((route) => ({ route, parts: route.path.split('/').slice(1) }))
  const prefixes = [...settings.messages.keys()].map((language) => ({
    language,
    parts: [...settings.basePath.split('/'), ...language.split('/'), ...settings.namespace.split('/')].filter((part) => part !== ''),
  }))
  return (path) => {
    const segments = splitPath(path)
    const prefix = prefixes.find(({ parts }) => segments !== undefined && parts.every((part, index) => part === segments[index]))
    if (segments === undefined || prefix === undefined) return 'no route'
    const rest = segments.slice(prefix.parts.length)
    if (rest.includes(undefined)) return 'not UTF-8'
    const match = patterns.find(({ parts }) => parts.length === rest.length && parts.every((part, index) => fits(part, rest[index])))
    if (match === undefined) return 'no route'
    const parameter = rest[match.parts.findIndex((part) => part.startsWith('{'))]
    return { route: match.route, parameter, language: prefix.language }
  }
}

function fits(pattern: string, segment: Segment): boolean {
  if (segment === undefined) return false
  if (pattern === '{id}') return digits.test(segment)
  return pattern === '{slug}' || pattern === segment
}

/**
 * Passes if every endpoint says what it asks the access policy, and every one that writes asks something.
 * @throws TypeError an endpoint was forgotten, and nothing is served
 */
export function ensurePermissions(routes: readonly Route[]): void {
  for (const { endpoints } of routes) {
    for (const { id, methods, permission } of endpoints) {
      const isRead = methods.every((method) => method === 'GET')
      const isDeclared = isRead ? permission === 'reads what the caller may see' : typeof permission === 'object'
      if (!isDeclared) throw new TypeError(`the endpoint ${id} does not say what it asks the access policy`)
    }
  }
}
