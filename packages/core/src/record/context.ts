import { readScope, type Viewer } from '../access/decision.ts'
import type { Status } from '../access/policy.ts'
import type { Clock } from '../clock.ts'
import type { CalendarStore } from '../store/contract.ts'
import type { ReadScope } from '../store/filters.ts'
import type { Change } from './change.ts'

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
  /** Takes what was changed, after it was committed. */
  readonly publish: (changes: readonly Change[]) => void
  /**
   * How many records a list has, counted now or before.
   * @param list names the list: all that its total depends on beside the viewer, the store and the moment
   */
  readonly totalOf: (list: string, count: () => Promise<number>) => Promise<number>
}

/** One call of the calendar: one "now", one set of permissions, the changes it makes. */
export interface Operation extends CalendarContext {
  /** The one "now" of this call. */
  readonly nowMs: number
  /** What the viewer may read of a kind, the trash included where the policy says so. */
  readonly scope: (kind: PublishedKindName) => ReadScope<Status> | Promise<ReadScope<Status>>
  /** What this call has changed so far. */
  readonly changes: Change[]
  /** Whether a compare-and-set failed because another writer was faster; then the whole call may run again. */
  readonly race: { lost: boolean }
}

/** The kinds that have a status. */
export type PublishedKindName = 'event' | 'venue' | 'organizer'

/** Begins a call: reads the clock once and asks for each kind's read scope at most once. */
export function beginOperation(context: CalendarContext): Operation {
  const scopes = new Map<PublishedKindName, ReturnType<Operation['scope']>>()
  const scope: Operation['scope'] = (kind) => {
    const known = scopes.get(kind) ?? readScope(context.viewer, kind)
    scopes.set(kind, known)
    return known
  }
  return { ...context, nowMs: context.clock.nowMs(), scope, changes: [], race: { lost: false } }
}

/**
 * Runs a writing call in one transaction and tells of its changes when it is committed.
 * A record that somebody else changed between read and write is read again, so that no field is overwritten blindly.
 */
export async function write<T>(context: CalendarContext, work: (operation: Operation) => Promise<T>): Promise<T> {
  const begun = beginOperation(context)
  for (let attempt = 1; ; attempt++) {
    const race = { lost: false }
    let changes: Change[] = []
    try {
      // The store may run the work again by itself: what an attempt of it has changed is forgotten then.
      const result = await context.store.transaction((store) => {
        changes = []
        race.lost = false
        return work({ ...begun, store, changes, race })
      })
      context.publish(changes)
      return result
    } catch (error) {
      if (!race.lost || attempt >= maxAttempts) throw error
    }
  }
}

/**
 * Each lost round means that somebody else's write went through, so nobody spins in vain; but among sixteen that keep writing
 * to one record, one in fifty calls loses more than sixty rounds.
 */
const maxAttempts = 1_000
