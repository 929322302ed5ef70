import {
  type EventRecord,
  inheritFrom,
  type OrganizerRecord,
  type PublishedRecord,
  type StoredRecord,
  type VenueRecord,
} from '@kalends/core/store'
import { buildPoint } from '../../factories/place.ts'
import type { ConformanceContext } from '../case.ts'
import { unusualValues, usualValues } from '../equal-values.ts'

/**
 * Twelve events, each linked to a venue, an organizer, a category and a tag of its own: records at the same index belong together. Two of
 * the events are series, and four are their occurrences.
 */
export interface LinkedWorld {
  readonly events: readonly EventRecord[]
  readonly venues: readonly VenueRecord[]
  readonly organizers: readonly OrganizerRecord[]
  readonly categories: readonly StoredRecord[]
  readonly tags: readonly StoredRecord[]
}

/** The indices of the events. */
export const indices = Array.from({ length: 12 }, (_, i) => i)

/** The statuses of the records. */
const states: readonly Pick<PublishedRecord, 'status' | 'statusBeforeTrash'>[] = [
  { status: 'publish', statusBeforeTrash: null },
  { status: 'draft', statusBeforeTrash: null },
  { status: 'trash', statusBeforeTrash: 'publish' },
  { status: 'private', statusBeforeTrash: null },
  { status: 'trash', statusBeforeTrash: 'draft' },
]

const authors = ['', '1', '2', '3']

/** Author, status and times of a record, chosen so that none of them can be derived from another. */
const published = (i: number) => ({
  ...(states[i % states.length] ?? { status: 'publish', statusBeforeTrash: null }),
  authorId: authors[i % 4] ?? '',
  publishedMs: 1_000 + 10 * ((i * 5) % 12),
  uid: `uid-${i}`,
  updatedMs: 1_000 + 10 * ((i * 7) % 12),
})

/** The second event and the fifth, which is in the trash, are series. */
const repeating = (i: number): Partial<EventRecord> =>
  i === 1 || i === 4
    ? { role: 'series', recurrence: { rule: 'FREQ=DAILY', dates: [], except: [] }, extendedTo: `2027-0${i}-01T00:00:00` }
    : {}

/** Writes the world. */
export function seedLinkedWorld({ store, draft }: ConformanceContext): Promise<LinkedWorld> {
  return store.transaction(async (tx) => {
    const venues: VenueRecord[] = []
    const organizers: OrganizerRecord[] = []
    const [categories, tags]: [StoredRecord[], StoredRecord[]] = [[], []]
    const events: EventRecord[] = []
    for (const i of indices) {
      const venue = await tx.venues.insert(draft.venue({ ...published(i + 1), point: i % 3 === 0 ? null : buildPoint(i, i) }))
      const organizer = await tx.organizers.insert(draft.organizer(published(i + 2)))
      const category = await tx.terms.insert(draft.term())
      const tag = await tx.terms.insert(draft.term({ taxonomy: 'tag' }))
      const series = i === 8 ? events[4] : i === 6 || i === 7 || i === 9 ? events[1] : undefined
      const given = draft.event({
        ...published(i),
        ...(i % 2 === 0 ? unusualValues : usualValues),
        hidden: i % 3 === 0,
        image: i % 4 === 1 ? null : i,
        description: i % 5 === 1 ? '' : `<p>${i}</p>`,
        parentId: i < 4 ? 0 : (events[i % 2]?.id ?? 0),
        searchText: `${i % 2 === 0 ? 'even' : 'odd'} ${i % 3 === 0 ? 'third' : 'other'}`,
        venueIds: [venue.id],
        organizerIds: [organizer.id],
        categoryIds: [category.id],
        tagIds: [tag.id],
        ...repeating(i),
        ...(series && {
          role: 'occurrence',
          seriesId: series.id,
          occurrenceKey: `2026-07-0${i}T10:00:00`,
          overridden: i === 6 ? [] : ['title'],
        }),
      })
      const event = await tx.events.insert(series === undefined ? given : inheritFrom(series, given))
      venues.push(venue)
      organizers.push(organizer)
      categories.push(category)
      tags.push(tag)
      events.push(event)
    }
    return { events, venues, organizers, categories, tags }
  })
}
