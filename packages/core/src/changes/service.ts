import { invalidInput } from '../errors/calendar-error.ts'
import type { Kind } from '../errors/codes.ts'
import { requireKnownOptions } from '../errors/known-names.ts'
import type { FieldsShape, UnknownFields } from '../fields/typed-fields.ts'
import { requireObject } from '../input/read.ts'
import { eventKind } from '../kinds/event/kind.ts'
import type { EventListInput } from '../kinds/event/list-schema.ts'
import type { Event } from '../kinds/event/view.ts'
import { organizerKind } from '../kinds/organizer/kind.ts'
import type { Organizer } from '../kinds/organizer/view.ts'
import { categoryKind, tagKind } from '../kinds/term/kind.ts'
import type { TermListInput } from '../kinds/term/schema.ts'
import type { Category, Tag } from '../kinds/term/view.ts'
import { venueKind } from '../kinds/venue/kind.ts'
import type { Venue } from '../kinds/venue/view.ts'
import type { CalendarContext, Operation } from '../record/context.ts'
import { type ReadOptions, readingIn } from '../record/list-options.ts'
import type { OrganizerListInput, VenueListInput } from '../record/profile.ts'
import type { AbortSignalLike } from '../store/abort-signal.ts'
import { type FollowedList, followList } from './followed-list.ts'
import { readLimit } from './limit.ts'
import { changesSince, currentToken, type FoundChanges } from './since.ts'
import { readOrWait } from './waiting.ts'

/** The lists that a copy follows: kinds that are not named are left out, and `{}` follows all records of a kind. */
export interface ChangesInput<F extends FieldsShape = UnknownFields> {
  /** The events, with the filters of their list except `series`. */
  readonly events?: EventListInput<F> | undefined
  /** The venues, with the filters of their list except `event`, `hasEvents` and `onlyWithUpcoming`. */
  readonly venues?: VenueListInput<F> | undefined
  /** The organizers, with the filters of their list except `event`, `hasEvents` and `onlyWithUpcoming`. */
  readonly organizers?: OrganizerListInput<F> | undefined
  /** The categories, with the filters of their list except `event` and `hasEvents`. */
  readonly categories?: TermListInput<F['category']> | undefined
  /** The tags, with the filters of their list except `event` and `hasEvents`. */
  readonly tags?: TermListInput<F['tag']> | undefined
  /** The maximum number of rows of the log for one answer, 1 to 1,000, and of records that changed without a write. @default 500 */
  readonly limit?: number | undefined
}

/** The returned records by kind. */
export interface RecordByKind<F extends FieldsShape> {
  /** An event. */
  readonly event: Event<F>
  /** A venue. */
  readonly venue: Venue<F>
  /** An organizer. */
  readonly organizer: Organizer<F>
  /** A category. */
  readonly category: Category<F>
  /** A tag. */
  readonly tag: Tag<F>
}

/** A change of one record in a copy. */
export type ChangeItem<F extends FieldsShape = UnknownFields> = {
  readonly [K in Kind]:
    | {
        /** The kind of record. */
        readonly kind: K
        /** Its id. */
        readonly id: number
        /** The record is not in the list any more, or the caller may not read it any more. */
        readonly gone: true
      }
    | {
        /** The kind of record. */
        readonly kind: K
        /** Its id. */
        readonly id: number
        /** The record is in the list. */
        readonly gone: false
        /** The current record. */
        readonly record: RecordByKind<F>[K]
      }
}[Kind]

/** The changes since a token. */
export interface ChangesPage<F extends FieldsShape = UnknownFields> {
  /** One change for each record; a record that is in the copy already may be reported again. */
  readonly items: readonly ChangeItem<F>[]
  /** The token for the next call. */
  readonly token: string
  /** Whether more changes are known already: then the next call need not wait. */
  readonly more: boolean
}

/** How long `since` waits, and what ends it. */
export interface SinceOptions {
  /**
   * How long to wait for the first change, in milliseconds from 0 to 30,000; over HTTP it is rounded up to whole seconds. The answer may come
   * earlier without changes.
   * @default 0
   */
  readonly waitMs?: number | undefined
  /** Ends the call, and its waiting, with `signal.reason`. */
  readonly signal?: AbortSignalLike | undefined
}

/** The changes of a calendar's records, as copies follow them in process and over HTTP. */
export interface ClientChanges<F extends FieldsShape = UnknownFields> {
  /**
   * The token of now. Read the lists after it, then call `since` with it.
   * @param input the lists that are read, with the bounds of their dates; `limit` has no effect. Without it, the first call of `since` names
   * the lists, and must have the bounds of those that were read.
   * @throws invalid_input no list is named, or a filter is invalid
   * @throws TypeError a list, a filter or an option is unknown
   * @example
   * const first = await calendar.changes.token({ events: {} })
   * const { items } = await calendar.events.list()
   * const { items: changed, token } = await calendar.changes.since(first, { events: {} })
   */
  token(input?: ChangesInput<F>, options?: ReadOptions): Promise<string>
  /**
   * The changes since a token of the lists that `input` names. All calls with tokens of one copy name the same filters; only the bounds of
   * dates may move. Records that left the window because it has moved are reported as gone.
   * @throws invalid_input the token is none, no list is named, or a filter is invalid
   * @throws token_expired the token is older than the log, or it belongs to other filters or to a viewer with other read access: the
   * copy begins anew
   * @throws TypeError a list, a filter or an option is unknown
   */
  since(token: string, input: ChangesInput<F>, options?: SinceOptions): Promise<ChangesPage<F>>
}

/** The kinds by the name of their list, in the order in which answers report them. */
const readers = {
  categories: (op: Operation, input: object) => followList(op, categoryKind, input),
  tags: (op: Operation, input: object) => followList(op, tagKind, input),
  venues: (op: Operation, input: object) => followList(op, venueKind, input),
  organizers: (op: Operation, input: object) => followList(op, organizerKind, input),
  events: (op: Operation, input: object) => followList(op, eventKind, input),
} as const satisfies Record<Exclude<keyof ChangesInput, 'limit'>, unknown>

const listNames = ['categories', 'tags', 'venues', 'organizers', 'events'] as const

/** The changes of a calendar. */
export function createChanges(context: CalendarContext): ClientChanges {
  return {
    token: async (input, options = {}) => {
      const reading = readingIn(context, 'token', options)
      if (input === undefined) return currentToken(reading)
      readInput('token', input)
      return currentToken(reading, (op) => readLists(op, input))
    },
    since: async (token, input, options = {}) => {
      const reading = readingIn(context, 'since', options, { signal: true, waitMs: true })
      const limit = readInput('since', input)
      const read = (from: string): Promise<FoundChanges> => changesSince(reading, from, (op) => readLists(op, input), limit)
      const { items, ...page } = await readOrWait(reading, token, read, readWait(options.waitMs))
      // The views are those of their kinds, which the lists do not express.
      const reported = items.map(({ kind, id, record }) =>
        record === undefined ? { kind, id, gone: true } : { kind, id, gone: false, record },
      ) as readonly ChangeItem[]
      return { items: reported, ...page }
    },
  }
}

/** The longest wait of one call in milliseconds: proxies end requests that are silent for longer. */
const maxWaitMs = 30_000

/** @throws invalid_input it is not a number from 0 to 30,000 */
function readWait(waitMs = 0): number {
  if (waitMs >= 0 && waitMs <= maxWaitMs) return waitMs
  throw invalidInput({ waitMs: { code: 'number_out_of_range', min: 0, max: maxWaitMs } })
}

/**
 * Checks the lists that a call names.
 * @returns the maximum number of rows
 * @throws invalid_input it is no object, or the limit is invalid
 */
function readInput(method: string, input: ChangesInput): number {
  requireObject('input', input)
  requireKnownOptions(method, input, { events: true, venues: true, organizers: true, categories: true, tags: true, limit: true })
  return readLimit(input.limit)
}

/** @throws invalid_input no list is named */
async function readLists(op: Operation, input: ChangesInput): Promise<readonly FollowedList[]> {
  const lists: FollowedList[] = []
  for (const name of listNames) {
    const given = input[name]
    if (given !== undefined) lists.push(await readers[name](op, given))
  }
  if (lists.length === 0) throw invalidInput({ events: { code: 'no_list' } })
  return lists
}
