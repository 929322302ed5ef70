import type { Actor, Calendar } from '@kalends/core'
import type { Action, KeyedRequest } from '@kalends/core/internal'
import type { Kind } from '@kalends/core/store'
import type { JsonObject } from '../json.ts'
import type { Messages, Text } from '../messages/problems/translation.ts'
import type { Settings } from '../options/settings.ts'
import type { FieldFilters } from '../parameters/field-filters.ts'
import type { Parameter } from '../parameters/parameter.ts'
import type { LinkParameter } from '../parameters/query.ts'
import type { Answer, CachedResponse } from '../response/respond.ts'
import type { Property } from '../wire/property.ts'

/** The methods of the table; HEAD and OPTIONS are derived from them. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The input of an endpoint. */
export interface EndpointContext {
  /** The original request. */
  readonly request: Request
  /** The method of the endpoint: an extension may have changed that of the request. */
  readonly method: string
  /** The options of the handler. */
  readonly settings: Settings
  /** The caller; null for an anonymous one. Cached responses are shared by callers: what they contain depends on the calendar alone. */
  readonly actor: Actor | null
  /** The calendar with the permissions of the caller. */
  readonly calendar: Calendar
  /** The language of the URL; empty for the URL without one. */
  readonly language: string
  /** The id or slug in the path; null for an id that no record can have. */
  readonly ref: number | string | null
  /** Parameters of the query, by the core's names; lists as lists of strings. */
  readonly query: Readonly<Record<string, string | readonly string[]>>
  /** Parameters of the query as links repeat them. */
  readonly parameters: readonly LinkParameter[]
  /** Conditions of the query on declared fields. */
  readonly fieldFilters: FieldFilters
  /** Fields of the body, by the core's names. */
  readonly body: Readonly<Record<string, unknown>>
  /** The bytes of the body as they were sent; none for an endpoint that reads no body. */
  readonly bytes: ReturnType<typeof Uint8Array.from>
  /** Returns the representation of the record that an adapter sends: preconditions compare its entity tag. @default the record itself */
  readonly represent?: ((record: JsonObject) => JsonObject) | undefined
  /** Returns what an adapter sends of that record, once extensions have added members to it. @default all of it */
  readonly select?: ((record: JsonObject) => JsonObject) | undefined
  /** The key of a creation, and what it is for; absent without one. */
  readonly keyed?: KeyedRequest | undefined
}

/** The permission that is checked before the body is read; `public` asks for none: the queries themselves apply the read rules. */
export type Permission = { readonly kind: Kind; readonly action: Action | ((query: EndpointContext['query']) => Action) } | 'public'

/** A header that an endpoint reads or sends. */
export interface Header {
  /** Its name. */
  readonly name: string
  /** Describes it. */
  readonly text: Text
  /** The JSON Schema of its value. */
  readonly schema: JsonObject
}

/** One or more methods of a route with the same behaviour. */
export interface Endpoint {
  /** The methods. */
  readonly methods: readonly Method[]
  /** The name in documents, such as `readEvent`; each method that changes a record gets a name of its own. */
  readonly id: string
  /** Describes the endpoint. */
  readonly text: Text
  /** The permission that the policy is asked for. */
  readonly permission: Permission
  /** Parameters of the query. */
  readonly query: readonly Parameter[]
  /** Fields of the body; absent when the endpoint reads none. */
  readonly body?: readonly Parameter[]
  /** The JSON Schema of a body that is read whole, without parameters. */
  readonly wholeBody?: JsonObject
  /** Whether a request with that query has no body, or one that is not read. @default none */
  readonly isBodiless?: (query: EndpointContext['query']) => boolean
  /** The kind whose declared fields are members of the body, or filters of the query where the endpoint reads no body. @default none */
  readonly fieldsOf?: Kind
  /** Whether the root route describes the slug in the path as optional; the wire interface makes this exception for event updates. */
  readonly isSlugOptional?: boolean
  /** The schema of the response: its name in the document, or a JSON Schema. */
  readonly answers: string | JsonObject
  /** The kind of the records in the response, to which extensions may add members. */
  readonly recordsOf?: Kind
  /** Statuses of errors beside those that every endpoint of its form can have. */
  readonly statuses?: readonly number[]
  /** Request headers beside those that every endpoint of its form reads. */
  readonly requestHeaders?: readonly Header[]
  /** Headers of a successful response beside those of every endpoint of its form. */
  readonly responseHeaders?: readonly Header[]
  /** The media type of a successful response. @default JSON */
  readonly mediaType?: string
  /** The status of a successful response. */
  readonly status: 200 | 201
  /** How long caches may reuse a response to an anonymous caller, in seconds. @default 0: they ask again each time */
  readonly maxAgeSeconds?: number
  /** Whether the response depends on stored data, read permissions, path and query alone, so that it can be cached. @default never */
  readonly isCacheable?: (match: Pick<EndpointContext, 'ref' | 'query'>) => boolean
  /** Whether an error depends on the same data as a cached response, so that it can be cached instead. @default never */
  readonly isErrorCacheable?: (error: unknown) => boolean
  /** The kind of terms that the endpoint reads, or both: which terms a caller sees depends on the permission to create them. */
  readonly terms?: 'category' | 'tag' | 'both'
  /** Runs the endpoint. */
  readonly run: (call: EndpointContext) => Promise<Answer | CachedResponse>
}

/** A path with its endpoints. */
export interface Route {
  /** The path below the namespace, such as `/events/{id}` or `/events/{id}.ics`; empty for the namespace itself. */
  readonly path: string
  /** Parameters of the path. */
  readonly parameters: readonly Parameter[]
  /** The endpoints of the path. */
  readonly endpoints: readonly Endpoint[]
  /** Schemas of the document to which its endpoints refer, by name. @default none beside those of records */
  readonly schemas?: Readonly<Record<string, readonly Property[] | ((messages: Messages) => JsonObject)>>
}

/** The methods of a route, in the order of the table. */
export const methodsOf = (route: Route): readonly Method[] => route.endpoints.flatMap(({ methods }) => methods)

/** The value of the `Allow` header. */
export const allowedMethods = (route: Route): readonly string[] => [
  ...methodsOf(route).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  'OPTIONS',
]

/** The names of all query parameters. */
export const queryNamesOf = (routes: readonly Route[]): ReadonlySet<string> =>
  new Set(routes.flatMap(({ endpoints }) => endpoints.flatMap(({ query }) => query.map(({ name }) => name))))

/**
 * Throws unless every endpoint declares its permission.
 * @throws TypeError an endpoint has no declaration; nothing is served
 */
export function ensurePermissions(routes: readonly Route[]): void {
  for (const { path, endpoints } of routes) {
    for (const { methods, permission } of endpoints) {
      const isDeclared = permission === 'public' || (typeof permission === 'object' && permission !== null)
      if (!isDeclared)
        throw new TypeError(`permission of ${methods.join(' ')} ${path} must be 'public', or what is asked of the access policy`)
    }
  }
}
