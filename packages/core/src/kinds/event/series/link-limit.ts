import type { Reason } from '../../../errors/issues.ts'
import { limits } from '../../../input/limits.ts'
import type { EventRecord } from '../../../store/records.ts'

/** The number of records that an event links. */
export const countLinks = ({
  venueIds,
  organizerIds,
  categoryIds,
  tagIds,
}: Pick<EventRecord, 'venueIds' | 'organizerIds' | 'categoryIds' | 'tagIds'>): number =>
  venueIds.length + organizerIds.length + categoryIds.length + tagIds.length

/**
 * The reason why a series cannot have that number of links; undefined if it can. SQL stores a row for every link of every date: SQLite took 4 seconds
 * to insert 800,000 rows, and 8 to change them.
 */
export const linkRefusal = (links: number, dates: number): Reason | undefined =>
  links * dates > limits.seriesLinks ? { code: 'too_many_links', dates, links } : undefined
