import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import {
  type AccessPolicy,
  type Calendar,
  createCalendar,
  type EventListInput,
  isCalendarError,
  publicReadOnly,
  roles,
} from '../../src/index.ts'
import { randomCalendar, randomNumbers } from './random-calendar.ts'
import { beginCopy, readLists, sync } from './synced-copy.ts'

const steps = Math.ceil(10_000 * Number(process.env['KALENDS_TIMES'] ?? 1))
const seed = Number(process.env['KALENDS_SEED'] ?? 1)

const wall = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
const dayMs = 86_400_000

/** Authors read what is published, and drafts of their own. */
const ofAuthor = (calendar: Calendar): Calendar => calendar.as({ id: '1', roles: ['author'] }, roles({}))

/** Reads the events of a category and of some venues, and drafts at one of them. */
const placePolicy: AccessPolicy = {
  readable: (_, kind) =>
    kind === 'event'
      ? [
          { status: 'publish', categoryIds: [1] },
          { status: 'publish', venueIds: [1, 2, 4] },
          { status: 'draft', venueIds: [2, 3], authorIds: ['', '1'] },
        ]
      : [{ status: 'publish' }],
  may: () => false,
}

const viewers: readonly (readonly [string, (calendar: Calendar) => Calendar, EventListInput])[] = [
  ['anybody, all events', (calendar) => calendar.as(null, publicReadOnly()), {}],
  ['anybody, the events of a category', (calendar) => calendar.as(null, publicReadOnly()), { categories: 'music' }],
  ['the host, drafts and scheduled events', (calendar) => calendar, { status: ['draft', 'future'] }],
  ['the host, all of one author, hidden ones too', (calendar) => calendar, { status: 'any', hidden: 'include', authorIds: '1' }],
  ['an author', ofAuthor, { status: 'any' }],
  ['a reader of some places', (calendar) => calendar.as({ id: '9' }, placePolicy), { status: 'any' }],
]

describe('a copy equals the list', () => {
  test.each(viewers)('after random writes, publications and moves of the window: %s', async (name, see, filter) => {
    const random = randomNumbers(seed + 7)
    let nowMs = Date.parse('2026-05-01T12:00:00Z')
    const calendar = createCalendar({ store: memoryStore(), clock: { nowMs: () => nowMs } })
    const viewer = see(calendar)
    const world = randomCalendar(calendar, random)
    let [from, to] = [nowMs, nowMs + 20 * dayMs]
    const bound = filter.categories === undefined ? 'from' : 'startsFrom'
    const listed = (): EventListInput => ({ ...filter, [bound]: wall(from), startsBefore: wall(to) })
    const synced = await beginCopy(viewer, listed())
    for (let step = 0; step < steps / viewers.length; step++) {
      await world.write()
      nowMs += random(3) === 0 ? random(3_600_000) : random(1_000)
      if (random(8) === 0) [from, to] = [nowMs + (random(30) - 15) * dayMs, nowMs + (random(40) + 15) * dayMs]
      if (random(3) > 0) continue
      await sync(viewer, synced, listed(), 1 + random(12))
      expect(synced.copy).toEqual(await readLists(viewer, listed()))
    }
    // Only a category that the viewer comes to know, or knows no more, makes another list of the same filter; and a place that is gone for good
    // another read access.
    const mayRestart = filter.categories !== undefined || name === 'a reader of some places'
    expect(synced.restarts).toBeLessThanOrEqual(mayRestart ? steps / 100 : 0)
  })
})

/** Whether a viewer learns of an event: a read returns it, or the error says that it is in the trash. */
const isKnown = (viewer: Calendar, id: number): Promise<boolean> =>
  viewer.events.get(id).then(
    () => true,
    (error: unknown) => isCalendarError(error, 'in_trash'),
  )

describe('nobody learns of a record', () => {
  const policies: readonly (readonly [string, AccessPolicy])[] = [
    ['anybody', publicReadOnly()],
    ['an author', roles({})],
    ['a reader of some places', placePolicy],
  ]

  test.each(policies)('that was never readable: %s', async (name, policy) => {
    const random = randomNumbers(seed + 11)
    let nowMs = Date.parse('2026-05-01T12:00:00Z')
    const calendar = createCalendar({ store: memoryStore(), clock: { nowMs: () => nowMs } })
    const viewer = calendar.as(name === 'anybody' ? null : { id: '1', roles: ['author'] }, policy)
    const world = randomCalendar(calendar, random)
    const readable = new Set<string>()
    const status = ['publish', 'draft', 'private', 'pending', 'future', 'trash'] as const
    const all: EventListInput = { status, hidden: 'include', startsFrom: '1990-01-01', startsUntil: '2190-01-01' }
    const look = async (): Promise<void> => {
      const { events, venues } = await readLists(viewer, all)
      for await (const { id } of viewer.venues.each({ status })) readable.add(`venue ${id}`)
      for (const id of events.keys()) readable.add(`event ${id}`)
      for (const id of venues.keys()) readable.add(`venue ${id}`)
      // Series and hidden events are in no list of a viewer, but can be read by id; of one in the trash, its author learns that it is there.
      for await (const { id } of calendar.events.each(all)) others.add(id)
      for (const id of others) if (!readable.has(`event ${id}`) && (await isKnown(viewer, id))) readable.add(`event ${id}`)
    }
    const others = new Set<number>()
    for (const name of ['event.created', 'event.updated', 'event.restored'] as const)
      calendar.on(name, ({ after }) => void others.add(after.id))
    const synced = await beginCopy(viewer, {})
    let reported = 0
    for (let step = 0; step < Math.ceil(steps / 5); step++) {
      await world.write()
      await look()
      nowMs += random(3) === 0 ? random(3_600_000) : random(1_000)
      await look()
      if (random(4) > 0) continue
      await sync(viewer, synced, {}, 1 + random(12))
      for (const one of synced.gone) expect(readable).toContain(one)
      reported += synced.gone.splice(0).length
    }
    expect(reported).toBeGreaterThan(0)
  })
})
