import type { AbortSignalLike } from '../abort-signal.ts'
import { readScope, type Viewer } from '../access/decision.ts'
import type { Status } from '../access/policy.ts'
import { askOnce, openQuestions } from '../access/questions.ts'
import type { Clock } from '../clock.ts'
import type { CalendarStore } from '../store/contract.ts'
import type { ReadScope } from '../store/filters.ts'
import { spoilTransaction } from '../store/guard-store.ts'
import { type Change, type HookCall, showChange } from './change.ts'

/** The default currency of costs without one. */
export interface Currency {
  /** The symbol, such as `€`. */
  readonly symbol: string
  /** The ISO 4217 code, such as `EUR`. */
  readonly code: string
  /** The position of the symbol. */
  readonly position: 'prefix' | 'postfix'
}

/** The options of a calendar with their defaults filled in. */
export interface CalendarContext {
  /** The store of the records. */
  readonly store: CalendarStore
  /** The source of "now". */
  readonly clock: Clock
  /** The time zone of publication dates, of "today", and of events without one. */
  readonly timeZone: string
  /** The default currency. */
  readonly currency: Currency
  /** The largest page. */
  readonly maxPerPage: number
  /** Makes HTML safe before it is stored. */
  readonly sanitizeHtml: (html: string) => string
  /** The actor and the policy of the calendar. */
  readonly viewer: Viewer
  /** Aborted when the caller of a read no longer waits. */
  readonly signal?: AbortSignalLike | undefined
  /** Receives committed changes. */
  readonly publish: (changes: readonly Change[]) => void
  /** Runs the host's hooks before a record is written; undefined where there are none. */
  readonly runHooks: (op: Operation, call: HookCall) => Promise<void> | undefined
  /**
   * The total of a list, computed or cached.
   * @param list identifies the list: everything that its total depends on besides the viewer, the store and the time
   */
  readonly totalOf: (list: string, count: () => Promise<number>) => Promise<number>
  /** Whether a transaction of the store may be rolled back and begun again; false inside a transaction of the host. */
  readonly ownsTransactions: boolean
}

/** One call of the calendar: one "now", one set of permissions, and the changes of the call. */
export interface Operation extends CalendarContext {
  /** The one "now" of this call. */
  readonly nowMs: number
  /** The read scope of the viewer for a kind, the trash included where the policy allows that. */
  readonly scope: (kind: PublishedKindName) => ReadScope<Status> | Promise<ReadScope<Status>>
  /** The changes of this call so far. */
  readonly changes: Change[]
  /** The state of this call's compare-and-set writes. */
  readonly race: Race
}

/** The state of a call's compare-and-set writes, besides its changes. */
export interface Race {
  /** Whether a compare-and-set failed because another writer was faster; then the whole call may run again. */
  lost: boolean
  /** Whether it has replaced or removed a record. */
  hasWritten: boolean
}

const lostRaces = new WeakSet<object>()

/** Marks the call as having lost a race with this error; the store creates a new error object for each failure. */
export function loseRace({ race }: Operation, error: object): void {
  race.lost = true
  lostRaces.add(error)
}

/** Whether a call has lost a race and could not be retried alone: then the surrounding transaction may be retried. */
const isLostRace = (error: unknown): boolean => typeof error === 'object' && error !== null && lostRaces.has(error)

/** Runs a transaction, and retries it when a call in it has lost a race after its first write. */
export async function againAfterRaces<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (!isLostRace(error) || attempt >= maxAttempts) throw error
    }
  }
}

/** Counts without a cache: for calendars without one, and for viewers or stores other than those of the cached totals. */
export const countAnew: CalendarContext['totalOf'] = (_, count) => count()

/** The kinds that have a status. */
export type PublishedKindName = 'event' | 'venue' | 'organizer'

const publishedKinds: readonly PublishedKindName[] = ['event', 'venue', 'organizer']

/** Begins a call: reads the clock once, and asks for each kind's read scope and each other access question at most once. */
export function beginOperation(context: CalendarContext): Operation {
  const viewer = { ...context.viewer, policy: context.viewer.policy && askOnce(context.viewer.policy) }
  const scopes = new Map<PublishedKindName, ReturnType<Operation['scope']>>()
  const scope: Operation['scope'] = (kind) => {
    const known = scopes.get(kind)
    if (known !== undefined) return known
    const asked = readScope(viewer, kind)
    scopes.set(kind, asked)
    // A slow policy is asked about all kinds concurrently: most calls need several.
    if (!Array.isArray(asked)) for (const other of publishedKinds) scope(other)
    return asked
  }
  return { ...context, viewer, nowMs: context.clock.nowMs(), scope, changes: [], race: { lost: false, hasWritten: false } }
}

/**
 * Runs a writing call in one transaction and reports its changes after the commit. A record that another writer changed between read and
 * write is read again, so that no field is overwritten blindly.
 *
 * The access policy is awaited outside of the transaction: a question without a prompt answer ends the attempt, and the next attempt begins
 * with the answer.
 * @param ask asks the questions that are known before any read
 */
export async function write<T>(
  context: CalendarContext,
  work: (operation: Operation) => Promise<T>,
  ask?: (operation: Operation) => Promise<void>,
): Promise<T> {
  // A write runs to completion, even when its caller has aborted.
  const begun = beginOperation({ ...context, signal: undefined })
  await Promise.all(publishedKinds.map((kind) => begun.scope(kind)))
  await ask?.(begun)
  let restarts = context.ownsTransactions ? maxRestarts : 0
  for (let attempt = 1; ; attempt++) {
    const { policy } = begun.viewer
    const questions = policy === null || restarts === 0 ? null : openQuestions(policy)
    const viewer = questions === null ? begun.viewer : { ...begun.viewer, policy: questions.policy }
    const race: Race = { lost: false, hasWritten: false }
    let changes: Change[] = []
    let isHalfDone = false
    try {
      // The store may run the work again by itself: then the changes of the previous attempt are discarded.
      const result = await context.store.transaction(async (store) => {
        changes = []
        Object.assign(race, { lost: false, hasWritten: false })
        try {
          return await work({ ...begun, viewer, store, changes, race })
        } catch (error) {
          isHalfDone = race.hasWritten || changes.length > 0
          if (isHalfDone) spoilTransaction(store, error)
          throw error
        }
      })
      context.publish(changes.map((change) => showChange(change, begun.nowMs)))
      return result
    } catch (error) {
      if (questions?.isOpen() === true) {
        restarts--
        await questions.answered()
        continue
      }
      // A partly executed call in the host's transaction stays until the host rolls the transaction back.
      const mayRunAgain = context.ownsTransactions || !isHalfDone
      if (!(race.lost || isLostRace(error)) || !mayRunAgain || attempt >= maxAttempts) throw error
    }
  }
}

/** An update asks about its record, then about all of its links; later questions are awaited inside the transaction. */
const maxRestarts = 5

/**
 * Every failed attempt means that another write succeeded. Among sixteen writers that keep writing to one record, one in fifty calls loses
 * more than sixty rounds.
 */
const maxAttempts = 1_000
