import type { Calendar, Event } from '@kalends/core'
import { plainText } from '../untrusted.ts'
import { whenBetween, whenOf } from '../when.ts'

/** An event that takes a place of the written event at the same time. */
export interface ConflictView {
  /** Its id; null for an event that the caller may not read. */
  readonly id: number | null
  /** When it takes place, in its own zone; that of the written event where the caller may not read it. */
  readonly sentence: string
  /** The start in UTC. */
  readonly utcStart: string
  /** The end in UTC. */
  readonly utcEnd: string
  /** What people wrote; absent for an event that the caller may not read. */
  readonly untrusted?: { readonly title: string }
}

/** The maximum number of conflicts in an answer. */
const maxConflicts = 20

/**
 * The events that overlap a written one at its places.
 * @param series the series itself, where the write is for several of its dates
 */
export async function conflictsOf(tx: Calendar, event: Event, series?: Event): Promise<readonly ConflictView[]> {
  const { timeZone, allDay } = event
  const venueIds = event.venues.map(({ id }) => id)
  if (venueIds.length === 0 || event.eventStatus === 'cancelled' || event.attendance === 'online') return []
  const found =
    series === undefined || series.recurrence === null
      ? await tx.events.conflicts({ ...timesOf(event), venueIds, exceptId: event.id })
      : await tx.events.conflictsOfSeries({
          ...{ startDate: series.startDate, endDate: series.endDate, timeZone, allDay, venueIds, exceptId: series.id },
          recurrence: series.recurrence,
        })
  return found.slice(0, maxConflicts).map((other): ConflictView => {
    const isHidden = 'busy' in other
    const { sentence, start, end } = isHidden ? whenBetween(other.startMs, other.endMs, timeZone) : whenOf(other)
    const times = { sentence, utcStart: start.utc, utcEnd: end.utc }
    return isHidden ? { id: null, ...times } : { id: other.id, ...times, untrusted: { title: plainText(other.title) } }
  })
}

/** Whole days by their dates, and all others by their instants, which say in which pass of a repeated hour they are. */
const timesOf = ({ allDay, timeZone, startDate, endDate, startMs, endMs }: Event) =>
  allDay
    ? { allDay, timeZone, startDate: startDate.slice(0, 10), endDate: endDate.slice(0, 10) }
    : { timeZone, startDate: new Date(startMs), endDate: new Date(endMs) }
