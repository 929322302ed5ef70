import {
  type AccessPolicy,
  type Actor,
  type Calendar,
  type EventInput,
  publicReadOnly,
  readScopes,
  roles,
  type Status,
} from '@kalends/core'
import { isInRange, type ReadScope } from '@kalends/core/store'
import fc from 'fast-check'
import { now } from '../support.ts'

/** Two worlds that a viewer cannot distinguish: visible records are equal, hidden ones differ or are deleted. */

/** An actor and the access policy. */
export interface Viewer {
  readonly name: string
  readonly actor: Actor | null
  readonly access: AccessPolicy
}

const published: ReadScope<Status> = [{ status: 'publish' }]
const recently = Date.parse('2026-02-01')

/** Policies of the library, and some that only a host would write. */
export const viewers: readonly Viewer[] = [
  { name: 'the public', actor: null, access: publicReadOnly() },
  { name: 'an anonymous caller', actor: null, access: roles() },
  { name: 'a reader', actor: { id: '7', roles: ['reader'] }, access: roles() },
  { name: 'an author', actor: { id: '5', roles: ['author'] }, access: roles() },
  {
    name: 'a viewer without venues',
    actor: null,
    access: { readable: (_, kind) => (kind === 'event' ? published : []), may: () => false },
  },
  { name: 'a viewer without events', actor: null, access: { readable: (_, kind) => (kind === 'event' ? [] : published), may: () => true } },
  {
    name: 'a viewer of new records, and of scheduled ones of author 5',
    actor: { id: '9' },
    access: {
      readable: () => [
        { status: 'publish', publishedMs: { gte: recently } },
        { status: 'future', authorIds: ['5'] },
      ],
      may: ({ action }) => action === 'link',
    },
  },
  // The first venue, the second organizer, and the first category with the second one below it. All venues and organizers are readable, so
  // that both worlds have those that the clauses name.
  {
    name: 'a viewer of public events, and of others by what they link',
    actor: { id: '9' },
    access: {
      readable: (_, kind) =>
        kind === 'event'
          ? [
              ...published,
              { status: 'draft', venueIds: [1] },
              { status: 'pending', organizerIds: [2] },
              { status: 'private', categoryIds: [1] },
            ]
          : readScopes.all,
      // Who may change records knows those in the trash, too: no world could hide them.
      may: ({ action }) => action === 'link',
    },
  },
  {
    name: 'a viewer of the events of a category alone, and of drafts by author and venue',
    actor: { id: '9' },
    access: {
      readable: (_, kind) =>
        kind === 'event'
          ? [
              { status: 'publish', categoryIds: [1] },
              { status: 'draft', authorIds: ['5'], venueIds: [1, 3] },
            ]
          : readScopes.all,
      may: ({ action }) => action === 'link',
    },
  },
]

/** The members that decide whether a record is visible. */
interface Ownership {
  readonly status: Status
  readonly authorId: string
  readonly date: string
}

/** A venue or an organizer. */
export interface WorldProfile extends Ownership {
  readonly word: string
  readonly located: boolean
}

/** An event; it names its linked records by their position in the world. */
export interface WorldEvent extends Ownership {
  readonly word: string
  readonly isUnlisted: boolean
  readonly featured: boolean
  readonly startDate: string
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  readonly categories: readonly number[]
  readonly tags: readonly number[]
  readonly parent: number
}

/** The members that an occurrence overrides. */
export interface WorldOccurrence extends Ownership {
  readonly word: string
  readonly isUnlisted: boolean
  /** Whether it takes place on another day. */
  readonly isMoved: boolean
  readonly venues: readonly number[]
  /** What is written of it once it is hidden. */
  readonly later: 'nothing' | 'reset' | 'trash' | 'restore' | 'delete'
}

/** A series. Its rule and its venues are the same in both worlds. */
export interface WorldSeries extends Ownership {
  /** The words of a hidden series in each world. Its visible occurrences override the texts with them. */
  readonly words: Pair<string>
  readonly startDate: string
  readonly rule: string
  readonly venues: readonly number[]
  /** Its occurrences; null for one without overrides. */
  readonly dates: readonly Pair<WorldOccurrence | null>[]
}

/** A record in the first and in the second world. If the first is visible, it is used in both worlds. */
type Pair<T> = readonly [T, T]

/** Both worlds, described together. */
export interface Worlds {
  readonly venues: readonly Pair<WorldProfile>[]
  readonly organizers: readonly Pair<WorldProfile>[]
  readonly events: readonly Pair<WorldEvent>[]
  readonly series: readonly WorldSeries[]
}

const ownership = {
  status: fc.constantFrom<Status>('publish', 'publish', 'publish', 'draft', 'pending', 'private', 'trash'),
  authorId: fc.constantFrom('5', '6'),
  date: fc.constantFrom('2026-01-01', '2026-02-15', '2026-02-15', '2026-07-01'),
  word: fc.constantFrom('alpha', 'beta', 'gamma'),
}
const profile: fc.Arbitrary<WorldProfile> = fc.record({ ...ownership, located: fc.boolean() })
const happening: fc.Arbitrary<WorldEvent> = fc.record({
  ...ownership,
  isUnlisted: fc.constantFrom(false, false, false, true),
  featured: fc.boolean(),
  startDate: fc.constantFrom('2025-05-10', '2026-03-10', '2026-03-10 10:00', '2026-04-01'),
  venues: fc.subarray([0, 1, 2]),
  organizers: fc.subarray([0, 1]),
  categories: fc.subarray([0, 1, 2]),
  tags: fc.subarray([0, 1]),
  parent: fc.constantFrom(-1, -1, 0, 1, 2),
})
const pairs = <T>(one: fc.Arbitrary<T>, minLength: number, maxLength: number): fc.Arbitrary<readonly Pair<T>[]> =>
  fc.array(fc.tuple(one, one), { minLength, maxLength })

const worldOccurrence: fc.Arbitrary<WorldOccurrence> = fc.record({
  ...ownership,
  isUnlisted: fc.constantFrom(false, false, true),
  isMoved: fc.boolean(),
  venues: fc.subarray([0, 1, 2]),
  later: fc.constantFrom('nothing', 'reset', 'trash', 'restore', 'delete'),
})
const worldSeries: fc.Arbitrary<WorldSeries> = fc.record({
  status: fc.constantFrom<Status>('publish', 'publish', 'publish', 'draft', 'private'),
  authorId: ownership.authorId,
  date: ownership.date,
  words: fc.tuple(ownership.word, ownership.word),
  startDate: fc.constantFrom('2026-03-03 10:00', '2026-03-10 10:00', '2026-03-28 02:30'),
  rule: fc.constantFrom('FREQ=DAILY;COUNT=4', 'FREQ=WEEKLY;COUNT=4', 'FREQ=DAILY;COUNT=4;BYDAY=TU,SA'),
  venues: fc.subarray([0, 1, 2]),
  dates: pairs(fc.option(worldOccurrence, { nil: null }), 4, 4),
})

/** Any two worlds. */
export const worlds: fc.Arbitrary<Worlds> = fc.record({
  venues: pairs(profile, 3, 3),
  organizers: pairs(profile, 2, 2),
  events: pairs(happening, 3, 7),
  series: fc.array(worldSeries, { minLength: 1, maxLength: 1 }),
})

/** The ids of a world, by position; they include deleted records. After the events come each series and its dates. */
export interface WorldIds {
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  readonly events: readonly number[]
  readonly categories: readonly number[]
  readonly tags: readonly number[]
}

/** A record with what it links, if it is an event, by positions in the world. */
type Linking = Ownership & Partial<Pick<WorldEvent, 'venues' | 'organizers' | 'categories'>>

/** Whether a clause has no ids, or one of the record at one of the positions: ids begin with 1, and the second category is below the first. */
const isLinked = (ids: readonly number[] | undefined, places: readonly number[] | undefined): boolean =>
  ids === undefined || (places ?? []).some((place) => ids.includes(place + 1))

/** What a viewer may read, and whether they may create terms, which shows them all terms. */
export interface CanRead {
  (kind: 'event' | 'venue' | 'organizer', record: Linking): boolean
  readonly makesTerms: boolean
}

/** Computes what a viewer may read, from the policy alone. */
export async function readAccessOf({ actor, access }: Viewer): Promise<CanRead> {
  const scopes = {
    event: await access.readable(actor, 'event'),
    venue: await access.readable(actor, 'venue'),
    organizer: await access.readable(actor, 'organizer'),
  }
  const makesTerms = (await access.may({ actor, action: 'create', kind: 'tag' })) === true
  const sees: (...given: Parameters<CanRead>) => boolean = (kind, { status, authorId, date, venues, organizers, categories = [] }) => {
    const publishedMs = Date.parse(date)
    const shown = status === 'publish' && publishedMs > Date.parse(now) ? 'future' : status
    return scopes[kind].some(
      (clause) =>
        clause.status === shown &&
        (clause.authorIds === undefined || clause.authorIds.includes(authorId)) &&
        isInRange(clause.publishedMs, publishedMs) &&
        isLinked(clause.venueIds, venues) &&
        isLinked(clause.organizerIds, organizers) &&
        isLinked(clause.categoryIds, categories.includes(1) ? [0, ...categories] : categories),
    )
  }
  return Object.assign(sees, { makesTerms })
}

/** A record in one of the two worlds. */
interface WorldRecord<T> {
  readonly record: T
  readonly isSeen: boolean
  /** Whether it is created and then permanently deleted. */
  readonly isGone: boolean
}

function toWorldRecord<T extends Ownership>(pair: Pair<T>, world: 0 | 1, isSeen: (record: T) => boolean): WorldRecord<T> {
  const [first, second] = pair
  if (isSeen(first) || world === 0) return { record: first, isSeen: isSeen(first), isGone: false }
  return { record: second, isSeen: false, isGone: isSeen(second) }
}

// A visible record has the same slug in both worlds; a hidden one has different slugs.
const slugOf = (kind: string, place: number, { record, isSeen }: WorldRecord<{ word: string }>): string =>
  isSeen ? `${kind}${place}` : `${kind}${place}-${record.word}`

const fieldsOf = ({ record }: Pick<WorldRecord<Ownership & { word: string }>, 'record'>): object => ({
  // The event moves to the trash after all links exist.
  status: record.status === 'trash' ? 'draft' : record.status,
  authorId: record.authorId,
  published: record.date,
  description: `About ${record.word}`,
})

/** Writes one of the two worlds. */
export async function fill(calendar: Calendar, given: Worlds, world: 0 | 1, sees: CanRead): Promise<WorldIds> {
  const venues = given.venues.map((pair) => toWorldRecord(pair, world, (record) => sees('venue', record)))
  const organizers = given.organizers.map((pair) => toWorldRecord(pair, world, (record) => sees('organizer', record)))
  const events = given.events.map((pair) => toWorldRecord(pair, world, (record) => sees('event', record)))
  const ids = { venues: [] as number[], organizers: [] as number[], events: [] as number[], ...(await fillTerms(calendar, world, sees)) }
  for (const [place, one] of venues.entries()) {
    const point = one.record.located ? { geoLat: place, geoLng: place } : {}
    const fields = { ...fieldsOf(one), name: `Venue ${one.record.word}`, slug: slugOf('v', place, one), ...point }
    ids.venues.push((await calendar.venues.create(fields)).id)
  }
  for (const [place, one] of organizers.entries()) {
    const fields = { ...fieldsOf(one), name: `Organizer ${one.record.word}`, slug: slugOf('o', place, one) }
    ids.organizers.push((await calendar.organizers.create(fields)).id)
  }
  for (const [place, one] of events.entries()) {
    const record = one.isSeen ? one.record : { ...one.record, ...termsOfHidden(one.record, world) }
    const fields = { ...fieldsOf(one), ...eventFields(record, ids), slug: slugOf('e', place, one) }
    ids.events.push((await calendar.events.create(fields)).id)
  }
  const drafts = new Set(given.venues.flatMap((pair, place) => (pair.every(({ status }) => status === 'publish') ? [] : place)))
  for (const one of given.series) ids.events.push(...(await fillSeries(calendar, one, world, sees, ids, drafts)))
  for (const [collection, all] of [
    ['events', events],
    ['venues', venues],
    ['organizers', organizers],
  ] as const) {
    for (const [place, { record, isGone }] of all.entries()) {
      const id = ids[collection][place] ?? 0
      if (isGone) await calendar[collection].delete(id)
      else if (record.status === 'trash') await calendar[collection].trash(id)
    }
  }
  return ids
}

/** A record that no viewer may read. */
const toHidden = <T extends Ownership>(record: T): T => ({ ...record, status: 'pending', authorId: '6' })

/**
 * Writes a series and the overrides of its occurrences. @returns its id and those of its occurrences
 * @param drafts the places of venues that are not public in both worlds
 */
async function fillSeries(
  calendar: Calendar,
  given: WorldSeries,
  world: 0 | 1,
  sees: CanRead,
  ids: WorldIds,
  drafts: ReadonlySet<number>,
): Promise<readonly number[]> {
  const pickVenues = (places: readonly number[]): number[] => places.flatMap((place) => ids.venues[place] ?? [])
  const isSeen = sees('event', given)
  const word = given.words[isSeen ? 0 : world]
  const series = await calendar.events.create({
    ...fieldsOf({ record: { ...given, word } }),
    title: `Series ${word}`,
    // Slugs of visible occurrences begin with the slug of a hidden series.
    slug: 's0',
    startDate: given.startDate,
    endDate: given.startDate,
    timeZone: 'Europe/Berlin',
    recurrence: given.rule,
    venues: pickVenues(given.venues),
  })
  const { items } = await calendar.events.list({ seriesIds: series.id, status: 'any', startsAfter: '2020-01-01', orderBy: 'id' })
  for (const [place, { id, startDate }] of items.entries()) {
    const [first, second] = given.dates[place] ?? [null, null]
    const isSame = world === 0 || (first === null ? isSeen : sees('event', first))
    const other = second ?? first
    const own = isSame ? first : other && sees('event', other) ? toHidden(other) : other
    if (own === null) continue
    const day = own.isMoved ? '2026-04-05 21:00' : startDate
    // Never equal to those of a hidden series: `overridden` does not name a member with an equal value.
    const texts = { title: `Date ${own.word}`, description: `On this date ${own.word}` }
    // A date that is published publishes its venues, hidden ones too.
    const places = own.status === 'publish' ? own.venues.filter((place) => !drafts.has(place)) : own.venues
    const fields = { ...texts, startDate: day, endDate: day, hidden: own.isUnlisted, venues: pickVenues(places) }
    await calendar.events.update(id, { ...fieldsOf({ record: own }), ...fields }, { scope: 'this' })
    if (own.status === 'trash') await calendar.events.trash(id, { scope: 'this' })
    // The write of a public date may change its series, even if a policy hides the date.
    if (own.status !== 'publish' && !sees('event', own)) await changeHidden(calendar, id, own)
  }
  return [series.id, ...items.map(({ id }) => id)]
}

/** Writes a hidden date in a way that leaves it hidden. */
async function changeHidden({ events }: Calendar, id: number, { status, later }: WorldOccurrence): Promise<void> {
  if (later === 'delete') await events.delete(id)
  if (status === 'trash') return
  if (later === 'trash' || later === 'restore') await events.trash(id)
  if (later === 'restore') await events.restore(id)
  if (later === 'reset') await events.update(id, { recurrence: { overridden: ['authorId', 'publishedMs', 'status', 'venueIds'] } })
}

/** The positions of the terms that hidden events bring: two categories and two tags. */
const secret = { categories: [3, 4], tags: [2, 3] } as const

/** The terms of a hidden event: any of those that everybody knows, and some of those that hidden events have brought. */
const termsOfHidden = (event: WorldEvent, world: 0 | 1): Pick<WorldEvent, 'categories' | 'tags'> => ({
  categories: [...event.categories, ...secret.categories.slice(0, 1 + world)],
  tags: [...event.tags, secret.tags[world]],
})

async function fillTerms(calendar: Calendar, world: 0 | 1, sees: CanRead): Promise<Pick<WorldIds, 'categories' | 'tags'>> {
  const music = await calendar.categories.create({ name: 'Music' })
  const jazz = await calendar.categories.create({ name: 'Jazz', parentId: music.id })
  const sport = await calendar.categories.create({ name: 'Sport' })
  const [free, fresh] = [await calendar.tags.create({ name: 'free' }), await calendar.tags.create({ name: 'new' })]
  const above = await calendar.categories.create({ name: 'Above', slug: 'above' })
  await calendar.categories.create({ name: 'Unused', parentId: above.id })
  // Viewers with the permission to create terms see these as well.
  const names = (texts: readonly string[]): string[] =>
    texts.map((text) => (sees.makesTerms ? text : `${text} ${['music', 'seven'][world]}`))
  // A pending event of another author: no viewer can read it.
  const plan = { title: `Plan ${world}`, status: 'pending', authorId: '6', startDate: '2026-03-10', endDate: '2026-05-01' } as const
  const { categories, tags } = await calendar.events.create({
    ...plan,
    categories: [{ id: above.id }, ...names(['Hidden', 'Secret'])],
    tags: names(['quiet', 'silent']),
  })
  const [hidden = 0, root = 0] = categories.map(({ id }) => id).filter((id) => id !== above.id)
  // A filter of digits is an id if such a term exists, otherwise a slug.
  const digits = await calendar.tags.create({ name: 'Digits', slug: String(tags[0]?.id) })
  return {
    categories: [music.id, jazz.id, sport.id, root, hidden, above.id],
    tags: [free.id, fresh.id, ...tags.map(({ id }) => id), digits.id],
  }
}

function eventFields(event: WorldEvent, ids: WorldIds): EventInput {
  const pick = (all: readonly number[], places: readonly number[]): number[] => places.flatMap((place) => all[place] ?? [])
  return {
    title: `Event ${event.word}`,
    startDate: event.startDate,
    endDate: '2026-05-01',
    hidden: event.isUnlisted,
    featured: event.featured,
    venues: pick(ids.venues, event.venues),
    organizers: pick(ids.organizers, event.organizers),
    categories: pick(ids.categories, event.categories).map(String),
    tags: pick(ids.tags, event.tags).map(String),
    parentId: ids.events[event.parent] ?? 0,
  }
}
