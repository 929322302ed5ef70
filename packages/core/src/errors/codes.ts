import type { Issue } from './issues.ts'

/** The kinds of record in a calendar; categories and tags are two taxonomies of terms. */
export type Kind = 'event' | 'venue' | 'organizer' | 'category' | 'tag'

/** The member of a calendar with the records of each kind, in the order in which lists of all kinds name them. */
export const listOfKind = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const satisfies Readonly<Record<Kind, string>>

/** The denied action on a record that is nested in another one. */
export interface Denied {
  /** The action: `create` or `link`. */
  readonly action: string
  /** The kind of the nested record. */
  readonly kind: Kind
}

/** The details of each error besides its message, by code. */
export interface ErrorDetails {
  /** Every invalid input, each with its path, such as `title` or `venues[0].geoLat`; `params` has the messages by path. */
  invalid_input: { readonly params: Readonly<Record<string, string>>; readonly issues: readonly Issue[] }
  /** A text that is not JSON, or nested too deeply. */
  invalid_json: { readonly reason: string; readonly max?: number }
  /** The old values of a version are not kept, or not whole. */
  history_gone: { readonly kind?: Kind; readonly id?: number }
  /** The action requires a signed-in user, and the caller is anonymous. `denied` as for `forbidden`. */
  unauthenticated: { readonly denied?: Denied }
  /**
   * The actor may not do this. `denied` is present when the actor may not link or create a nested record, `allowed` when they may do it
   * as a draft.
   */
  forbidden: { readonly action?: string; readonly kind?: Kind; readonly denied?: Denied; readonly allowed?: 'draft' }
  /** The address has a slug that the record had before; `location` is its present address. Calendars return the record instead. */
  moved: { readonly location: string }
  /** No such record, or none that the actor may see. */
  not_found: { readonly kind?: Kind; readonly id?: number; readonly slug?: string }
  /** The list has fewer pages. */
  page_out_of_range: { readonly page: number; readonly totalPages: number }
  /** The path exists with other methods. */
  method_not_allowed: { readonly allow: readonly string[] }
  /** The slug belongs to another record. */
  slug_taken: { readonly kind?: Kind; readonly slug: string }
  /** The uid belongs to another record. `id` is that record's, if the actor may know it. */
  uid_taken: { readonly kind?: Kind; readonly uid: string; readonly id?: number }
  /** A sibling term has that name. */
  name_taken: { readonly kind?: Kind; readonly name: string }
  /**
   * Events would overlap at an exclusive venue. `conflicts` has the ids of the events there that the caller may read, by start: at most a
   * hundred, and none if the caller may read none of them.
   */
  venue_busy: { readonly conflicts: readonly number[] }
  /** The host's own rule forbids it: a hook, or a foreign key of a table of the host. The message is the host's. */
  refused: Record<string, never>
  /** A request with the same idempotency key is still running; try again later. */
  request_in_progress: Record<string, never>
  /** The record is in the trash; restore it first. */
  in_trash: { readonly kind: Kind; readonly id: number }
  /** The record that an earlier request with the idempotency key has created is deleted, in the trash, or hidden from the caller. */
  record_gone: Record<string, never>
  /** The token of a copy is too old, or belongs to another list or to a caller with other read access. */
  token_expired: Record<string, never>
  /** The record has changed since it was read. */
  version_conflict: { readonly kind?: Kind; readonly id?: number }
  /** The body is longer than the limit. */
  body_too_large: { readonly maxBodyBytes: number }
  /** The body has an unsupported content type. */
  unsupported_media_type: { readonly accepted: readonly string[] }
  /** The request names a host that the service does not answer to. */
  wrong_host: Record<string, never>
  /** The idempotency key belongs to another request of the caller. */
  key_reused: Record<string, never>
  /** The update must name the version that it changes. */
  precondition_required: Record<string, never>
  /** An unexpected error; its cause is not shown. */
  internal: Record<string, never>
  /** The storage is down or too busy; try again later. */
  unavailable: { readonly retryAfterSeconds?: number }
}

/** Every error code of Kalends. */
export type ErrorCode = keyof ErrorDetails

/** The single table of codes and their default messages; documents and error responses are generated from it. */
export const errorMessages: Readonly<Record<ErrorCode, string>> = {
  invalid_input: 'Some of the input is not valid.',
  invalid_json: 'The body is not valid JSON.',
  history_gone: 'The values of that version are not kept any more.',
  unauthenticated: 'Sign in to do this.',
  forbidden: 'You may not do this.',
  moved: 'The record has another address now.',
  not_found: 'There is no such record.',
  page_out_of_range: 'The list has no such page.',
  method_not_allowed: 'This path does not take that method.',
  slug_taken: 'Another record has that slug.',
  uid_taken: 'Another record has that uid.',
  name_taken: 'Another term has that name.',
  venue_busy: 'The venue is taken at that time.',
  refused: 'The application refused this.',
  request_in_progress: 'A request with this Idempotency-Key is still running. Send it again later.',
  in_trash: 'The record is in the trash.',
  record_gone: 'The record that was created with this Idempotency-Key is gone.',
  token_expired: 'The token is too old, or belongs to another list: read the list again.',
  version_conflict: 'The record was changed in the meantime.',
  body_too_large: 'The body is too large.',
  unsupported_media_type: 'The body is of a type that is not read here.',
  wrong_host: 'The service does not answer to this host name.',
  key_reused: 'This Idempotency-Key belongs to another request.',
  precondition_required: 'Send If-Match with the ETag of the version that you change.',
  internal: 'Something went wrong.',
  unavailable: 'The calendar is not available at the moment.',
}

/** The sentence that follows the message of `invalid_input`. */
export const seeFields = 'See: {fields}.'

/** The sentence that follows the message of `forbidden` where the author may save a draft. */
export const draftAllowed = 'You may save it as a draft.'

/** All codes, in the order of the table. */
export const errorCodes: readonly ErrorCode[] = Object.freeze(
  // The table has no other keys, which the type of Object.keys does not express.
  Object.keys(errorMessages) as ErrorCode[],
)
