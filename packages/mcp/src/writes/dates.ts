import type { Calendar, Event } from '@kalends/core'
import { momentsOf, whenOf } from '../when.ts'
import { clockNotes, type WrittenTimes } from '../written-time.ts'

/** The dates of a series after a write. */
export interface SeriesDates {
  /** How many there are; of a series without an end, how many are stored so far. */
  readonly total: number
  /** The first ones, at most 20. */
  readonly first: readonly StoredDate[]
  /** The last one. */
  readonly last: StoredDate
  /** Until when the dates of a series without an end are stored, as wall time; null where all of them are. */
  readonly storedUntil: string | null
}

/** A date of a series. */
export interface StoredDate {
  /** The time for people. */
  readonly sentence: string
  /** The start in UTC. */
  readonly utcStart: string
  /** The end in UTC. */
  readonly utcEnd: string
}

/** The maximum number of dates in an answer. */
const maxDates = 20

/** The dates of a series, as the caller may read them; undefined where there are none. */
export async function datesOf(tx: Calendar, { recurrence }: Event): Promise<{ dates: SeriesDates; firstEvent: Event } | undefined> {
  if (recurrence === null) return undefined
  const filter = { seriesIds: recurrence.seriesId, status: 'any', hidden: 'include', orderBy: 'startInstant' } as const
  const { items, total } = await tx.events.list({ ...filter, perPage: maxDates })
  const [last] = (await tx.events.list({ ...filter, order: 'desc', perPage: 1 })).items
  const [firstEvent] = items
  if (firstEvent === undefined || last === undefined) return undefined
  return { firstEvent, dates: { total, first: items.map(dateOf), last: dateOf(last), storedUntil: recurrence.listedUntil } }
}

function dateOf(event: Event): StoredDate {
  const { sentence, start, end } = whenOf(event)
  return { sentence, utcStart: start.utc, utcEnd: end.utc }
}

/**
 * The sentence that a person confirms: when the event takes place, how it repeats, and what the clocks make of the written times.
 * @param written the times of the input; absent where it has none
 */
export function sentenceOf(event: Event, dates: SeriesDates | undefined, written?: WrittenTimes): string {
  const { start, end } = momentsOf(event)
  const notes =
    written === undefined || event.allDay ? [] : clockNotes(written, { start, end, zone: event.timeZone, isOfSeries: dates !== undefined })
  const { sentence } = whenOf(event)
  return [dates === undefined ? `${sentence}.` : `${sentence}; ${repeated(event, dates)}.`, ...notes].join(' ')
}

function repeated({ recurrence }: Event, { total, last, storedUntil }: SeriesDates): string {
  const rule = recurrence === null || recurrence.rule === '' ? 'on further dates' : `by ${recurrence.rule}`
  const end = storedUntil === null ? `the last on ${last.sentence}` : `without an end, so far until ${last.sentence}`
  return `repeated ${rule}: ${total} dates at the same wall time, ${end}`
}
