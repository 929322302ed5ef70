import { toWireTime } from '../../../record/publication.ts'
import type { EntityId, EventRecord, OverridableField, StoredRecurrence } from '../../../store/records.ts'

/** How a returned event repeats: the series itself and each of its occurrences have it. */
export interface ReturnedRecurrence {
  /** The id of the series. */
  readonly seriesId: EntityId
  /**
   * Identifies an occurrence within its series: its original start as wall time in the series' zone, `YYYY-MM-DD HH:MM:SS`. It stays when the
   * occurrence moves, and follows a move of the series: the event's own id stays for ever. Empty on the series itself.
   */
  readonly id: string
  /** The rule of RFC 5545 in canonical form; empty for a series without one. */
  readonly rule: string
  /** The dates beside those of the rule: wall times in the series' zone, `YYYY-MM-DD HH:MM:SS`, ascending. */
  readonly dates: readonly string[]
  /** The excluded dates, written as `dates`. */
  readonly except: readonly string[]
  /** The members that an occurrence has of its own, `times` standing for its start, end, zone and `allDay`; empty on the series itself. */
  readonly overridden: readonly OverridableField[]
  /** The wall time up to which lists have the occurrences of an endless series, `YYYY-MM-DD HH:MM:SS`; null where they have all of them. */
  readonly listedUntil: string | null
}

/** Caches the texts of a recurrence, because the occurrences of a page share them and a series can have hundreds of dates. */
const knownTexts = new WeakMap<StoredRecurrence, Pick<ReturnedRecurrence, 'rule' | 'dates' | 'except'>>()

function textsOf(recurrence: StoredRecurrence): Pick<ReturnedRecurrence, 'rule' | 'dates' | 'except'> {
  const known = knownTexts.get(recurrence)
  if (known !== undefined) return known
  const { rule, dates, except } = recurrence
  const texts = Object.freeze({ rule, dates: Object.freeze(dates.map(toWireTime)), except: Object.freeze(except.map(toWireTime)) })
  knownTexts.set(recurrence, texts)
  return texts
}

/** How a stored event repeats; null for a single one. */
export function toReturnedRecurrence(event: EventRecord): ReturnedRecurrence | null {
  const { role, id, seriesId, occurrenceKey, overridden, recurrence, extendedTo } = event
  if (recurrence === null) return null
  return {
    seriesId: role === 'series' ? id : seriesId,
    id: toWireTime(occurrenceKey),
    ...textsOf(recurrence),
    overridden,
    listedUntil: extendedTo === '' ? null : toWireTime(extendedTo),
  }
}
