import type { Calendar } from '@kalends/core'

/** What somebody wants a venue for. */
export interface Wish {
  /** The id of the venue. */
  readonly venue: number
  /** When they come. */
  readonly from: Date
  /** When they have left; others may come at that very moment. */
  readonly until: Date
}

/**
 * Whether nothing takes place at a venue meanwhile. Drafts, private and hidden events count: somebody has plans there.
 * Instants are asked for, not wall times, so that an hour that a clock change adds or takes is neither lost nor let twice.
 */
export async function isVenueFree(calendar: Calendar, { venue, from, until }: Wish): Promise<boolean> {
  const { total } = await calendar.events.list({
    venues: venue,
    status: 'any',
    hidden: 'include',
    startsBefore: until.toISOString(),
    endsAfter: from.toISOString(),
    perPage: 1,
  })
  return total === 0
}
