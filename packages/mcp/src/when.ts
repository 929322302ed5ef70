import type { Event } from '@kalends/core'
import { daysSentence, type Moment, momentSentence, spanSentence, toMoment } from './moment.ts'

/** An instant in an answer. */
export interface TimePoint {
  /** The wall time in the zone, `YYYY-MM-DDTHH:MM:SS`. */
  readonly local: string
  /** The offset from UTC, such as `+02:00`. */
  readonly offset: string
  /** The same in UTC, `YYYY-MM-DDTHH:MM:SSZ`. */
  readonly utc: string
}

/** A time in an answer: it is said four times, so that no reader has to compute. */
export interface When {
  /** The time for people, with the zone. */
  readonly sentence: string
  /** The zone. */
  readonly timeZone: string
  /** Whether it is a range of whole days: what counts are the local days. */
  readonly allDay: boolean
  /** The start. */
  readonly start: TimePoint
  /** The end. */
  readonly end: TimePoint
}

/** The members of an event that say when it takes place. */
export type EventTime = Pick<Event, 'startMs' | 'endMs' | 'startDate' | 'endDate' | 'timeZone' | 'allDay' | 'recurrence'>

/** The start and the end of an event as its zone shows them. */
export function momentsOf({ startMs, endMs, startDate, endDate, timeZone, allDay, recurrence }: EventTime): { start: Moment; end: Moment } {
  // The clocks may skip the midnight of a whole day, and the time that was written for a series on its first date.
  const isWritten = allDay || (recurrence !== null && recurrence.id === '')
  const localOf = (text: string): string | undefined => (isWritten ? undefined : text.replace(' ', 'T'))
  return { start: toMoment(startMs, timeZone, localOf(startDate)), end: toMoment(endMs, timeZone, localOf(endDate)) }
}

/** When an event takes place. */
export function whenOf(event: EventTime): When {
  const { start, end } = momentsOf(event)
  const { timeZone, allDay } = event
  const sentence = allDay ? daysSentence(start, end, timeZone) : spanSentence(start, end, timeZone)
  return { sentence, timeZone, allDay, start: toPoint(start), end: toPoint(end) }
}

/** A span of time as a zone shows it. */
export function whenBetween(startMs: number, endMs: number, timeZone: string): When {
  const [start, end] = [toMoment(startMs, timeZone), toMoment(endMs, timeZone)]
  return { sentence: spanSentence(start, end, timeZone), timeZone, allDay: false, start: toPoint(start), end: toPoint(end) }
}

/** An instant as a zone shows it. */
export interface Now extends TimePoint {
  /** The time for people, with the zone. */
  readonly sentence: string
  /** The zone. */
  readonly timeZone: string
}

/** An instant as a zone shows it. */
export function nowIn(ms: number, timeZone: string): Now {
  const moment = toMoment(ms, timeZone)
  return { sentence: momentSentence(moment, timeZone), timeZone, ...toPoint(moment) }
}

/** An instant in UTC, `YYYY-MM-DDTHH:MM:SSZ`. */
export const utcOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`

const toPoint = ({ ms, local, offset }: Moment): TimePoint => ({ local, offset, utc: utcOf(ms) })
