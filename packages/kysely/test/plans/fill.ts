import type { CalendarStore, Draft, EventRecord, StoredFields } from '@kalends/core/store'
import {
  buildEventDraft,
  buildOccurrenceDraft,
  buildOrganizerDraft,
  buildPoint,
  buildSeriesDraft,
  buildTermDraft,
  buildVenueDraft,
} from '@kalends/testing/conformance'

const dayMs = 86_400_000
const firstMs = Date.UTC(2024, 0, 1)
const local = (ms: number) => new Date(ms).toISOString().slice(0, 19)
const upTo = (length: number) => Array.from({ length }, (_, index) => index + 1)

/** The "now" of the lists: three of the five years of events are past. */
export const nowMs = firstMs + 1_095 * dayMs

/** A pseudorandom number below `below`, the same in every run. */
const scattered = (index: number, below: number): number => Math.floor((((index * 2_654_435_761) % 2 ** 32) / 2 ** 32) * below)

const lengthsMs = [dayMs / 24, dayMs / 12, dayMs / 8, 3 * dayMs, 20 * dayMs, 100 * dayMs]

/** The field that the calendar of the lists declares, with the key that it makes of it. */
const fieldsOf = (word: string): StoredFields => ({ values: { word }, keys: { word: [`t${word}`] } })

function draftOf(index: number): Draft<EventRecord> {
  const startMs = firstMs + scattered(index, 1_825) * dayMs + (index % 20) * 1_800_000
  const isLong = index % 50 === 0
  return buildEventDraft(
    {
      title: `Event ${scattered(index + 7, 1_000)}`,
      slug: `event-${index}`,
      uid: index % 4 === 0 ? '' : `uid-${index}`,
      times: {
        startLocal: local(startMs),
        endLocal: local(startMs + (lengthsMs[isLong ? 3 + ((index / 50) % 3) : index % 3] ?? 0)),
        startMs,
      },
      status: index % 10 === 0 ? 'draft' : 'publish',
      publishedMs: index % 1_000 === 1 ? nowMs + dayMs : startMs - 100 * dayMs - scattered(index, 1_000),
      updatedMs: firstMs + scattered(index + 3, 1_095) * dayMs,
      featured: index % 40 === 1,
      parentId: index % 60 === 1 ? 1 + (index % 7) : 0,
      authorId: index % 30 === 0 ? '' : String(index % 30),
      venueIds: index % 25 === 0 ? [] : [1 + scattered(index + 5, 400)],
      organizerIds: [1 + scattered(index, 60)],
      categoryIds: [1 + (index % 3 === 0 ? 0 : scattered(index + 1, 40))],
      tagIds: [41 + scattered(index + 2, 100)],
      fields: fieldsOf(index % 100 === 0 ? 'rarely' : 'often'),
    },
    index,
  )
}

/** The number of series, and of the occurrences of each. */
const [seriesCount, occurrencesEach] = [400, 25]

/** Adds weekly series; occurrences have no search texts of their own. */
async function fillSeries({ events }: CalendarStore): Promise<void> {
  for (const index of upTo(seriesCount)) {
    const { times, title, status, publishedMs, ...others } = draftOf(100_000 + index)
    const links = { venueIds: others.venueIds, organizerIds: others.organizerIds, categoryIds: others.categoryIds, tagIds: others.tagIds }
    const series = await events.insert(buildSeriesDraft({ ...links, times, title, status, publishedMs, slug: `series-${index}` }, index))
    const weeks = upTo(occurrencesEach).map((week) => local(Date.parse(`${times.startLocal}Z`) + (week - 1) * 7 * dayMs))
    await events.insertMany(weeks.map((key) => buildOccurrenceDraft(series, key)))
  }
}

/**
 * Fills an empty store with single events, series, and the records that they link. Series have the highest ids.
 * @param size the number of single events
 */
export async function fill(store: CalendarStore, size: number): Promise<void> {
  const { events, venues, organizers, terms } = store
  const point = (index: number) => buildPoint(47 + ((index * 37) % 700) / 100, 6 + ((index * 61) % 900) / 100)
  await venues.insertMany(
    upTo(400).map((index) => buildVenueDraft({ uid: `uid-${index}`, point: index % 10 === 0 ? null : point(index) }, index)),
  )
  await organizers.insertMany(upTo(60).map((index) => buildOrganizerDraft({ uid: `uid-${index}` }, index)))
  await terms.insertMany(
    upTo(40).map((index) =>
      buildTermDraft({ taxonomy: 'category', ...(index > 10 && { parentId: 1 + (index % 10), ancestorIds: [1 + (index % 10)] }) }, index),
    ),
  )
  await terms.insertMany(upTo(100).map((index) => buildTermDraft({ taxonomy: 'tag' }, index)))
  for (let done = 0; done < size; done += 500) await events.insertMany(upTo(500).map((index) => draftOf(done + index)))
  await fillSeries(store)
}
