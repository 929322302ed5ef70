import type { EventStatus, PlainEvent } from '@kalends/core/store'
import type { ParameterRows } from './parameter.ts'

/** The values of `event_status` by those of the core. */
export const eventStatusWords: Readonly<Record<EventStatus, string>> = {
  scheduled: 'scheduled',
  cancelled: 'cancelled',
  postponed: 'postponed',
  movedOnline: 'moved_online',
}

const eventStatuses = Object.fromEntries(Object.entries(eventStatusWords).map(([word, sent]) => [sent, word]))

/** The plain fields of events on the wire; parameters, properties and values of responses are made of them. */
export const eventFieldRows = {
  title: { name: 'title', type: 'string', isRequired: true, text: 'title' },
  website: { name: 'website', text: 'website' },
  showMap: { name: 'show_map', type: 'boolean', text: 'showMap' },
  showMapLink: { name: 'show_map_link', type: 'boolean', text: 'showMapLink' },
  hidden: { name: 'hide_from_listings', type: 'boolean', text: 'hidden' },
  sticky: { name: 'sticky', type: 'boolean', text: 'sticky' },
  featured: { name: 'featured', type: 'boolean', text: 'featured' },
  eventStatus: { name: 'event_status', words: eventStatuses, type: 'string', text: 'eventStatus' },
  eventStatusReason: { name: 'event_status_reason', type: 'string', text: 'eventStatusReason' },
  attendance: { name: 'attendance_mode', type: 'string', text: 'attendanceMode' },
  onlineUrl: { name: 'online_url', type: 'string', text: 'onlineUrl' },
} as const satisfies ParameterRows<keyof PlainEvent>
