import {
  type Draft,
  defaultsOf,
  type EventRecord,
  eventFields,
  foldKey,
  noFields,
  type PlainEvent,
  type StoredCost,
  type StoredStatus,
  searchText,
  singleEvent,
} from '@kalends/core/store'
import { resolveLocal } from '../../../packages/core/src/time/wall-time.ts'
import { offsetMs, zoneAbbreviation } from '../../../packages/core/src/time/zone.ts'
import { type Random, randomFrom, zipf } from './random.ts'
import { type DatasetShape, nowMs } from './shape.ts'
import { descriptionOf, titleOf } from './texts.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const dollars = { currencySymbol: '$', currencyCode: 'USD', currencyPosition: 'prefix' } as const
const costs: readonly [StoredCost, ...StoredCost[]] = [
  { ...dollars, text: '', values: [] },
  { ...dollars, text: 'Free', values: [] },
  { ...dollars, text: '$12', values: ['12'] },
  { ...dollars, text: '$8 – $20', values: ['8', '20'] },
]

const plainDefaults = defaultsOf<PlainEvent>(eventFields)

const localOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19)

/** The length of an event: hours for most, days for some, up to a year for one in a thousand. */
function lengthOf(random: Random): number {
  const kind = random.next()
  if (kind < 0.94) return (1 + random.below(16)) * 30 * minuteMs
  if (kind < 0.99) return (2 + random.below(6)) * dayMs
  if (kind < 0.999) return (8 + random.below(52)) * dayMs
  return (90 + random.below(275)) * dayMs
}

function statusOf(random: Random): StoredStatus {
  const kind = random.next()
  if (kind < 0.9) return 'publish'
  if (kind < 0.95) return 'draft'
  if (kind < 0.97) return 'pending'
  return kind < 0.99 ? 'private' : 'trash'
}

/** A start by wall clock: 60% in the last three years, the others in the next two; at a multiple of five minutes from 8 to 22 o'clock. */
function startOf(random: Random): number {
  const days = random.chance(0.6) ? -random.next() * 3 * 365 : random.next() * 2 * 365
  const dayStart = Math.floor((nowMs + days * dayMs) / dayMs) * dayMs
  return dayStart + 8 * hourMs + random.below(14 * 12) * 5 * minuteMs
}

/** The time zones of events. */
export const zones = [
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Australia/Sydney',
] as const

/** The abbreviations of zones by their offsets: the runtime takes long for each. */
const abbreviations = new Map<string, string>()

function abbreviationOf(zone: string, startMs: number): string {
  const key = `${zone} ${offsetMs(zone, startMs)}`
  const known = abbreviations.get(key) ?? zoneAbbreviation(zone, startMs)
  abbreviations.set(key, known)
  return known
}

function timesOf(random: Random, timeZone: string) {
  const allDay = random.chance(0.05)
  const wallMs = startOf(random)
  const startWall = allDay ? Math.floor(wallMs / dayMs) * dayMs : wallMs
  const lengthMs = lengthOf(random)
  const endWall = allDay ? startWall + Math.ceil(lengthMs / dayMs) * dayMs - 1_000 : startWall + lengthMs
  const [start, end] = [resolveLocal(localOf(startWall), timeZone), resolveLocal(localOf(endWall), timeZone)]
  return {
    allDay,
    startLocal: start.local,
    endLocal: end.local,
    timeZone,
    timeZoneAbbreviation: abbreviationOf(timeZone, start.ms),
    startMs: start.ms,
    endMs: Math.max(start.ms, end.ms),
  }
}

/** Picks ids `count` times; returns the distinct ones. */
function picks(count: number, pick: () => number): readonly number[] {
  return [...new Set(Array.from({ length: count }, pick))]
}

const ascending = (ids: readonly number[]): readonly number[] => ids.toSorted((a, b) => a - b)

/** Usually one or two organizers, 1.2 on average. */
function organizerCount(random: Random): number {
  const kind = random.next()
  if (kind < 0.1) return 0
  if (kind < 0.75) return 1
  return kind < 0.95 ? 2 : 3
}

/** The events of a data set, one by one; another seed gives others. */
export function* eventDrafts(shape: DatasetShape, seed = 1): Generator<Draft<EventRecord>, void, undefined> {
  const random = randomFrom(seed)
  const [venue, organizer, category, tag] = [shape.venues, shape.organizers, shape.categories, shape.tags].map(zipf)
  if (venue === undefined || organizer === undefined || category === undefined || tag === undefined) return
  for (let id = 1; id <= shape.events; id++) {
    const zone = random.pick(zones)
    const title = titleOf(random)
    const description = descriptionOf(random)
    const times = timesOf(random, zone)
    // Events are published some weeks before they begin, but never after "now"; one in a thousand is scheduled.
    const createdMs = Math.min(times.startMs - (10 + random.below(200)) * dayMs, nowMs - (1 + random.below(100_000)) * minuteMs)
    const publishedMs = random.chance(0.001) ? nowMs + (1 + random.below(30)) * dayMs : createdMs
    const status = statusOf(random)
    yield {
      slug: `${title.toLowerCase().replaceAll(' ', '-')}-${id}${status === 'trash' ? '__trashed' : ''}`,
      createdMs,
      updatedMs: createdMs,
      updatedLocal: localOf(createdMs),
      authorId: String(1 + random.below(20)),
      status,
      statusBeforeTrash: status === 'trash' ? 'publish' : null,
      publishedMs,
      publishedLocal: localOf(publishedMs),
      description,
      excerpt: '',
      uid: '',
      image: random.chance(0.5) ? id : null,
      searchText: searchText([{ text: title }, { text: description, html: true }]),
      titleKey: foldKey(title),
      times,
      cost: random.pick(costs),
      fields: noFields,
      ...plainDefaults,
      title,
      website: random.chance(0.5) ? `https://event-${id}.example` : '',
      hidden: random.chance(0.005),
      sticky: random.chance(0.01),
      featured: random.chance(0.03),
      eventStatus: id % 50 === 0 ? 'cancelled' : 'scheduled',
      previousStartLocal: '',
      previousStartMs: null,
      ...singleEvent,
      // Two percent are children of an earlier event.
      parentId: id > 100 && random.chance(0.02) ? 1 + random.below(id - 1) : 0,
      venueIds: random.chance(0.95) ? picks(random.chance(0.02) ? 2 : 1, () => venue(random)) : [],
      organizerIds: picks(organizerCount(random), () => organizer(random)),
      categoryIds: ascending(picks(1 + random.below(2), () => category(random))),
      tagIds: ascending(picks(random.below(4), () => shape.categories + tag(random))),
    }
  }
}
