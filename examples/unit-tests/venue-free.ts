import type { Calendar } from '@kalends/core'
import { longestSetup, type Town } from './town.ts'

const minuteMs = 60_000

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
 * Whether nothing takes place at a venue or is set up there meanwhile. Drafts, private and hidden events count, because they are planned;
 * cancelled ones do not. The calendar must be allowed to read all of them: for a visitor it answers from public events alone. The bounds
 * are instants and not wall times, so that the hour of a clock change is neither lost nor let twice.
 */
export async function isVenueFree(calendar: Calendar<Town>, { venue, from, until }: Wish): Promise<boolean> {
  const untilMs = until.getTime()
  const near = calendar.events.each({
    venueIds: venue,
    status: 'any',
    hidden: 'include',
    startsBefore: new Date(untilMs + longestSetup * minuteMs),
    endsAfter: from,
  })
  for await (const { eventStatus, startMs, fields } of near) {
    const setupMs = startMs - (fields.setupMinutes ?? 0) * minuteMs
    if (eventStatus !== 'cancelled' && setupMs < untilMs) return false
  }
  return true
}
