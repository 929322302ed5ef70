import type { Event } from '@kalends/core'
import { digest } from '../digest.ts'
import type { ImportKind } from '../item.ts'

/** A record as reads return it, or as changes report it: they name some members differently. */
export type AnyRecord = Readonly<Record<string, unknown>>

const ids = (values: unknown): readonly number[] => (values as readonly { readonly id: number }[]).map(({ id }) => id)
const sorted = (values: readonly number[]): readonly number[] => [...values].sort((a, b) => a - b)

/** The value of a member, equal in both forms of a record. */
export function memberOf(record: AnyRecord, name: string): unknown {
  switch (name) {
    case 'times': {
      const { startMs, endMs, timeZone, allDay } = (record['times'] ?? record) as Pick<Event, 'startMs' | 'endMs' | 'timeZone' | 'allDay'>
      return [startMs, endMs, timeZone, allDay]
    }
    case 'venues':
      return record['venueIds'] ?? ids(record['venues'])
    case 'organizers':
      return record['organizerIds'] ?? ids(record['organizers'])
    case 'categories':
      return record['categoryIds'] ?? sorted(ids(record['categories']))
    case 'tags':
      return record['tagIds'] ?? sorted(ids(record['tags']))
    case 'cost':
      return (record['cost'] as Event['cost']).text
    case 'recurrence': {
      const recurrence = record['recurrence'] as Event['recurrence']
      const toDates = (dates: readonly string[]): readonly string[] => dates.map((date) => date.replace('T', ' '))
      return recurrence && [recurrence.rule, toDates(recurrence.dates), toDates(recurrence.except)]
    }
    case 'geoLat':
      return 'point' in record ? ((record['point'] as { lat: number } | null)?.lat ?? null) : record[name]
    case 'geoLng':
      return 'point' in record ? ((record['point'] as { lng: number } | null)?.lng ?? null) : record[name]
    default:
      return record[name]
  }
}

/** The digest of a member of a record. */
export const recordDigest = (record: AnyRecord, name: string): string => digest(memberOf(record, name))

/** When a record takes place; zeros for other kinds. */
export function timesOf(kind: ImportKind, record: AnyRecord): { readonly startMs: number; readonly endMs: number } {
  if (kind !== 'event') return { startMs: 0, endMs: 0 }
  const { startMs, endMs } = (record['times'] ?? record) as Pick<Event, 'startMs' | 'endMs'>
  return { startMs, endMs }
}
