import { limits } from '../../input/limits.ts'
import type { EventRecord } from '../../store/records.ts'

/** The number of records that an event links. */
export const countLinks = ({
  venueIds,
  organizerIds,
  categoryIds,
  tagIds,
}: Pick<EventRecord, 'venueIds' | 'organizerIds' | 'categoryIds' | 'tagIds'>): number =>
  venueIds.length + organizerIds.length + categoryIds.length + tagIds.length

/**
 * The reason why a series cannot have so many links; undefined if it can. SQL stores a row for every link of every date: SQLite took 4 seconds
 * to insert 800,000 rows, and 8 to change them.
 */
export const linkRefusal = (links: number, dates: number): string | undefined =>
  links * dates > limits.seriesLinks
    ? `must have fewer dates or links: ${dates} dates with ${links} categories, tags, venues and organizers are more than 100,000 links`
    : undefined
