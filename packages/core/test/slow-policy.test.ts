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
  readScopes,
} from '../src/index.ts'
import { internals } from '../src/internal.ts'
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
  /** The number of transactions so far. */
  transactions(): number
}

const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

function openSlow(may: (question: AccessQuestion) => boolean = () => true, readable?: AccessPolicy['readable']): SlowSetup {
  const memory: MemoryStore = memoryStore()
  let open = 0
  let transactions = 0
  let wasLocked = false
  const store: CalendarStore = {
    ...memory,
    transaction: async (work) => {
      open++
      transactions++
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
    readable: readable ?? (() => wait(readScopes.all)),
    may: async (question) => {
      questions.push(question)
      return wait(may(question))
    },
  }
  const trusted = createCalendar({ store, clock: fixedClock('2026-06-01T12:00:00Z') })
  const calendar = trusted.as({ id: '5' }, policy)
  return { trusted, calendar, questions, waves, wasLocked: () => wasLocked, transactions: () => transactions }
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

const thirty = Array.from({ length: 30 }, (_, i) => i)

/** Links to records that no other event of the same call brings. */
const newIn = (i: number) => ({
  venues: [1, { name: `V${i}` }],
  organizers: [1, { name: `O${i}` }],
  categories: ['Music', `C${i}`],
  tags: ['Free', `T${i}`],
})

const writes: readonly (readonly [string, (calendar: Calendar) => Promise<unknown>])[] = [
  ['create', ({ events }) => events.create(anEvent())],
  ['create with links', ({ events }) => events.create(anEvent(links))],
  ['createMany', ({ events }) => events.createMany(thirty.map((i) => anEvent({ ...links, ...newIn(i) })))],
  ['createMany that updates', ({ events }) => events.createMany([anEvent({ slug: 'concert', ...links })], { onConflict: 'update' })],
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

  test.each(writes)('with synchronous read scopes is not awaited inside a transaction either: %s', async (_, work) => {
    const setup = openSlow(undefined, () => readScopes.all)
    await fill(setup.trusted)
    await work(setup.calendar)
    expect(setup.wasLocked()).toBe(false)
  })

  test.each(writes)('rolls back no transaction: %s', async (_, work) => {
    const slow = openSlow()
    const quick = openSlow()
    for (const { trusted } of [slow, quick]) await fill(trusted)
    await work(slow.calendar)
    await work(quick.trusted)
    expect(slow.transactions()).toBe(quick.transactions())
  })

  test.each(writes)('is asked the same questions as a synchronous one, each once: %s', async (_, work) => {
    const slow = openSlow()
    const quick = openSlow()
    const asked: AccessQuestion[] = []
    const may = (question: AccessQuestion): boolean => asked.push(question) > 0
    for (const { trusted } of [slow, quick]) await fill(trusted)
    await work(slow.calendar)
    await work(quick.trusted.as({ id: '5' }, { ...allowAll(), may }))
    expect(slow.questions).toEqual(asked)
  })

  test.each(writes)('leads to the same records as a synchronous one: %s', async (_, work) => {
    const slow = openSlow()
    const quick = openSlow()
    for (const { trusted } of [slow, quick]) await fill(trusted)
    await work(slow.calendar)
    await work(quick.trusted.as({ id: '5' }, allowAll()))
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
    // The read scopes, the event with the records that it links, and then every record that it links.
    expect(setup.waves).toEqual([3, 1, 300])
  })

  test('is asked about the links of all inputs of an import in one wait', async () => {
    const setup = openSlow()
    await fill(setup.trusted)
    for (const i of thirty) await setup.trusted.venues.create({ name: `V${i}` })
    await setup.calendar.events.createMany(thirty.map((i) => anEvent({ venues: i + 2 })))
    expect(setup.waves).toEqual([3, 60])
  })

  test('is awaited inside the transaction about records that the call itself has made', async () => {
    const setup = openSlow()
    await fill(setup.trusted)
    const before = setup.transactions()
    await setup.calendar.events.createMany([anEvent({ tags: 'New' }), anEvent({ tags: 'New' })])
    expect(setup.questions.at(-1)).toMatchObject({ action: 'link', kind: 'tag', record: { id: 3 } })
    expect([setup.wasLocked(), setup.transactions() - before]).toEqual([true, 1])
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

/** What a write throws whose policy takes too long. */
const tooSlow = { code: 'unavailable', message: expect.stringMatching(/accessTimeoutMs.*`authenticate`/) }

const never = (): Promise<never> => new Promise(() => undefined)

/** A filled calendar whose policy may take 40 ms in each call. */
async function openLimited(policy: Partial<AccessPolicy>): Promise<{ readonly trusted: Calendar; readonly calendar: Calendar }> {
  const trusted = createCalendar({ store: memoryStore(), clock: fixedClock('2026-06-01T12:00:00Z'), accessTimeoutMs: 40 })
  await fill(trusted)
  return { trusted, calendar: trusted.as({ id: '5' }, { ...allowAll(), ...policy }) }
}

describe('a policy that gives no answer', () => {
  test.each(writes)('makes a write unavailable, and nothing is written: %s', async (_, work) => {
    const { trusted, calendar } = await openLimited({ may: never })
    const before = await collect(trusted.events.each())
    await expect(work(calendar)).rejects.toMatchObject(tooSlow)
    expect(await collect(trusted.events.each())).toEqual(before)
  })

  test('makes a write unavailable if it is asked inside the transaction', async () => {
    const { trusted, calendar } = await openLimited({ may: ({ kind, record }) => (kind === 'tag' && record?.id === 3 ? never() : true) })
    await expect(calendar.events.createMany([anEvent({ tags: 'New' }), anEvent({ tags: 'New' })])).rejects.toMatchObject(tooSlow)
    expect([(await trusted.events.list()).total, (await trusted.tags.list()).total]).toEqual([1, 1])
  })

  const reads: readonly (readonly [string, (calendar: Calendar) => Promise<unknown>])[] = [
    ['list', ({ events }) => events.list()],
    ['each', ({ venues }) => collect(venues.each())],
    ['get', ({ organizers }) => organizers.get(1)],
    ['find', ({ organizers }) => organizers.find(1)],
    ['terms', ({ tags }) => tags.list()],
    ['a cached result', (calendar) => internals(calendar).cached('key', async (fixed) => (await fixed.events.list()) as never)],
    ['changes', ({ changes }) => changes.token()],
    ['a write', ({ events }) => events.update(1, { title: 'New' })],
  ]
  test.each(reads)('about read scopes makes a call unavailable: %s', async (_, read) => {
    const { calendar } = await openLimited({ readable: never })
    await expect(read(calendar)).rejects.toMatchObject(tooSlow)
  })

  test('makes the question whether an action is possible unavailable', async () => {
    const { calendar } = await openLimited({ may: never })
    await expect(internals(calendar).authorize('create', 'event')).rejects.toMatchObject(tooSlow)
  })

  test('makes a read unavailable that asks whether the viewer may see more', async () => {
    const { calendar } = await openLimited({ readable: () => readScopes.published, may: never })
    await expect(calendar.tags.list()).rejects.toMatchObject(tooSlow)
    await expect(internals(calendar).cached('key', async (fixed) => (await fixed.tags.list()) as never)).rejects.toMatchObject(tooSlow)
  })
})

test('the time limit holds for the sum of consecutive waits of a call, and each call has its own', async () => {
  const may = (): Promise<boolean> => new Promise((resolve) => setTimeout(resolve, 15, true))
  const { trusted, calendar } = await openLimited({ may })
  for (const name of ['A', 'B', 'C', 'D']) await calendar.tags.create({ name })
  await trusted.transaction(async (tx) => {
    const viewer = tx.as({ id: '5' }, { ...allowAll(), may })
    for (const name of ['E', 'F', 'G', 'H']) await viewer.tags.create({ name })
  })
  // The tags that the first event brings are linked by the next ones: one question after the other.
  const inputs = ['I', 'J', 'K', 'L', 'M'].map((_, i, all) => anEvent({ tags: all.slice(0, i + 1) }))
  await expect(calendar.events.createMany(inputs)).rejects.toMatchObject(tooSlow)
})
