import { type Calendar, createCalendar, type EventInput, type Status } from '@kalends/core'
import { fixedClock } from '@kalends/testing'
import * as fc from 'fast-check'
import type { OpenedStore } from '../../../packages/testing/src/conformance/register.ts'

/** A calendar with random events, and the ids by which lists name its records. */
export interface ExplainedWorld {
  /** The calendar of trusted code. */
  readonly calendar: Calendar
  /** The ids of all events: single ones, series, their dates, and those in the trash. */
  readonly events: readonly number[]
  /** The ids of venues: public ones, a draft, and one without coordinates. */
  readonly venues: readonly number[]
}

/** Any text, or any number; or none. */
const schemaOf = (type: 'string' | 'number') => ({
  '~standard': {
    version: 1 as const,
    vendor: 'test',
    validate: (value: unknown) => (value === undefined || typeof value === type ? { value } : { issues: [{ message: `is no ${type}` }] }),
  },
})

const statuses: readonly Status[] = ['publish', 'publish', 'publish', 'draft', 'pending', 'private']

/** A random event. */
const event: fc.Arbitrary<EventInput> = fc.record(
  {
    title: fc.constantFrom('Choir', 'Jazz night', 'Élan', 'choir'),
    description: fc.constantFrom('', '<p>Bring a friend</p>', '<p>Free jazz</p>'),
    startDate: fc.constantFrom('2026-05-01', '2026-06-01 10:00', '2026-06-01 19:30', '2026-06-10', '2026-06-10 08:00', '2028-07-01'),
    endDate: fc.constant('2028-07-02'),
    timeZone: fc.constantFrom('Europe/Berlin', 'America/New_York'),
    status: fc.constantFrom(...statuses),
    published: fc.constantFrom('2026-05-01', '2026-05-02', '2026-07-01'),
    authorId: fc.constantFrom('', 'anna', 'ben'),
    hidden: fc.constantFrom(false, false, true),
    featured: fc.boolean(),
    uid: fc.constant(''),
    fields: fc.record({ level: fc.constantFrom('pro', 'new'), seats: fc.integer({ min: 1, max: 5 }) }, { requiredKeys: [] }),
  },
  { requiredKeys: ['title', 'startDate', 'endDate', 'fields'] },
)

/** What an event links, and how it repeats. */
const more = fc.record({
  venues: fc.subarray([0, 1, 2]),
  organizers: fc.subarray([0, 1]),
  categories: fc.subarray(['Music', 'Jazz', 'Sport']),
  tags: fc.subarray(['free', 'new']),
  hasParent: fc.boolean(),
  rule: fc.constantFrom('', '', '', 'FREQ=DAILY;COUNT=4', 'FREQ=WEEKLY;COUNT=3'),
  isTrashed: fc.constantFrom(false, false, false, false, false, true),
  moved: fc.constantFrom<object>(
    {},
    { startDate: '2026-05-20 20:00', endDate: '2026-05-20 22:00' },
    { title: 'Another choir' },
    { status: 'draft' },
    { hidden: true },
  ),
})

/** Fills a store with random events, some of which repeat. */
export async function fillExplainedWorld({ store }: OpenedStore, seed: number): Promise<ExplainedWorld> {
  const calendar = createCalendar({
    store,
    clock: fixedClock('2026-06-01T12:00:00Z'),
    timeZone: 'Europe/Berlin',
    fields: {
      event: { level: { schema: schemaOf('string'), filter: 'is' }, seats: { schema: schemaOf('number'), filter: 'range' } },
    },
  }) as Calendar
  const venues = await Promise.all([
    calendar.venues.create({ name: 'Hall', geoLat: 52.5, geoLng: 13.4 }),
    calendar.venues.create({ name: 'Barn' }),
    calendar.venues.create({ name: 'Secret', geoLat: 48.1, geoLng: 11.6, status: 'draft' }),
  ])
  const organizers = await Promise.all([
    calendar.organizers.create({ name: 'Club' }),
    calendar.organizers.create({ name: 'Draft club', status: 'draft' }),
  ])
  const music = await calendar.categories.create({ name: 'Music' })
  await calendar.categories.create({ name: 'Jazz', parentId: music.id })
  const made: number[] = []
  const trashed: number[] = []
  for (const [i, [input, links]] of fc.sample(fc.tuple(event, more), { seed, numRuns: 24 }).entries()) {
    const { isTrashed, rule, moved, hasParent, categories, tags } = links
    const { id } = await calendar.events.create({
      ...input,
      ...(i % 5 === 0 && { uid: `uid-${i}` }),
      venues: links.venues.flatMap((at) => venues[at]?.id ?? []),
      organizers: links.organizers.flatMap((at) => organizers[at]?.id ?? []),
      categories,
      tags,
      parentId: hasParent ? (made[i % made.length] ?? 0) : 0,
      // Some single events are long.
      ...((rule !== '' || i % 4 !== 0) && { endDate: `${String(input.startDate).slice(0, 10)} 23:00` }),
      ...(rule !== '' && { recurrence: rule }),
    })
    made.push(id)
    const { items } = rule === '' ? { items: [] } : await calendar.events.list({ seriesIds: id, status: 'any', hidden: 'include' })
    for (const date of items.slice(1, 3)) await calendar.events.update(date.id, moved)
    if (isTrashed) trashed.push(items.at(-1)?.id ?? id)
  }
  // Later, because an event in the trash cannot be a parent.
  for (const id of trashed) await calendar.events.trash(id)
  const all = await store.events.find({ filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 1_000 })
  return { calendar, events: all.map(({ id }) => id), venues: venues.map(({ id }) => id) }
}
