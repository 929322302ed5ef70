import type { Event } from '@kalends/core'
import type { FormatContext } from '@kalends/core/format'

/** The wall time of an occurrence as a part of a uid: `20310531T193000`. */
export const toKey = (wallTime: string): string => wallTime.replace(/[-:]/g, '').replace(' ', 'T')

/** The uid of an event. An occurrence that is written as a separate event gets the uid of its series, with its original start in front. */
export function toUidOf(event: Event, context: Pick<FormatContext, 'uid'>): string {
  const uid = context.uid(event)
  return event.recurrence === null || event.recurrence.id === '' ? uid : `${toKey(event.recurrence.id)}-${uid}`
}
