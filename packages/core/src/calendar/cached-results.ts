import { beginAsking } from '../access/questions.ts'
import { noticeMay, resolveReadAccess, textOfReadAccess } from '../access/read-access.ts'
import type { Caches } from '../cache/caches.ts'
import type { Cacheable, Made } from '../cache/responses.ts'
import { textOfHiddenFields } from '../fields/visible.ts'
import { beginCall, type CalendarCall, type CalendarContext } from '../record/context.ts'
import type { Revision } from '../store/contract.ts'
import { todayLocal } from '../time/day-range.ts'
import { minuteOf } from '../time/relative-time.ts'
import type { CachedOptions } from './reading.ts'

/** What identifies a result, besides the state of the calendar. */
export interface ResultKey extends Omit<CachedOptions, 'signal'> {
  /** The caller's own key. */
  readonly key: string
}

/**
 * The cached result if it is valid now, and if neither the store nor the access policy has to be awaited; undefined otherwise.
 * @param onWait called when the store or the access policy returned a promise
 */
export function getCachedResult(
  context: CalendarContext,
  { responses }: Caches,
  resultKey: ResultKey,
  onWait: () => void,
): Cacheable | undefined {
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
  const state = stateOf(context, nowMs, revision, withHiddenFields(scopes, beginCall(context)))
  return responses.get(keyOf(state, toText(resultKey, nowMs)))
}

/**
 * Returns the cached result, or makes it and caches it.
 * @param make reads in the given context, whose "now" and read access are those of the key
 */
export async function resolveCachedResult<V extends Cacheable>(
  context: CalendarContext,
  { responses, items }: Caches,
  resultKey: ResultKey,
  make: (context: CalendarContext) => Promise<V>,
): Promise<V> {
  const call = beginCall(context)
  const nowMs = context.clock.nowMs()
  // The state is read before the data: a result may be newer than its state, but never older.
  const revision = await context.store.revision(nowMs)
  const access = await resolveReadAccess(beginAsking(context.viewer, context.policyTiming), resultKey.terms)
  const { viewer, text, scopesText, known, isByLinks } = access
  const { visibleFields } = call
  const state = stateOf(context, nowMs, revision, withHiddenFields(text, call))
  const makeInContext = async (signal: CalendarContext['signal']): Promise<Made<V>> => {
    // Keys contain the read access. A result that depends on another decision of the policy is for this caller alone.
    let isPersonal = false
    const noticed = noticeMay(viewer, () => (isPersonal = true), known)
    const totalOf: CalendarContext['totalOf'] = async (list, count) => {
      const counted = async (): Promise<Made<Total>> => ({ value: { byteLength: bytesOfTotal, total: await count() }, isPersonal })
      return isPersonal ? count() : (await responses.cached(keyOf(state, `total ${list}`), counted)).total
    }
    // The log does not tell of each event that such an access shows or hides.
    const openItems: CalendarContext['openItems'] = isByLinks
      ? null
      : (encoding) => items.open(JSON.stringify([withHiddenFields(scopesText, call), encoding]), revision, nowMs)
    const clock = { nowMs: () => nowMs }
    const value = await make({ ...context, visibleFields, clock, viewer: noticed, signal, totalOf, openItems })
    return { value, isPersonal }
  }
  return responses.cached(keyOf(state, toText(resultKey, nowMs)), makeInContext, context.signal)
}

/** The total of a list, which all its pages share. */
interface Total extends Cacheable {
  readonly total: number
}

const bytesOfTotal = 8

/** The text of the read access with the fields that the viewer may not read. */
const withHiddenFields = (readAccess: string, { declaredFields, visibleFields }: CalendarCall): string =>
  declaredFields === visibleFields ? readAccess : readAccess + textOfHiddenFields(declaredFields, visibleFields)

/**
 * Everything that a result depends on besides the question. It differs once an extension is due: a result cached before would keep lists from
 * extending their series. Between two publication dates the next one is the same.
 */
function stateOf(context: CalendarContext, nowMs: number, revision: Revision, readAccess: string): string {
  const { token, staleAtMs } = revision
  const isDue = context.extension.note(context, revision, nowMs)
  return `${token.length} ${token}${staleAtMs} ${todayLocal(nowMs, context.timeZone)} ${isDue} ${readAccess.length} ${readAccess}`
}

/** The lengths in the state mark where each part ends. */
const keyOf = (state: string, question: string): string => state + question

const toText = ({ key, isOfMinute = false }: ResultKey, nowMs: number): string => `result ${isOfMinute ? minuteOf(nowMs) : ''} ${key}`
