import { readFile, writeFile } from 'node:fs/promises'
import {
  type Calendar,
  createCalendar,
  type EventListInput,
  type OrganizerListInput,
  type TermListInput,
  type VenueListInput,
} from '@kalends/core'
import { countStatements, fixedClock } from '@kalends/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines, type TestDatabase } from './engines.ts'
import { dialectName } from './schema.ts'

// Measures the tables of docs/internals/statements.md, and compares them. Run it with KALENDS_WRITE_DOCS=1 to write them.
const document = new URL('../../../docs/internals/statements.md', import.meta.url)
const columns = { sqlite: 'SQLite', postgres: 'PostgreSQL', mysql: 'MariaDB, MySQL' } as const
/** The first statement of a compaction of the counts, with which one write in two thousand ends. */
const compacting = /^\s*select t\.kind, t\.status, t\.counted_id, t\.period from /

/** The statements of an operation without those of a compaction. */
function usual(statements: readonly string[]): readonly string[] {
  const end = statements.findIndex((text) => compacting.test(text))
  const isKept = (text: string, index: number) => end === -1 || index < end || !/_event_counts\b/.test(text)
  return statements.filter(isKept)
}

/** An event, and the records that all events link. */
interface SharedRecords {
  readonly event: { readonly id: number; readonly slug: string }
  readonly venue: number
  readonly organizer: number
  readonly category: number
  readonly tag: number
}

/** A filled calendar. */
interface World extends SharedRecords {
  readonly calendar: Calendar
  /** The number of events, which is also the size of a full page. */
  readonly perPage: number
}

interface Operation {
  readonly group: string
  readonly name: string
  /** Makes the record that the operation uses; returns its id. */
  prepare?(world: World): Promise<number>
  run(world: World, id: number): Promise<unknown>
}

const times = { startDate: '2026-05-31 19:30:00', endDate: '2026-05-31 21:00:00' }
/** The page size for lists with one match: a full page does not show the total, which then takes a statement of its own. */
const one = { perPage: 1 }
let last = 0
/** A text that no record has. */
const fresh = (): string => `Fresh ${++last}`

/** The common operations of a kind. */
function verbs(
  kind: 'events' | 'venues' | 'organizers' | 'categories' | 'tags',
  input: () => object,
  change: object,
): readonly Operation[] {
  const group = kind
  const create = async (calendar: Calendar): Promise<number> => {
    if (kind === 'events') return (await calendar.events.create({ title: fresh(), ...times, ...input() })).id
    return (await calendar[kind].create({ name: fresh(), ...input() })).id
  }
  const prepare = ({ calendar }: World): Promise<number> => create(calendar)
  const inTrash: readonly Operation[] =
    kind === 'categories' || kind === 'tags'
      ? []
      : [
          { group, name: 'trash', prepare, run: ({ calendar }, id) => calendar[kind].trash(id) },
          {
            group,
            name: 'restore',
            prepare: async ({ calendar }) => {
              const id = await create(calendar)
              await calendar[kind].trash(id)
              return id
            },
            run: ({ calendar }, id) => calendar[kind].restore(id),
          },
        ]
  return [
    { group, name: 'get by id', prepare, run: ({ calendar }, id) => calendar[kind].get(id) },
    { group, name: 'create', run: ({ calendar }) => create(calendar) },
    { group, name: 'update', prepare, run: ({ calendar }, id) => calendar[kind].update(id, change) },
    { group, name: 'update, another slug', prepare, run: ({ calendar }, id) => calendar[kind].update(id, { slug: fresh() }) },
    ...inTrash,
    { group, name: 'delete', prepare, run: ({ calendar }, id) => calendar[kind].delete(id) },
  ]
}

const list = (group: string, name: string, run: Operation['run']): Operation => ({
  group,
  name: `list${name === '' ? '' : `, ${name}`}`,
  run,
})

/** The shared records of a world before there is one, to know the names of lists. */
const noRecords: SharedRecords = { event: { id: 0, slug: '' }, venue: 0, organizer: 0, category: 0, tag: 0 }

/** The filters of lists of events by the names of these lists. */
const eventFilters = ({ event, venue, organizer, category, tag }: SharedRecords): Readonly<Record<string, EventListInput>> => ({
  '': {},
  '`startsFrom`, `startsUntil`': { startsFrom: '2026-01-01', startsUntil: '2027-01-01' },
  '`endsAfter`': { endsAfter: '2026-05-01 12:00:00' },
  '`startsAfter`, `startsBefore`': { startsAfter: '2026-01-01', startsBefore: '2027-01-01' },
  '`search`': { search: 'event "of all"' },
  '`categories`': { categories: [category] },
  '`tags`': { tags: [tag] },
  '`venueIds`': { venueIds: venue },
  '`organizerIds`': { organizerIds: organizer },
  '`featured`': { featured: false },
  '`status`': { status: ['publish', 'draft'] },
  '`hasLocation`': { hasLocation: true },
  '`near`': { near: { lat: 48.2, lng: 16.37 } },
  '`ids`': { ids: event.id, ...one },
  '`parentIds`': { parentIds: 0 },
  '`orderBy: title`': { orderBy: 'title' },
})
const eventLists = Object.keys(eventFilters(noRecords)).map((name) =>
  list('events', name, (world) => world.calendar.events.list({ perPage: world.perPage, ...eventFilters(world)[name] })),
)

const profileFilters = ({ event }: SharedRecords, ids: number): Readonly<Record<string, VenueListInput & OrganizerListInput>> => ({
  '': {},
  '`search`': { search: 'shared', ...one },
  '`event`': { event: event.id, ...one },
  '`hasEvents`': { hasEvents: true },
  '`onlyWithUpcoming`': { onlyWithUpcoming: true },
  '`ids`': { ids, ...one },
  '`orderBy: name`': { orderBy: 'name' },
})
const profileLists = (['venues', 'organizers'] as const).flatMap((kind) =>
  Object.keys(profileFilters(noRecords, 0)).map((name) =>
    list(kind, name, (world) => {
      const filters = profileFilters(world, kind === 'venues' ? world.venue : world.organizer)
      return world.calendar[kind].list({ perPage: world.perPage, ...filters[name] })
    }),
  ),
)

const termFilters = ({ event }: SharedRecords, ids: number): Readonly<Record<string, TermListInput>> => ({
  '': {},
  '`hasEvents: true`': { hasEvents: true },
  '`search`': { search: 'shared', ...one },
  '`event`': { event: event.id, ...one },
  '`ids`': { ids, ...one },
  '`slug`': { slug: 'shared', ...one },
  '`orderBy: count`': { orderBy: 'count' },
})
const termLists = (['categories', 'tags'] as const).flatMap((kind) =>
  Object.keys(termFilters(noRecords, 0)).map((name) =>
    list(kind, name, (world) => {
      const filters = termFilters(world, kind === 'categories' ? world.category : world.tag)
      return world.calendar[kind].list({ perPage: world.perPage, ...filters[name] })
    }),
  ),
)

const linksOf = ({ venue, organizer, category, tag }: World) => ({
  venues: venue,
  organizers: organizer,
  categories: [category],
  tags: [tag],
})

/** A page that does not exist. */
const beyond: Operation = list('events', 'a page past the end', ({ calendar, perPage }) => calendar.events.list({ perPage, page: 2 }))

/** Iterates over the events of a window that fit into one batch. */
const byStart: Operation = {
  group: 'events',
  name: 'each by start, up to 199',
  run: async ({ calendar }) => {
    for await (const _ of calendar.events.each({}, { by: 'start' }));
  },
}

/** The number of occurrences of the series: two years of weeks. */
const dates = 104

/** Creates a series that links existing records; returns the id of the series, or of the occurrence with a given number. */
const aSeries =
  (occurrence?: number) =>
  async (world: World): Promise<number> => {
    const { events } = world.calendar
    const { id } = await events.create({ title: fresh(), ...times, ...linksOf(world), recurrence: `FREQ=WEEKLY;COUNT=${dates}` })
    if (occurrence === undefined) return id
    const { items } = await events.list({
      seriesIds: id,
      startsFrom: '2026-01-01',
      startsUntil: '2030-01-01',
      perPage: 1,
      page: occurrence,
    })
    return items[0]?.id ?? 0
  }

/** The writes of a weekly series of two years that links existing records. */
const seriesWrites: readonly Operation[] = (
  [
    ['create', undefined, (world) => aSeries()(world)],
    ['update, `this`', 5, ({ calendar }, id) => calendar.events.update(id, { title: 'Another' })],
    ['trash, `this`', 5, ({ calendar }, id) => calendar.events.trash(id)],
    ['delete, `this`', 5, ({ calendar }, id) => calendar.events.delete(id)],
    ['update, `following`', 5, ({ calendar }, id) => calendar.events.update(id, { title: 'Another' }, { scope: 'following' })],
    ['update of the title, `all`', undefined, ({ calendar }, id) => calendar.events.update(id, { title: 'Another' })],
    [
      'update of the times, `all`',
      undefined,
      ({ calendar }, id) => calendar.events.update(id, { startDate: '2026-05-31 20:30:00', endDate: '2026-05-31 22:00:00' }),
    ],
    ['trash, `all`', undefined, ({ calendar }, id) => calendar.events.trash(id)],
    ['delete, `all`', undefined, ({ calendar }, id) => calendar.events.delete(id)],
  ] satisfies [string, number | undefined, (world: World, id: number) => Promise<unknown>][]
).map(([name, occurrence, run]) => ({
  group: 'series of 104 occurrences',
  name,
  ...(name !== 'create' && { prepare: aSeries(occurrence) }),
  run,
}))

const operations: readonly Operation[] = [
  ...eventLists,
  beyond,
  byStart,
  { group: 'events', name: 'get by slug', run: ({ calendar, event }) => calendar.events.get(event.slug) },
  ...verbs('events', () => ({}), { title: 'Another' }),
  {
    group: 'events',
    name: 'create, linked to existing records',
    run: (world) => world.calendar.events.create({ title: fresh(), ...times, ...linksOf(world) }),
  },
  {
    group: 'events',
    name: 'create, with a new venue, organizer, category and tag',
    run: ({ calendar }) => {
      const name = fresh()
      return calendar.events.create({ title: name, ...times, venues: { name }, organizers: { name }, categories: [name], tags: [name] })
    },
  },
  {
    group: 'events',
    name: 'create 500 with `createMany`, linked to existing records',
    run: (world) => {
      const inputs = Array.from({ length: 500 }, () => ({ title: fresh(), ...times, ...linksOf(world) }))
      return world.calendar.events.createMany(inputs)
    },
  },
  ...seriesWrites,
  ...profileLists.filter(({ group }) => group === 'venues'),
  ...verbs('venues', () => ({}), { city: 'Wien' }),
  {
    group: 'venues',
    name: 'delete, linked by all events',
    prepare: async ({ venue }) => venue,
    run: ({ calendar }, id) => calendar.venues.delete(id),
  },
  ...profileLists.filter(({ group }) => group === 'organizers'),
  ...verbs('organizers', () => ({}), { phone: '1' }),
  ...termLists.filter(({ group }) => group === 'categories'),
  ...verbs('categories', () => ({}), { description: 'Another' }),
  ...termLists.filter(({ group }) => group === 'tags'),
  ...verbs('tags', () => ({}), { description: 'Another' }),
]

const titleOf = ({ group, name }: Operation): string => `${group}: ${name}`

/** Creates a number of events, each of which links the same records and some of its own. */
async function fill(calendar: Calendar, size: number): Promise<World> {
  return calendar.transaction(async (tx) => {
    const venue = (await tx.venues.create({ name: 'Shared', geoLat: 48.2, geoLng: 16.37 })).id
    const organizer = (await tx.organizers.create({ name: 'Shared' })).id
    const category = (await tx.categories.create({ name: 'Shared' })).id
    const tag = (await tx.tags.create({ name: 'Shared' })).id
    const own = (index: number) => ({
      venues: [{ id: venue }, { name: `Hall ${index}` }],
      organizers: [{ id: organizer }, { name: `Club ${index}` }],
      categories: [category, `Category ${index}`],
      tags: [tag, `Tag ${index}`],
    })
    let event = { id: 0, slug: '' }
    for (let index = 1; index <= size; index++) event = await tx.events.create({ title: `Event of all ${index}`, ...times, ...own(index) })
    return { calendar, perPage: size, event, venue, organizer, category, tag }
  })
}

/**
 * The number of statements of each operation.
 * @param size the number of events in the database
 */
async function measure({ db, options, clear }: TestDatabase, size: number): Promise<Readonly<Record<string, number>>> {
  await clear()
  const counter = countStatements(db)
  const store = kyselyStore(db, options)
  const world = await fill(createCalendar({ store, clock: fixedClock('2026-05-01T12:00:00Z') }), size)
  // The first search of a process looks for the parts of the index.
  await world.calendar.events.list({ search: 'shared' })
  const counts: Record<string, number> = {}
  for (const operation of operations) {
    const id = (await operation.prepare?.(world)) ?? 0
    counts[titleOf(operation)] = usual((await counter.during(() => operation.run(world, id))).statements).length
  }
  counter.stop()
  return counts
}

const measured = new Map<keyof typeof columns, Readonly<Record<string, number>>>()

describe.each(engines)('statements per operation on $name', (engine) => {
  let opened: Promise<TestDatabase> | undefined
  afterAll(async () => (await opened)?.close())

  test('are the same for 1 and 100 events', async () => {
    opened = engine.open()
    const database = await opened
    const [first, other] = [await measure(database, 1), await measure(database, 100)]
    expect(Object.keys(first)).toEqual(operations.map(titleOf))
    expect(other).toEqual(first)
    const column = dialectName(database.db)
    // Engines of one dialect receive the same statements.
    expect(first).toEqual(measured.get(column) ?? first)
    measured.set(column, first)
  })
})

describe('docs/internals/statements.md', () => {
  const rowOf = (operation: Operation): string => {
    const counts = Object.keys(columns).map((column) => measured.get(column as keyof typeof columns)?.[titleOf(operation)] ?? '')
    return `| ${operation.name} | ${counts.join(' | ')} |`
  }
  const table = (group: string): string =>
    [
      `## ${group.replace(/^./, (letter) => letter.toUpperCase())}`,
      '',
      `| operation | ${Object.values(columns).join(' | ')} |`,
      '| --- | --: | --: | --: |',
      ...operations.filter((operation) => operation.group === group).map(rowOf),
      '',
    ].join('\n')

  test('contains the measured numbers', async () => {
    const tables = [...new Set(operations.map(({ group }) => group))].map(table).join('\n')
    const written = await readFile(document, 'utf8')
    const [introduction = ''] = written.split(/^## /m)
    const expected = introduction + tables
    if (process.env['KALENDS_WRITE_DOCS'] === '1') await writeFile(document, expected)
    // A column is not compared if its engine is not available.
    const known = Object.keys(columns).map((column) => measured.has(column as keyof typeof columns))
    const compared = (text: string): readonly string[] =>
      text.split('\n').map((line) =>
        /^\| .*\d \|$/.test(line)
          ? line
              .split(' | ')
              .filter((_, index) => index === 0 || known[index - 1])
              .join(' | ')
          : line,
      )
    expect(compared(await readFile(document, 'utf8'))).toEqual(compared(expected))
  })
})
