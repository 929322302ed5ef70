import type { Event } from '@kalends/core'
import type { FormatContext } from '@kalends/core/format'

/** The wall time of an occurrence as a part of a uid: `20310531T193000`. */
export const toKey = (wallTime: string): string => wallTime.replace(/[-:]/g, '').replace(' ', 'T')

/** The uid of a single event; of an occurrence without its series, with the key of its date in front. */
export function toUidOf(event: Event, context: Pick<FormatContext, 'uid'>): string {
  const uid = context.uid(event)
  return event.recurrence === null || event.recurrence.id === '' ? uid : `${toKey(event.recurrence.id)}-${uid}`
}
