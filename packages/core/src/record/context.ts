import type { AbortSignalLike } from '../abort-signal.ts'
import { readScope, type Viewer } from '../access/decision.ts'
import type { Status } from '../access/policy.ts'
import { askOnce, openQuestions } from '../access/questions.ts'
import type { Clock } from '../clock.ts'
import type { CalendarStore } from '../store/contract.ts'
import type { ReadScope } from '../store/filters.ts'
import { spoilTransaction } from '../store/guard-store.ts'
import { type Change, type HookCall, showChange } from './change.ts'

/** A currency that costs are shown in when they name none. */
export interface Currency {
  /** Such as `€`. */
  readonly symbol: string
  /** ISO 4217, such as `EUR`. */
  readonly code: string
  /** Where the symbol stands. */
  readonly position: 'prefix' | 'postfix'
}

/** What a calendar was created with, its defaults filled in. */
export interface CalendarContext {
  /** Where records are kept. */
  readonly store: CalendarStore
  /** Where "now" comes from. */
  readonly clock: Clock
  /** The zone of publication dates, of "today", and of events that name none. */
  readonly timeZone: string
  /** The default currency. */
  readonly currency: Currency
  /** The largest page. */
  readonly maxPerPage: number
  /** Makes HTML safe before it is stored. */
  readonly sanitizeHtml: (html: string) => string
  /** Through whose eyes the calendar is seen. */
  readonly viewer: Viewer
  /** Says that who reads has gone away. */
  readonly signal?: AbortSignalLike | undefined
  /** Takes what was changed, after it was committed. */
  readonly publish: (changes: readonly Change[]) => void
  /** Runs the host's hooks before a record is written; undefined where there are none. */
  readonly runHooks: (op: Operation, call: HookCall) => Promise<void> | undefined
  /**
   * How many records a list has, counted now or before.
   * @param list names the list: all that its total depends on beside the viewer, the store and the moment
   */
  readonly totalOf: (list: string, count: () => Promise<number>) => Promise<number>
  /** Whether a transaction of the store may be given up and begun again; not inside one that somebody else has begun. */
  readonly ownsTransactions: boolean
}

/** One call of the calendar: one "now", one set of permissions, the changes it makes. */
export interface Operation extends CalendarContext {
  /** The one "now" of this call. */
  readonly nowMs: number
  /** What the viewer may read of a kind, the trash included where the policy says so. */
  readonly scope: (kind: PublishedKindName) => ReadScope<Status> | Promise<ReadScope<Status>>
  /** What this call has changed so far. */
  readonly changes: Change[]
  /** What this call knows of its own writes. */
  readonly race: Race
}

/** What a call knows of its own writes, beside its changes. */
export interface Race {
  /** Whether a compare-and-set failed because another writer was faster; then the whole call may run again. */
  lost: boolean
  /** Whether it has replaced or removed a record. */
  hasWritten: boolean
}

const lostRaces = new WeakSet<object>()

/** Notes that the call has lost a race: an error of the store, which makes one for each call of it. */
export function loseRace({ race }: Operation, error: object): void {
  race.lost = true
  lostRaces.add(error)
}

/** Whether some call has lost a race and could not run again by itself: then the transaction around it may. */
const isLostRace = (error: unknown): boolean => typeof error === 'object' && error !== null && lostRaces.has(error)

/** Runs a transaction, and again where a call in it has lost a race after it had begun to write. */
export async function againAfterRaces<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (!isLostRace(error) || attempt >= maxAttempts) throw error
    }
  }
}

/** Where nothing is kept, and for any other viewer or store than those that something is kept for. */
export const countAnew: CalendarContext['totalOf'] = (_, count) => count()

/** The kinds that have a status. */
export type PublishedKindName = 'event' | 'venue' | 'organizer'

const publishedKinds: readonly PublishedKindName[] = ['event', 'venue', 'organizer']

/** Begins a call: reads the clock once, asks for each kind's read scope and each other question of access at most once. */
export function beginOperation(context: CalendarContext): Operation {
  const viewer = { ...context.viewer, policy: context.viewer.policy && askOnce(context.viewer.policy) }
  const scopes = new Map<PublishedKindName, ReturnType<Operation['scope']>>()
  const scope: Operation['scope'] = (kind) => {
    const known = scopes.get(kind)
    if (known !== undefined) return known
    const asked = readScope(viewer, kind)
    scopes.set(kind, asked)
    // A policy that takes its time is asked about all kinds at the same time: most calls need several.
    if (!Array.isArray(asked)) for (const other of publishedKinds) scope(other)
    return asked
  }
  return { ...context, viewer, nowMs: context.clock.nowMs(), scope, changes: [], race: { lost: false, hasWritten: false } }
}

/**
 * Runs a writing call in one transaction and tells of its changes when it is committed.
 * A record that somebody else changed between read and write is read again, so that no field is overwritten blindly.
 *
 * The access policy is awaited outside of the transaction: a question that comes up inside and is not answered soon ends the
 * attempt, and the next one begins with the answer.
 * @param ask asks what can be asked before anything is read
 */
export async function write<T>(
  context: CalendarContext,
  work: (operation: Operation) => Promise<T>,
  ask?: (operation: Operation) => Promise<void>,
): Promise<T> {
  // A write goes on to its end, whoever waits for it.
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
      // The store may run the work again by itself: what an attempt of it has changed is forgotten then.
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
      // Half of a call in somebody else's transaction stays until all of that is undone.
      const mayRunAgain = context.ownsTransactions || !isHalfDone
      if (!(race.lost || isLostRace(error)) || !mayRunAgain || attempt >= maxAttempts) throw error
    }
  }
}

/** An update asks about its record, then about all that it links; what else comes up later is awaited inside the transaction. */
const maxRestarts = 5

/**
 * Each lost round means that somebody else's write went through, so nobody spins in vain; but among sixteen that keep writing
 * to one record, one in fifty calls loses more than sixty rounds.
 */
const maxAttempts = 1_000
