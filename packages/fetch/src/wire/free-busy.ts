import type { Calendar } from '@kalends/core'
import { utcMsToLocal } from '@kalends/core/internal'
import type { JsonObject } from '../json.ts'
import { idSchema, listProperties, type PropertiesOf, type Property, refTo, timeSchema, type Written } from './property.ts'

type BusyInterval = Awaited<ReturnType<Calendar['freeBusy']>>[number]

/** The member of a response with busy times. */
export const freeBusyProperties: readonly Property[] = [
  { name: 'busy', schema: { type: 'array', items: refTo('BusyTime') }, text: 'busySent' },
]

const busyTime = {
  venueId: [{ name: 'venue', schema: idSchema, text: 'busyVenue' }],
  startMs: [{ name: 'start', schema: timeSchema, text: 'busyStart' }],
  endMs: [{ name: 'end', schema: timeSchema, text: 'busyEnd' }],
  eventIds: [{ name: 'events', schema: { type: 'array', items: idSchema }, text: 'busyEvents' }],
} as const satisfies PropertiesOf<keyof BusyInterval>

/** The members of a busy time. */
export const busyTimeProperties: readonly Property[] = listProperties(busyTime)

const toUtc = (ms: number): string => utcMsToLocal(ms).replace('T', ' ')

/** The wire form of a busy time. */
export const toWireBusyTime = ({ venueId, startMs, endMs, eventIds }: BusyInterval): JsonObject =>
  ({ venue: venueId, start: toUtc(startMs), end: toUtc(endMs), events: eventIds }) satisfies Written<typeof busyTime>
