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

/** A calendar of an actor whose policy answers asynchronously, over a store that counts open transactions. */
interface SlowSetup {
  readonly trusted: Calendar
  readonly calendar: Calendar
  readonly questions: AccessQuestion[]
  /** For each wait for the policy, the number of questions that it answered together. */
  readonly waves: number[]
  /** Whether the policy was waited for while a transaction was open. */
  wasLocked(): boolean
}

const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

function openSlow(may: (question: AccessQuestion) => boolean = () => true): SlowSetup {
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

describe('an asynchronous policy', () => {
  test.each(writes)('is not awaited inside a transaction: %s', async (_, work) => {
    const setup = openSlow()
    await fill(setup.trusted)
    await work(setup.calendar)
    expect(setup.wasLocked()).toBe(false)
    expect(setup.questions.length).toBeGreaterThan(0)
  })

  test.each(writes)('is asked the same questions as a synchronous one, each once: %s', async (_, work) => {
    const slow = openSlow()
    const quick = openSlow()
    const asked: AccessQuestion[] = []
    const may = (question: AccessQuestion): boolean => asked.push(question) > 0
    for (const { trusted } of [slow, quick]) await fill(trusted)
    await work(slow.calendar)
    await work(quick.trusted.as({ id: 5 }, { ...allowAll(), may }))
    expect(slow.questions).toEqual(asked)
  })

  test.each(writes)('leads to the same records as a synchronous one: %s', async (_, work) => {
    const slow = openSlow()
    const quick = openSlow()
    for (const { trusted } of [slow, quick]) await fill(trusted)
    await work(slow.calendar)
    await work(quick.trusted.as({ id: 5 }, allowAll()))
    expect(await collect(slow.trusted.events.each({ status: 'any' }))).toEqual(await collect(quick.trusted.events.each({ status: 'any' })))
  })

  test.each(writes)('prevents all writes when it denies: %s', async (_, work) => {
    const setup = openSlow(() => false)
    await fill(setup.trusted)
    const before = await collect(setup.trusted.events.each())
    expect(await outcomeOf(work(setup.calendar))).toBe('forbidden')
    expect(await collect(setup.trusted.events.each())).toEqual(before)
  })

  test('is asked about a hundred linked records of each kind in three waits', async () => {
    const setup = openSlow()
    const hundred = Array.from({ length: 100 }, (_, i) => i)
    for (const i of hundred) {
      await setup.trusted.venues.create({ name: `V${i}` })
      await setup.trusted.organizers.create({ name: `O${i}` })
      await setup.trusted.tags.create({ name: `T${i}` })
    }
    const ids = hundred.map((i) => i + 1)
    const made = await setup.calendar.events.create(anEvent({ venues: ids, organizers: ids, tags: hundred.map((i) => `T${i}`) }))
    expect([made.venues.length, made.organizers.length, made.tags.length]).toEqual([100, 100, 100])
    expect(setup.questions).toHaveLength(301)
    // The read scope, the event, and every record that it links.
    expect(setup.waves).toEqual([3, 1, 300])
  })

  test('is asked once about a hundred new records of a kind', async () => {
    const setup = openSlow()
    const hundred = Array.from({ length: 100 }, (_, i) => ({ name: `New ${i}` }))
    await setup.calendar.events.create(anEvent({ venues: hundred, organizers: hundred, tags: hundred.map(({ name }) => name) }))
    expect(setup.questions.map(({ action, kind }) => `${action} ${kind}`)).toEqual([
      'create event',
      'create venue',
      'create organizer',
      'create tag',
    ])
  })

  test('is awaited inside a transaction that the host has begun', async () => {
    const setup = openSlow()
    await fill(setup.trusted)
    await setup.calendar.transaction(async (tx) => {
      await tx.venues.create({ name: 'First' })
      await tx.events.update(1, links)
    })
    expect(setup.wasLocked()).toBe(true)
    expect((await setup.trusted.events.get(1)).venues.map(({ name }) => name)).toEqual(['Hall', 'New'])
    expect((await setup.trusted.venues.list()).total).toBe(3)
  })
})
