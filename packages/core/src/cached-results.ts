import type { Viewer } from './access/decision.ts'
import { noticeMay, resolveReadAccess, textOfReadAccess } from './access/read-access.ts'
import type { Cacheable, Caches } from './cache/caches.ts'
import type { State } from './cache/keys.ts'
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
  return caches.results.get(caches.keyOf(toState(context, nowMs, revision, readAccess), toText(resultKey, nowMs)), nowMs)
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
  // The token is read before the data: a result may be newer than its key, but never older.
  const revision = await context.store.revision(nowMs)
  const { staleAtMs } = revision
  const { viewer, text, scopesText, known } = await resolveReadAccess(context.viewer, resultKey.terms)
  const validity = { nowMs, staleAtMs }
  const { visibleFields } = call
  const state = toState(context, nowMs, revision, withHiddenFields(text, call))
  const makeInContext = (unshare: () => void, everyCaller: CalendarContext['signal']): Promise<V> => {
    // Keys contain the read access. A result that depends on another decision of the policy is for this caller alone.
    let isShared = true
    const onMay = (): void => {
      isShared = false
      unshare()
    }
    const noticed: Viewer = noticeMay(viewer, onMay, known)
    const totalOf: CalendarContext['totalOf'] = async (list, count) =>
      isShared ? caches.totals.cached(caches.keyOf(state, list), validity, count) : count()
    const openPieces: CalendarContext['openPieces'] = (encoding) =>
      caches.pieces.open(revision.token, JSON.stringify([withHiddenFields(scopesText, call), encoding]), validity)
    const clock = { nowMs: () => nowMs }
    return make({ ...context, visibleFields, clock, viewer: noticed, signal: everyCaller, totalOf, openPieces })
  }
  const key = caches.keyOf(state, toText(resultKey, nowMs))
  // Callers use different keys for each kind of result, so the cached value has the type that `make` returns.
  return caches.results.cached(key, validity, makeInContext, context.signal) as Promise<V>
}

/** The text of the read access with the fields that the viewer may not read. */
const withHiddenFields = (readAccess: string, { declaredFields, visibleFields }: CalendarCall): string =>
  declaredFields === visibleFields ? readAccess : readAccess + textOfHiddenFields(declaredFields, visibleFields)

/**
 * The state that keys contain. It differs once an extension is due: a result cached before would keep lists from extending their series.
 */
const toState = (context: CalendarContext, nowMs: number, revision: Revision, readAccess: string): State => ({
  today: `${todayLocal(nowMs, context.timeZone)}${context.extension.note(context, revision, nowMs) ? ' due' : ''}`,
  token: revision.token,
  readAccess,
})

const toText = ({ key, isOfMinute = false }: ResultKey, nowMs: number): string => (isOfMinute ? `${minuteOf(nowMs)} ${key}` : key)
