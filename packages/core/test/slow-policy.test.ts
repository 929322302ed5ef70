import { type MemoryStore, memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { describe, expect, test } from 'vitest'
import {
  type AccessPolicy,
  type AccessQuestion,
  allowAll,
  type Calendar,
  type CalendarStore,
  createCalendar,
  everything,
} from '../src/index.ts'
import { anEvent, collect, outcomeOf } from './open-calendar.ts'

/** A calendar seen through a policy that takes its time, over a store that says how many transactions are open. */
interface SlowWorld {
  readonly trusted: Calendar
  readonly calendar: Calendar
  readonly questions: AccessQuestion[]
  /** For each time that the policy was waited for: how many questions it had then. */
  readonly waves: number[]
  /** Whether the policy was waited for while a transaction was open. */
  wasLocked(): boolean
}

const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

function openSlow(may: (question: AccessQuestion) => boolean = () => true): SlowWorld {
  const memory: MemoryStore = memoryStore()
  let open = 0
  let wasLocked = false
  const store: CalendarStore = {
    ...memory,
    transaction: async (work) => {
      open++
      try {
        return await memory.transaction(work)
      } finally {
        open--
      }
    },
  }
  const questions: AccessQuestion[] = []
  const waves: number[] = []
  let waiting = 0
  const wait = async <T>(answer: T): Promise<T> => {
    waiting++
    await later()
    wasLocked ||= open > 0
    if (waiting > 0) waves.push(waiting)
    waiting = 0
    return answer
  }
  const policy: AccessPolicy = {
    readable: () => wait(everything),
    may: (question) => {
      questions.push(question)
      return wait(may(question))
    },
  }
  const trusted = createCalendar({ store, clock: fixedClock('2026-06-01T12:00:00Z') })
  return { trusted, calendar: trusted.as({ id: 5 }, policy), questions, waves, wasLocked: () => wasLocked }
}

/** One record of each kind, each with the id 1, and a tag 2. */
async function fill({ events, venues, organizers, categories, tags }: Calendar): Promise<void> {
  await events.create(anEvent())
  await venues.create({ name: 'Hall' })
  await organizers.create({ name: 'Club' })
  await categories.create({ name: 'Music' })
  await tags.create({ name: 'Free' })
}

const links = { venues: [1, { name: 'New' }], organizers: [1, { name: 'New' }], categories: ['Music', 'New'], tags: ['Free', 'New'] }

const writes: readonly (readonly [string, (calendar: Calendar) => Promise<unknown>])[] = [
  ['create', ({ events }) => events.create(anEvent())],
  ['create with links', ({ events }) => events.create(anEvent(links))],
  [
    'createMany',
    ({ events }) => events.createMany(Array.from({ length: 30 }, (_, i) => anEvent({ ...links, venues: [1, { name: `V${i}` }] }))),
  ],
  ['update', ({ events }) => events.update(1, { title: 'New' })],
  ['update with links', ({ events }) => events.update(1, links)],
  ['trash', ({ venues }) => venues.trash(1)],
  ['trash, then restore', async ({ venues }) => [await venues.trash(1), await venues.restore(1)]],
  ['delete', ({ organizers }) => organizers.delete(1)],
  ['create a term', ({ tags }) => tags.create({ name: 'New' })],
  ['update a term', ({ categories }) => categories.update(1, { name: 'New' })],
  ['delete a term', ({ tags }) => tags.delete(2)],
]

describe('a policy that takes its time', () => {
  test.each(writes)('holds no transaction open: %s', async (_, work) => {
    const world = openSlow()
    await fill(world.trusted)
    await work(world.calendar)
    expect(world.wasLocked()).toBe(false)
    expect(world.questions.length).toBeGreaterThan(0)
  })

  test.each(writes)('asks each question once: %s', async (_, work) => {
    const slow = openSlow()
    const quick = openSlow()
    const asked: AccessQuestion[] = []
    const may = (question: AccessQuestion): boolean => asked.push(question) > 0
    for (const { trusted } of [slow, quick]) await fill(trusted)
    await work(slow.calendar)
    await work(quick.trusted.as({ id: 5 }, { ...allowAll(), may }))
    expect(slow.questions).toEqual(asked)
  })

  test.each(writes)('writes the same: %s', async (_, work) => {
    const slow = openSlow()
    const quick = openSlow()
    for (const { trusted } of [slow, quick]) await fill(trusted)
    await work(slow.calendar)
    await work(quick.trusted.as({ id: 5 }, allowAll()))
    expect(await collect(slow.trusted.events.each({ status: 'any' }))).toEqual(await collect(quick.trusted.events.each({ status: 'any' })))
  })

  test.each(writes)('writes nothing when it denies: %s', async (_, work) => {
    const world = openSlow(() => false)
    await fill(world.trusted)
    const before = await collect(world.trusted.events.each())
    expect(await outcomeOf(work(world.calendar))).toBe('forbidden')
    expect(await collect(world.trusted.events.each())).toEqual(before)
  })

  test('is asked about a hundred of each kind of record in a few waits', async () => {
    const world = openSlow()
    const hundred = Array.from({ length: 100 }, (_, i) => i)
    for (const i of hundred) {
      await world.trusted.venues.create({ name: `V${i}` })
      await world.trusted.organizers.create({ name: `O${i}` })
      await world.trusted.tags.create({ name: `T${i}` })
    }
    const ids = hundred.map((i) => i + 1)
    const made = await world.calendar.events.create(anEvent({ venues: ids, organizers: ids, tags: hundred.map((i) => `T${i}`) }))
    expect([made.venues.length, made.organizers.length, made.tags.length]).toEqual([100, 100, 100])
    expect(world.questions).toHaveLength(301)
    // The read scope, the event, and every record that it links.
    expect(world.waves).toEqual([3, 1, 300])
  })

  test('is asked once about a hundred new records of a kind', async () => {
    const world = openSlow()
    const hundred = Array.from({ length: 100 }, (_, i) => ({ name: `New ${i}` }))
    await world.calendar.events.create(anEvent({ venues: hundred, organizers: hundred, tags: hundred.map(({ name }) => name) }))
    expect(world.questions.map(({ action, kind }) => `${action} ${kind}`)).toEqual([
      'create event',
      'create venue',
      'create organizer',
      'create tag',
    ])
  })

  test('is awaited inside a transaction that the host has begun', async () => {
    const world = openSlow()
    await fill(world.trusted)
    await world.calendar.transaction(async (tx) => {
      await tx.venues.create({ name: 'First' })
      await tx.events.update(1, links)
    })
    expect(world.wasLocked()).toBe(true)
    expect((await world.trusted.events.get(1)).venues.map(({ name }) => name)).toEqual(['Hall', 'New'])
    expect((await world.trusted.venues.list()).total).toBe(3)
  })
})
