import type { AccessPolicy, Actor, EmbeddedTerm, Event, Kind, Organizer, Term, Venue } from '@kalends/core'
import type { CorsOptions } from './cors.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { Messages } from './messages/en.ts'
import type { Observe } from './observe.ts'

/** A record that a link can lead to. Terms inside events come without `count`. */
export type LinkedRecord = Event | Venue | Organizer | Term | EmbeddedTerm

/** A picture as it is answered; anything that the host knows of it can stand beside its address. */
export interface ResolvedImage {
  /** Where it is. */
  readonly url: string
  /** The host's media id. */
  readonly id?: number | undefined
  /** More of it, such as `width` or `alt`. */
  readonly [member: string]: JsonValue | undefined
}

/** How a calendar is served. */
export interface HandlerOptions {
  /** Who may see and do what. Required, so that nobody opens or closes a calendar by accident. */
  readonly access: AccessPolicy
  /** Who asks; null for anonymous callers. @default everybody is anonymous */
  readonly authenticate?: ((request: Request) => Actor | null | undefined | Promise<Actor | null | undefined>) | undefined
  /** What stands before the namespace, such as `/wp-json`. @default '' */
  readonly basePath?: string | undefined
  /** Where the routes live. @default 'calendar/events/v1' */
  readonly namespace?: string | undefined
  /** Languages that have a base address of their own, `{basePath}/{language}/{namespace}`. @default none */
  readonly languages?: readonly string[] | undefined
  /**
   * Where clients reach this service, without the base path; shapes every link. The `Host` header never does.
   * @default 'http://localhost'
   */
  readonly publicUrl?: string | undefined
  /**
   * The host names that the service answers to, without ports; requests to other names are 421 `wrong_host`. IP addresses,
   * `localhost` and the host of `publicUrl` always pass. Keeps pages that rebind a DNS name of their own to this server from
   * reading what an open server answers. @default any
   */
  readonly hosts?: readonly string[] | undefined
  /** The address of a record's page for people. @default its address in this interface */
  readonly links?: ((kind: Kind, record: LinkedRecord) => string | undefined) | undefined
  /**
   * A picture from a media id or an address; null for none. An update with the `id` and `url` that it gives for the stored value leaves
   * the picture as it is, and so does `false` where it gives none; another object stands for its `id`, else its `url`. Give the `id` where
   * the address differs from time to time, and so that a copy of the record has the picture, too.
   * @default an address gives `{ url }`, an id `{ id }`
   */
  readonly resolveImage?:
    | ((image: number | string) => ResolvedImage | null | undefined | Promise<ResolvedImage | null | undefined>)
    | undefined
  /**
   * Whether finished answers are kept, where the calendar has a `cache`. With `links` or `resolveImage` only on request, because
   * they could answer otherwise the next time: give `true` if what they give follows from their arguments alone.
   * @default true, but false with `links` or `resolveImage`
   */
  readonly cache?: boolean | undefined
  /** Which pages of other origins may call the service from a browser. @default none */
  readonly cors?: CorsOptions | undefined
  /** Whether form-encoded bodies are read too. Browsers send those cross-site, so keep it off where cookies sign in. @default false */
  readonly forms?: boolean | undefined
  /**
   * What an event update without `all_day` means: `reset` sets it to false, as the interface has it; `keep-on-patch` does so for
   * POST and PUT, while PATCH keeps it (RFC 5789); `keep` keeps it. An update with `?omitted=keep` always keeps it. @default 'reset'
   */
  readonly allDayOnUpdate?: 'reset' | 'keep-on-patch' | 'keep' | undefined
  /** The longest body, in bytes. @default 1,048,576 */
  readonly maxBodyBytes?: number | undefined
  /** Whether changes of a record have to name the version that they change: `required` answers 428 to those without `If-Match`. @default 'optional' */
  readonly precondition?: 'optional' | 'required' | undefined
  /**
   * How long `authenticate` and `access` may take in one request, all their answers together, in milliseconds. What is asked at the
   * same time counts once. After that `access` is a no, is not asked any more, and `authenticate` is a 503. @default 5,000
   */
  readonly accessTimeoutMs?: number | undefined
  /**
   * Takes unexpected failures, which callers only see as `internal`, and those of `access`, which callers see as a no.
   * The request's id stands in the answer's `X-Request-Id`. @default the first one in a process is a warning of the process, others are dropped
   */
  readonly onError?: ((error: unknown, request: Request, requestId: string) => void) | undefined
  /**
   * How callers can sign in, as OpenAPI security schemes by name, for the document alone: `authenticate` reads the requests.
   * @default none
   * @example
   * const securitySchemes = { bearer: { type: 'http', scheme: 'bearer' }, session: { type: 'apiKey', in: 'cookie', name: 'session' } }
   */
  readonly securitySchemes?: Readonly<Record<string, JsonObject>> | undefined
  /**
   * Takes one observation for each answer, for logs and metrics: route, status, duration and more. It is called when the answer is
   * ready; what it throws goes to `onError` and changes no answer. @default none
   */
  readonly observe?: Observe | undefined
  /** Descriptions in languages of the host's own, by language. */
  readonly messages?: Readonly<Record<string, Messages>> | undefined
}

/** Every option of the handler, so that a misspelt one is refused. */
export const handlerOptionNames: Readonly<Record<keyof HandlerOptions, true>> = {
  access: true,
  authenticate: true,
  basePath: true,
  namespace: true,
  languages: true,
  publicUrl: true,
  hosts: true,
  links: true,
  resolveImage: true,
  cache: true,
  cors: true,
  forms: true,
  allDayOnUpdate: true,
  maxBodyBytes: true,
  precondition: true,
  accessTimeoutMs: true,
  onError: true,
  observe: true,
  securitySchemes: true,
  messages: true,
}
