/** The instant that is "now" for the data and for every calendar over it: 1 June 2026, noon in UTC. */
export const nowMs = Date.UTC(2026, 5, 1, 12)

/** The number of records of each kind in a data set. */
export interface DatasetShape {
  /** Events. */
  readonly events: number
  /** Venues. */
  readonly venues: number
  /** Organizers. */
  readonly organizers: number
  /** Categories; the last fifteenth of them have a parent. */
  readonly categories: number
  /** Tags. */
  readonly tags: number
}

/** How many of the categories have a parent. */
export const childCategories = (categories: number): number => Math.floor(categories / 15)

/**
 * The record counts for a number of events: 10,000 venues, 5,000 organizers, 200 categories and 2,000 tags for 100,000 events and more,
 * fewer for less.
 */
export function shapeOf(events: number): DatasetShape {
  const between = (least: number, wanted: number, most: number): number => Math.min(most, Math.max(least, Math.round(wanted)))
  return {
    events,
    venues: between(20, events / 10, 10_000),
    organizers: between(20, events / 20, 5_000),
    categories: between(30, events / 50, 200),
    tags: between(50, events / 10, 2_000),
  }
}
