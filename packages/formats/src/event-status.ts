import type { Event } from '@kalends/core'

/** The value of `event_status` in the REST interface. */
export const toWireStatus = ({ eventStatus }: Event): string => (eventStatus === 'movedOnline' ? 'moved_online' : eventStatus)
