import type { AccessPolicy, Actor, Event, Organizer, Term, Venue } from '@kalends/core'
import type { EmbeddedTerm } from '@kalends/core/internal'
import type { Kind } from '@kalends/core/store'
import type { JsonObject, JsonValue } from '../json.ts'
import type { Translation } from '../messages/problems/translation.ts'
import type { Extension } from './extension.ts'

/** A record that a link can lead to. Terms inside events come without `count`. */
export type LinkedRecord = Event | Venue | Organizer | Term | EmbeddedTerm

/** An image in a response; the host can add any member beside its URL. */
export interface ResolvedImage {
  /** URL of the image. */
  readonly url: string
  /** The host's media id. */
  readonly id?: number | undefined
  /** Further members, such as `width` or `alt`. */
  readonly [member: string]: JsonValue | undefined
}

/** How a calendar is served. */
export interface HandlerOptions {
  /** The access policy. Required, so that a calendar is never opened or closed by accident. */
  readonly access: AccessPolicy
  /**
   * Identifies the caller of a request; null for anonymous callers. After 5 seconds the request is `unavailable`.
   * @default all callers are anonymous
   */
  readonly authenticate?: ((request: Request) => Actor | null | undefined | Promise<Actor | null | undefined>) | undefined
  /** Path prefix of the namespace, such as `/wp-json`. @default '' */
  readonly basePath?: string | undefined
  /** Path of the routes below `basePath`. @default 'calendar/events/v1' */
  readonly namespace?: string | undefined
  /**
   * Messages by language. Each language has a base URL of its own, `{basePath}/{language}/{namespace}`, whose descriptions are in that
   * language. English replaces missing messages. @default no further language
   * @example
   * import { de } from '@kalends/fetch/messages/de'
   * const languages = { de, nl: { listEvents: 'Toont evenementen' } }
   */
  readonly languages?: Readonly<Record<string, Translation>> | undefined
  /**
   * The public URL of this service, without the base path; all links use it. The `Host` header never affects links.
   * @default 'http://localhost'
   */
  readonly publicUrl?: string | undefined
  /**
   * The domain in the uids of records that have none of their own, such as `event-7@town.example`. Subscribers know an event by its uid:
   * set it before the first one, and keep it when the public URL changes. @default the host of `publicUrl`, without its port
   */
  readonly uidDomain?: string | undefined
  /**
   * The URL of a record's web page: an absolute address, or a path of the host of `publicUrl`; undefined for a kind without pages.
   * It depends on the arguments alone, because responses are cached.
   * @default its URL in this interface
   */
  readonly links?: ((kind: Kind, record: LinkedRecord) => string | undefined) | undefined
  /**
   * Resolves a media id or a URL to an image; null for no image. An update that sends the image of a response back, as its `id` and `url`
   * or as `false`, keeps the stored value. An update with any other object stores its `id`, or else its `url`. Return an `id` if the URL
   * changes over time: a copy of the record then keeps the image. The result depends on the argument alone, because responses are cached;
   * where it cannot, the calendar has `cache: false`.
   * @default a URL gives `{ url }`, an id `{ id }`
   */
  readonly resolveImage?:
    | ((image: number | string) => ResolvedImage | null | undefined | Promise<ResolvedImage | null | undefined>)
    | undefined
  /**
   * What an event update without `all_day` means: `reset` sets it to false, as the interface specifies; `keep-on-patch` does so for POST
   * and PUT, while PATCH keeps it (RFC 5789); `keep` keeps it. An update with `?omitted=keep` always keeps it. @default 'reset'
   */
  readonly allDayOnUpdate?: 'reset' | 'keep-on-patch' | 'keep' | undefined
  /**
   * The type of `author` in records, bodies and filters. As integers, which the interface specifies, ids of authors that are no integers
   * are 0 in records, no filter finds them, and an update that sends this 0 back keeps them.
   * @default 'integer'
   */
  readonly authorIds?: 'integer' | 'text' | undefined
  /** The longest body, in bytes. @default 1,048,576 */
  readonly maxBodyBytes?: number | undefined
  /**
   * Whether updates and removals must name the version that they replace: `required` gives 428 without `If-Match` and without `?version=`.
   * @default 'optional'
   */
  readonly precondition?: 'optional' | 'required' | undefined
  /**
   * Takes unexpected failures, which callers only see as `internal`, failures of `access`, which callers see as a denial, and `unavailable`
   * with a message for the host, such as a policy that took too long, or a session of the database that is refused. The request's id is in
   * the `X-Request-Id` header of the response. @default the first failure in a process is a process warning, others are dropped
   */
  readonly onError?: ((error: unknown, request: Request, requestId: string) => void) | undefined
  /**
   * How callers can sign in, as OpenAPI security schemes by name. They only appear in the document: `authenticate` identifies the callers.
   * @default none
   * @example
   * const securitySchemes = { bearer: { type: 'http', scheme: 'bearer' }, session: { type: 'apiKey', in: 'cookie', name: 'session' } }
   */
  readonly securitySchemes?: Readonly<Record<string, JsonObject>> | undefined
  /**
   * Extensions: routes, members of records and hooks beside the interface. Their order counts: hooks before a route run in this order, and
   * hooks after it in the reverse order.
   * @default none
   * @example
   * import { defineRoute } from '@kalends/fetch'
   *
   * const version = {
   *   name: 'version',
   *   routes: [defineRoute({ method: 'GET', path: '/version', summary: 'Read the version', permission: 'public', handle: () => '1.2.3' })],
   * }
   * const handler = createHandler(calendar, { access: publicReadOnly(), use: [version] })
   */
  readonly use?: readonly Extension[] | undefined
}

/** Every option of the handler, so that a misspelt one is refused. */
export const handlerOptionNames: Readonly<Record<keyof HandlerOptions, true>> = {
  access: true,
  authenticate: true,
  basePath: true,
  namespace: true,
  languages: true,
  publicUrl: true,
  uidDomain: true,
  links: true,
  resolveImage: true,
  allDayOnUpdate: true,
  authorIds: true,
  maxBodyBytes: true,
  precondition: true,
  onError: true,
  securitySchemes: true,
  use: true,
}
