import { type AskingViewer, readScope, type Viewer } from '../access/decision.ts'
import type { AccessScope, Status } from '../access/policy.ts'
import { beginAsking } from '../access/questions.ts'
import type { PolicyTiming } from '../access/time-limit.ts'
import type { OpenItems } from '../cache/items.ts'
import type { FieldsByKind } from '../fields/declared.ts'
import { visibleFields } from '../fields/visible.ts'
import type { Currency } from '../money/currency.ts'
import type { AbortSignalLike } from '../store/abort-signal.ts'
import type { CalendarStore, Revision } from '../store/contract.ts'
import type { EventFilter, ReadScope } from '../store/filters.ts'
import type { EntityId } from '../store/records.ts'
import type { Clock } from '../time/clock.ts'
import { instantToLocal } from '../time/wall-time.ts'
import type { Bookings } from './booking.ts'
import type { Change, HookCall } from './change.ts'
import type { ChangeNotifier } from './change-notifier.ts'
import type { Loaders } from './loader.ts'
import type { CalendarObserver } from './observer.ts'
import { toStoreScope } from './policy-scope.ts'

/** The options of a calendar with their defaults filled in. */
export interface CalendarContext {
  /** The store of the records. */
  readonly store: CalendarStore
  /** What sees the operations; the store is one that it has made. @default nothing */
  readonly observer?: CalendarObserver | undefined
  /** The source of "now". */
  readonly clock: Clock
  /** The time zone of publication dates, of "today", and of events without one. */
  readonly timeZone: string
  /** The default currency. */
  readonly currency: Currency
  /** The text of a cost of zeros alone. */
  readonly freeText: string
  /** The fields that the host declares. */
  readonly declaredFields: FieldsByKind
  /** The fields that the viewer may read; null before that is asked, which is once in each call. */
  readonly visibleFields: FieldsByKind | null
  /** The largest page. */
  readonly maxPerPage: number
  /** The number of months from now for which the occurrences of endless series are stored. */
  readonly horizonMonths: number
  /** Extends series whose stored occurrences end soon. */
  readonly extension: Extension
  /** Makes HTML safe before it is stored. */
  readonly sanitizeHtml: (html: string) => string
  /** The actor and the policy of the calendar. */
  readonly viewer: Viewer
  /** How the calendar asks the policy. */
  readonly policyTiming: PolicyTiming
  /** Aborted when the caller of a read no longer waits. */
  readonly signal?: AbortSignalLike | undefined
  /** Receives committed changes. */
  readonly publish: (changes: readonly Change[]) => void
  /** The changes of an open transaction that are not published yet. */
  readonly unpublished: readonly Change[]
  /** Has work run after the commit of the host's transaction. @default no transaction of the host is open */
  readonly afterCommit?: (work: () => void) => void
  /** Notifies callers that wait for changes. */
  readonly notifier: ChangeNotifier
  /** How long rows of the log of changes are kept, in milliseconds. */
  readonly logKeptMs: number
  /** How long old values of members are kept, in milliseconds; null where none are stored. */
  readonly historyKeptMs: number | null
  /** Runs the host's hooks before a record is written; undefined where there are none. */
  readonly runHooks: (op: WriteOperation, call: HookCall) => Promise<void> | undefined
  /** How many hooks the call is inside of. */
  readonly hookDepth: number
  /** The bookings of the write around the hook that the call is inside of; absent outside of hooks. */
  readonly bookings?: Bookings
  /**
   * The total of a list, computed or cached.
   * @param list identifies the list: everything that its total depends on besides the viewer, the store and the time
   */
  readonly totalOf: (list: string, count: () => Promise<number>) => Promise<number>
  /**
   * Opens the cached items of events for this call, before it reads any of them; null where nothing may be cached.
   * @param encoding identifies the form of the items
   */
  readonly openItems: ((encoding: string) => Promise<OpenItems>) | null
  /** Whether a transaction of the store may be rolled back and begun again; false inside a transaction of the host. */
  readonly ownsTransactions: boolean
}

/** Extends series whose stored occurrences end soon, during other calls of the calendar. It never rejects. */
export interface Extension {
  /** Notes a revision of the store. @returns whether an extension is due under it */
  note(context: CalendarContext, revision: Revision, nowMs: number): boolean
  /** Extends some series after a write, if one is due. */
  afterWrite(context: CalendarContext, nowMs: number): Promise<void>
  /** Extends some series that are due, if a list reaches beyond the stored occurrences. */
  beforeList(op: Operation, filter: EventFilter): Promise<void>
}

/** The notifier of a calendar whose callers cannot wait for changes. */
export const noNotifier: ChangeNotifier = {
  noteCommit: () => undefined,
  wait: async () => false,
  waitAndRead: async (_request, look) => look(),
}

/** Extends nothing: for the writes of an extension itself. */
export const noExtension: Extension = {
  note: () => false,
  afterWrite: async () => undefined,
  beforeList: async () => undefined,
}

/** A context whose visible fields are known: that of one call. */
export interface CalendarCall extends CalendarContext {
  /** The fields that the viewer may read. */
  readonly visibleFields: FieldsByKind
}

/** Begins a call, part by part: an input is read before its operation begins. The viewer is asked for the visible fields once. */
export const beginCall = (context: CalendarContext): CalendarCall =>
  isBegun(context) ? context : { ...context, visibleFields: visibleFields(context.declaredFields, context.viewer) }

const isBegun = (context: CalendarContext): context is CalendarCall => context.visibleFields !== null

/** One call of the calendar: one "now" and one set of permissions. */
export interface Operation extends CalendarCall {
  /** The actor and the policy, which is asked each question once. */
  readonly viewer: AskingViewer
  /** The one "now" of this call. */
  readonly nowMs: number
  /** The same as wall time in the calendar's zone, `YYYY-MM-DDTHH:mm:ss`. */
  readonly nowLocal: string
  /** The read scope of the viewer for a kind, with stored ids of authors; the trash included where the policy allows that. */
  readonly scope: (kind: PublishedKindName) => ReadScope<Status> | Promise<ReadScope<Status>>
  /** The records that a write has loaded because events link them; null in reads, because a read of a long list would keep all of them. */
  readonly loaders: Loaders | null
}

/** One attempt of a writing call, inside its transaction. */
export interface WriteOperation extends Operation {
  /** The records that this attempt has loaded because events link them. */
  readonly loaders: Loaders
  /** The changes of this attempt so far. */
  readonly changes: Change[]
  /** The events that this attempt has stored, and that take the time of venues. */
  readonly bookings: Bookings
  /** The ids of the records of any kind that this attempt has replaced or deleted so far. */
  readonly replacedIds: EntityId[]
}

/** Counts without a cache: for calendars without one, and for calendars whose viewer or store is not that of the cached totals. */
export const countUncached: CalendarContext['totalOf'] = (_, count) => count()

/** The kinds that have a status. */
export type PublishedKindName = 'event' | 'venue' | 'organizer'

/** All kinds that have a status. */
export const publishedKinds: readonly PublishedKindName[] = ['event', 'venue', 'organizer']

/** Begins a call: reads the clock once, and asks for each kind's read scope and each other access question at most once. */
export function beginOperation(context: CalendarContext): Operation {
  const viewer = beginAsking(context.viewer, context.policyTiming)
  const scopes = new Map<PublishedKindName, ReturnType<Operation['scope']>>()
  const scope: Operation['scope'] = (kind) => {
    const known = scopes.get(kind)
    if (known !== undefined) return known
    const answer = readScope(viewer, kind)
    const toStored = (read: AccessScope): ReturnType<Operation['scope']> => toStoreScope(context.store, kind, read)
    const asked = 'then' in answer ? answer.then(toStored) : toStored(answer)
    scopes.set(kind, asked)
    if (!('then' in asked)) return asked
    // The call may end before an answer that comes too late.
    asked.catch(() => undefined)
    // An asynchronous policy is asked about all kinds concurrently, because most calls need several.
    for (const other of publishedKinds) scope(other)
    return asked
  }
  const nowMs = context.clock.nowMs()
  const nowLocal = instantToLocal(nowMs, context.timeZone)
  return { ...beginCall(context), viewer, nowMs, nowLocal, scope, loaders: null }
}
