import type { Event } from '@kalends/core'
import type { FormatContext } from '@kalends/core/format'

/** A wall time without punctuation, in iCalendar and as a part of a uid: `20310531T193000`. */
export const toKey = (time: string): string =>
  `${time.slice(0, 4)}${time.slice(5, 7)}${time.slice(8, 10)}T${time.slice(11, 13)}${time.slice(14, 16)}${time.slice(17, 19)}`

/** The uid of an event. An occurrence that is written as a separate event gets the uid of its series, with its original start in front. */
export function toUidOf(event: Event, context: Pick<FormatContext, 'uid'>): string {
  const uid = context.uid(event)
  return event.recurrence === null || event.recurrence.id === '' ? uid : `${toKey(event.recurrence.id)}-${uid}`
}
