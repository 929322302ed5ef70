import type { Viewer } from './access/decision.ts'
import { noticeMay, resolveReadAccess, textOfReadAccess } from './access/read-access.ts'
import type { Cacheable, Caches } from './cache/caches.ts'
import type { State } from './cache/keys.ts'
import { noIds, type Tracked, trackReads } from './cache/reads.ts'
import type { CachedOptions } from './calendar-options.ts'
import { textOfHiddenFields } from './custom-fields/visible.ts'
import { beginCall, type CalendarCall, type CalendarContext } from './record/context.ts'
import type { Revision } from './store/contract.ts'
import { todayLocal } from './time/day-range.ts'
import { minuteOf } from './time/relative-time.ts'

/** What identifies a result, besides the state of the calendar. */
export interface ResultKey extends Omit<CachedOptions, 'signal'> {
  /** The caller's own key. */
  readonly key: string
}

/**
 * The cached result if it is valid now, and if neither the store nor the access policy has to be awaited; undefined otherwise.
 * @param onWait called when the store or the access policy returned a promise
 */
export function getCachedResult(context: CalendarContext, caches: Caches, resultKey: ResultKey, onWait: () => void): Cacheable | undefined {
  const nowMs = context.clock.nowMs()
  const revision = context.store.revision(nowMs)
  if (!('token' in revision)) {
    onWait()
    // The caller reads the revision again and awaits it, so a failure of this promise needs no report.
    revision.catch(() => undefined)
    return undefined
  }
  const scopes = textOfReadAccess(context.viewer, resultKey.terms, onWait)
  if (scopes === undefined) return undefined
  const readAccess = withHiddenFields(scopes, beginCall(context))
  const writes = caches.writes.stateOf(revision.token)
  if (writes === undefined) return undefined
  const key = caches.keyOf(toState(context, nowMs, revision, readAccess), toText(resultKey, nowMs))
  return caches.results.get(key, { nowMs, state: writes })?.value
}

/**
 * Returns the cached result, or makes it and caches it.
 * @param make reads in the given context, whose "now" and read access are those of the key
 */
export async function resolveCachedResult<V extends Cacheable>(
  context: CalendarContext,
  caches: Caches,
  resultKey: ResultKey,
  make: (context: CalendarContext) => Promise<V>,
): Promise<V> {
  const call = beginCall(context)
  const nowMs = context.clock.nowMs()
  // The state is read before the data: a result may be newer than its state, but never older.
  const revision = await context.store.revision(nowMs)
  const { token, staleAtMs } = revision
  const writes = caches.writes.stateOf(token) ?? (await caches.writes.follow(token))
  const { viewer, text, scopesText, known } = await resolveReadAccess(context.viewer, resultKey.terms)
  const validity = { nowMs, staleAtMs, state: writes }
  const { visibleFields } = call
  const state = toState(context, nowMs, revision, withHiddenFields(text, call))
  const makeInContext = async (unshare: () => void, everyCaller: CalendarContext['signal']): Promise<Tracked<V>> => {
    const tracker = trackReads(context.store)
    // Keys contain the read access. A result that depends on another decision of the policy is for this caller alone.
    let isShared = true
    const onMay = (): void => {
      isShared = false
      unshare()
    }
    const noticed: Viewer = noticeMay(viewer, onMay, known)
    const totalOf: CalendarContext['totalOf'] = async (list, count) => {
      if (!isShared) return count()
      // The total of a list depends on the texts of no single record.
      const countTracked = async (): Promise<Tracked<number>> => ({ value: await count(), reads: { ...tracker.reads(), ids: noIds } })
      const total = await caches.totals.cached(caches.keyOf(state, list), validity, countTracked)
      tracker.add(total.reads)
      return total.value
    }
    const openPieces: CalendarContext['openPieces'] = (encoding) => {
      const scope = JSON.stringify([withHiddenFields(scopesText, call), encoding])
      return caches.pieces.open(scope, validity, (ids) => tracker.add({ ids, isOfAll: false }))
    }
    const clock = { nowMs: () => nowMs }
    const { store } = tracker
    const value = await make({ ...context, store, visibleFields, clock, viewer: noticed, signal: everyCaller, totalOf, openPieces })
    return { value, reads: tracker.reads() }
  }
  const key = caches.keyOf(state, toText(resultKey, nowMs))
  // Callers use different keys for each kind of result, so the cached value has the type that `make` returns.
  const { value } = await caches.results.cached(key, validity, makeInContext, context.signal)
  return value as V
}

/** The text of the read access with the fields that the viewer may not read. */
const withHiddenFields = (readAccess: string, { declaredFields, visibleFields }: CalendarCall): string =>
  declaredFields === visibleFields ? readAccess : readAccess + textOfHiddenFields(declaredFields, visibleFields)

/**
 * The state that keys contain. It differs once an extension is due: a result cached before would keep lists from extending their series.
 */
const toState = (context: CalendarContext, nowMs: number, revision: Revision, readAccess: string): State => ({
  today: `${todayLocal(nowMs, context.timeZone)}${context.extension.note(context, revision, nowMs) ? ' due' : ''}`,
  readAccess,
})

const toText = ({ key, isOfMinute = false }: ResultKey, nowMs: number): string => (isOfMinute ? `${minuteOf(nowMs)} ${key}` : key)
