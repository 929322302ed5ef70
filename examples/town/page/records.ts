import type { Event } from '@kalends/core'
import type { DeclaredFields } from 'example-server/fields.ts'

/** An event of the town, with the fields that the service declares. */
export type TownEvent = Event<DeclaredFields>

/** Reads all records of a list, by name. @throws CalendarError a part of them cannot be read: then there are none */
export async function readByName<R extends { readonly name: string }>(records: AsyncIterable<R>): Promise<readonly R[]> {
  const found: R[] = []
  for await (const record of records) found.push(record)
  return found.sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** The slug in a segment of a path. A segment that is no valid URL encoding is returned unchanged, and then no event is found. */
export function toSlug(segment = ''): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
