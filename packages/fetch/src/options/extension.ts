import type { Actor, Calendar } from '@kalends/core'
import type { Kind } from '@kalends/core/store'
import type { JsonObject, JsonValue } from '../json.ts'
import type { Translation } from '../messages/problems/translation.ts'

/** A request on its way through the handler, as the hooks of extensions see it. */
export interface HookContext {
  /** The original request. */
  readonly request: Request
  /** Method and pattern of the route, such as `GET /events/{id}`; null when no route matches. Metrics can use it as a label. */
  readonly route: string | null
  /** The language of the URL; empty for the URL without one. */
  readonly language: string
  /** The public URL of the service, without the base path and without a slash at its end. */
  readonly publicUrl: string
  /** The value of `X-Request-Id` in the response. */
  readonly requestId: string
  /** When the handler was called, by the clock of `performance`. */
  readonly startMs: number
  /** Whether the response may come from the cache. */
  readonly isCacheable: boolean
  /** Whether the response comes from the cache. It is known when `response` is called. */
  readonly isCached: boolean
  /** Passes a failure to the `onError` of the handler. */
  report(error: unknown): void
}

/** A response before it is sent. A hook changes it in place. */
export interface OutgoingResponse {
  /** The HTTP status. */
  status: number
  /** The headers by name. */
  readonly headers: Record<string, string>
}

/** An error as the handler responds to it. */
export interface ProblemAnswer {
  /** The HTTP status. */
  readonly status: number
  /** Headers that belong to the error, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>
  /** Code, message and data, to send as JSON. */
  readonly body: JsonObject
}

/** Method, path and query of a request. */
export interface Address {
  /** The method, in capital letters. */
  readonly method: string
  /** The path, from the first slash on, still encoded. */
  readonly path: string
  /** The query without the question mark, still encoded; empty when there is none. */
  readonly query: string
}

/** Members that an extension adds to the records of one kind. */
export interface RecordMembers {
  /** The JSON Schema of each member by its name on the wire, with a `description`. Names of the interface are refused. */
  readonly schema: Readonly<Record<string, JsonObject>>
  /**
   * Returns the members of records by id, for all records of a response at once. A record whose id is missing has none of these members.
   * The result enters the entity tag, so a client that has asked before gets 304 only while its members are the same. A failure is the
   * response of a read; a write has been made already, and its response lacks the members.
   * @param ids the ids of the records that the caller reads
   */
  load(
    ids: readonly number[],
    viewer: { readonly calendar: Calendar; readonly actor: Actor | null },
  ): Promise<ReadonlyMap<number, Readonly<Record<string, JsonValue>>>>
}

/** A route that {@link defineRoute} has made. */
export interface ExtensionRoute {
  /** The path below the namespace. */
  readonly path: string
}

/**
 * A part of the HTTP interface that is used where a host wants it: routes, members of records, and hooks around requests and responses. The
 * option `use` of `createHandler` takes them.
 *
 * The hooks `address` and `request` run in the order of `use`, `problem` and `response` in the reverse order. Whatever a hook throws is a
 * response: a `CalendarError` as everywhere, anything else `internal`, without detail, and reported to `onError`.
 */
export interface Extension {
  /** The name, in small letters, digits and hyphens. A handler refuses two extensions with the same one. */
  readonly name: string
  /** Routes beside those of the interface. They are described in the document and in the root. */
  readonly routes?: readonly ExtensionRoute[] | undefined
  /**
   * Members that are added to the records of a response: of lists, single records, creations and updates. Requests that send them back
   * change nothing, formats leave them out, and so do records inside of other records.
   */
  readonly members?: { readonly [K in Kind]?: RecordMembers | undefined } | undefined
  /**
   * Returns the address that an address stands for, before a route is looked for. It must not depend on anything else.
   * @param paths the path in front of the namespace, and the namespace
   */
  readonly address?:
    | ((address: Address, headers: Headers, paths: { readonly basePath: string; readonly namespace: string }) => Address)
    | undefined
  /**
   * Runs the rest of a request, with all other hooks: in a context of its own, such as that of `AsyncLocalStorage`, or to measure it.
   * The first extension of `use` is around the others. Servers then ask for no response at once.
   * @param run call it once, and return its result
   */
  readonly around?: ((run: () => Promise<Response>, context: HookContext) => Promise<Response>) | undefined
  /** Sees a request before its caller is identified. A returned response is sent instead of that of the route. */
  readonly request?: ((request: Request, context: HookContext) => Response | undefined | Promise<Response | undefined>) | undefined
  /** Sees each response before it is sent, and may change its status and its headers in place. It cannot wait. */
  readonly response?: ((response: OutgoingResponse, context: HookContext) => void) | undefined
  /** Returns the error to send. It cannot wait. Errors that are cached otherwise are then made for each request. */
  readonly problem?: ((problem: ProblemAnswer, context: HookContext & { readonly error: unknown }) => ProblemAnswer) | undefined
}

/** Reads request bodies of further media types. */
export interface BodyReader {
  /** The media types without parameters, in small letters. */
  readonly mediaTypes: readonly string[]
  /** Whether a web browser sends these types for any page without asking first. Then only pages of trusted origins may. */
  readonly isSentUnasked: boolean
  /**
   * Returns the fields of a body. Their values are texts, or lists and objects of texts.
   * @throws invalid_input the body cannot be read
   */
  read(
    bytes: ReturnType<typeof Uint8Array.from>,
    contentType: string,
  ): Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>
}

/** An extension with what those of Kalends need beyond the public interface. */
export interface InternalExtension extends Extension {
  /** The English messages of what it adds; translations of the interface have the others. */
  readonly messages?: Translation
  /** Readers of further media types. */
  readonly bodies?: readonly BodyReader[]
  /** Whether pages of an origin may send what browsers send without asking. */
  trustsOrigin?(origin: string): boolean
  /** Returns the request without secret query parameters. */
  withoutSecrets?(request: Request): Request
  /** Returns the OpenAPI document to send. */
  document?(document: JsonObject): JsonObject
  /** Returns the representation of a record, for messages about records. */
  present?(kind: Kind, record: JsonObject, viewer: Calendar): Promise<JsonObject>
}
