import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { anEvent, collect, outcomeOf } from '../../test/open-calendar.ts'
import { allowAll } from '../access/policy.ts'
import type { Calendar } from '../calendar/api.ts'
import { createCalendar } from '../calendar/calendar.ts'
import { internals } from '../calendar/internals.ts'
import type { CalendarStore } from './contract.ts'
import { guardStore } from './guard-store.ts'
import {
  contextTransactions,
  createOpenTransactions,
  maxOuterWaitMs,
  type OpenTransactions,
  timedTransactions,
} from './open-transactions.ts'

const inMemory = (store: CalendarStore = memoryStore()): Calendar => createCalendar({ store, clock: fixedClock('2026-06-01T12:00:00Z') })

const inside = /use the calendar that the work is given \(`tx`\)/
const afterwards = /This transaction has ended/

/** All ways in which a calendar uses its store. */
const uses: readonly [string, (calendar: Calendar) => Promise<unknown>][] = [
  ['lists', (calendar) => calendar.events.list()],
  ['iterates', (calendar) => collect(calendar.venues.each())],
  ['gets', (calendar) => calendar.organizers.get(1)],
  ['finds', (calendar) => calendar.categories.find('music')],
  ['creates', (calendar) => calendar.events.create(anEvent())],
  ['creates many', (calendar) => calendar.events.createMany([anEvent()])],
  ['updates', (calendar) => calendar.events.update(1, { title: 'x' })],
  ['deletes', (calendar) => calendar.tags.delete(1)],
  ['begins a transaction', (calendar) => calendar.transaction(async () => 1)],
  ['reads through the cache', async (calendar) => internals(calendar).cached('key', async (fixed) => (await fixed.events.list()) as never)],
]

describe('the work of a transaction', () => {
  test.each(uses)('that %s through the outer calendar gets an error that says to use tx', async (_name, use) => {
    const calendar = inMemory()
    await calendar.events.create(anEvent())
    await expect(calendar.transaction(() => use(calendar))).rejects.toThrow(inside)
    await expect(calendar.transaction(() => use(calendar.as(null, allowAll())))).rejects.toThrow(inside)
    expect((await calendar.events.list()).total).toBe(1)
  })

  test.each(uses)('that %s through another calendar over the same store gets that error, too', async (_name, use) => {
    const store = memoryStore()
    const calendar = inMemory(store)
    await expect(calendar.transaction(() => use(inMemory(store)))).rejects.toThrow(inside)
    await expect(calendar.transaction(() => use(calendar.using(store)))).rejects.toThrow(inside)
  })

  test('may catch that error and continue with tx', async () => {
    const calendar = inMemory()
    await calendar.transaction(async (tx) => {
      await expect(calendar.events.list()).rejects.toThrow(inside)
      await tx.events.create(anEvent())
      await tx.transaction((nested) => nested.events.create(anEvent()))
      await tx.as(null, allowAll()).events.create(anEvent())
    })
    expect((await calendar.events.list()).total).toBe(3)
  })

  test('gets that error also from rezone', async () => {
    const calendar = inMemory()
    await expect(calendar.transaction(() => calendar.maintenance.rezone())).rejects.toThrow(inside)
  })

  test('gets that error also inside the check option of an update', async () => {
    const calendar = inMemory()
    const { id } = await calendar.events.create(anEvent())
    const check = async (): Promise<void> => void (await calendar.events.list())
    await expect(calendar.events.update(id, { title: 'x' }, { check })).rejects.toThrow(inside)
  })

  test('may use a calendar over another store, whose listeners may use both', async () => {
    const [one, other] = [inMemory(), inMemory()]
    const reported: Promise<unknown>[] = []
    other.on('event.created', () => void reported.push(one.venues.create({ name: 'Hall' }), other.venues.create({ name: 'Hall' })))
    await one.transaction(async (tx) => {
      await other.transaction(async (otherTx) => {
        await expect(one.events.list()).rejects.toThrow(inside)
        await otherTx.events.create(anEvent())
      })
      await other.events.create(anEvent())
      await tx.events.create(anEvent())
    })
    await Promise.all(reported)
    expect([(await one.events.list()).total, (await other.events.list()).total]).toEqual([1, 2])
    expect([(await one.venues.list()).total, (await other.venues.list()).total]).toEqual([2, 2])
  })

  test('does not affect concurrent calls', async () => {
    const calendar = inMemory()
    const creations = [1, 2, 3].map(() => calendar.events.create(anEvent()))
    const transactions = [1, 2, 3].map(() => calendar.transaction((tx) => tx.events.create(anEvent())))
    const lists = [1, 2, 3].map(() => calendar.events.list())
    await Promise.all([...creations, ...transactions, ...lists])
    expect((await calendar.events.list()).total).toBe(6)
  })

  test('may leave unawaited work behind, which may then use the outer calendar, but not tx', async () => {
    const calendar = inMemory()
    let left: Promise<unknown> = Promise.resolve()
    let late: Promise<unknown> = Promise.resolve()
    await calendar.transaction(async (tx) => {
      await tx.events.create(anEvent())
      left = turn().then(() => calendar.transaction((own) => own.events.create(anEvent())))
      late = turn().then(() => tx.events.create(anEvent()))
      late.catch(() => undefined)
    })
    await left
    await expect(late).rejects.toThrow(afterwards)
    expect((await calendar.events.list()).total).toBe(2)
  })

  test('that fails makes tx unusable', async () => {
    const calendar = inMemory()
    let kept: Calendar = calendar
    const stop = new Error('stop')
    const work = async (tx: Calendar): Promise<never> => {
      kept = tx
      throw stop
    }
    await expect(calendar.transaction(work)).rejects.toBe(stop)
    await expect(kept.events.list()).rejects.toThrow(afterwards)
    await expect(kept.events.create(anEvent())).rejects.toThrow(afterwards)
    await expect(kept.transaction(async () => 1)).rejects.toThrow(afterwards)
    expect((await calendar.events.create(anEvent())).id).toBeGreaterThan(0)
  })

  test('gets that error also in a later transaction that was started inside an earlier one', async () => {
    const calendar = inMemory()
    let left: Promise<unknown> = Promise.resolve()
    await calendar.transaction(async () => {
      left = turn().then(() => calendar.transaction(() => calendar.events.list()))
      left.catch(() => undefined)
    })
    await expect(left).rejects.toThrow(inside)
  })
})

describe('an access policy that a transaction asks', () => {
  const inPolicy = /must not use the calendar.*`authenticate`/

  test.each(uses)('and that %s gets an error that names authenticate, which ends the call', async (_name, use) => {
    const calendar = inMemory()
    await calendar.events.create(anEvent())
    const policies = [
      { ...allowAll(), may: async () => (await use(calendar)) !== null },
      { ...allowAll(), readable: async () => (await use(calendar.as(null, allowAll()))) as never },
    ]
    for (const policy of policies) {
      const write = calendar.transaction(async (tx) => tx.as({ id: '1' }, policy).events.update(1, { title: 'New' }))
      await expect(write).rejects.toThrow(inPolicy)
    }
    expect((await collect(calendar.events.each())).map(({ title }) => title)).toEqual(['Choir'])
  })

  test('is a policy also in a question about a record that the call has made', async () => {
    const calendar = inMemory()
    const may = async ({ action }: { readonly action: string }): Promise<boolean> =>
      action !== 'link' || (await calendar.tags.find(1)) !== null
    const inputs = [anEvent({ tags: 'New' }), anEvent({ tags: 'New' })]
    await expect(calendar.as({ id: '1' }, { ...allowAll(), may }).events.createMany(inputs)).rejects.toThrow(inPolicy)
    expect((await calendar.events.list()).total).toBe(0)
  })

  test('may catch that error, and use the calendar after the transaction', async () => {
    const calendar = inMemory()
    const left: Promise<unknown>[] = []
    const may = async (): Promise<boolean> => {
      left.push(turn().then(() => calendar.events.list()))
      await expect(calendar.events.list()).rejects.toThrow(inPolicy)
      return true
    }
    await calendar.transaction((tx) => tx.as({ id: '1' }, { ...allowAll(), may }).events.create(anEvent()))
    await Promise.all(left)
    expect((await calendar.events.list()).total).toBe(1)
  })

  test('may use the calendar while it is asked before the transaction', async () => {
    const calendar = inMemory()
    await calendar.venues.create({ name: 'Hall' })
    const may = async (): Promise<boolean> => (await calendar.venues.find(1)) !== null
    const viewer = calendar.as({ id: '1' }, { ...allowAll(), may })
    await viewer.events.create(anEvent({ venues: 1 }))
    await viewer.events.update(1, { title: 'New' })
    await viewer.venues.trash(1)
  })

  test('may use calendars over other stores, but not those of transactions around this one', async () => {
    const [one, other, third] = [inMemory(), inMemory(), inMemory()]
    const may = async (): Promise<boolean> => {
      await expect(one.events.list()).rejects.toThrow(inPolicy)
      await expect(other.events.list()).rejects.toThrow(inPolicy)
      await third.transaction(async (tx) => {
        await expect(third.events.list()).rejects.toThrow(inside)
        await tx.events.create(anEvent())
      })
      return true
    }
    await one.transaction(() => other.transaction((tx) => tx.as({ id: '1' }, { ...allowAll(), may }).events.create(anEvent())))
    expect((await other.events.list()).total).toBe(1)
  })
})

describe('work that ends while calls of the store run', () => {
  /** A store whose event inserts take a turn of the event loop, as a database's do, with a log of its calls. */
  function slowStore(): { readonly store: CalendarStore; readonly log: string[] } {
    const memory = memoryStore()
    const log: string[] = []
    const slow = (tx: CalendarStore): CalendarStore => ({
      ...tx,
      events: {
        ...tx.events,
        insert: async (draft) => {
          log.push('insert begins')
          await turn()
          const record = await tx.events.insert(draft)
          log.push('insert ends')
          return record
        },
      },
      transaction: (work) => tx.transaction((joined) => work(slow(joined))),
    })
    const transaction: CalendarStore['transaction'] = async (work) => {
      try {
        return await memory.transaction((tx) => work(slow(tx)))
      } finally {
        log.push('transaction ends')
      }
    }
    return { store: { ...memory, transaction }, log }
  }

  test('fails with its own error after these calls have ended', async () => {
    const { store, log } = slowStore()
    const calendar = inMemory(store)
    const stop = new Error('stop')
    const work = (tx: Calendar): Promise<unknown> =>
      Promise.all([
        tx.events.create(anEvent()),
        (async () => {
          while (log.length === 0) await Promise.resolve()
          throw stop
        })(),
      ])
    await expect(calendar.transaction(work)).rejects.toBe(stop)
    expect(log).toEqual(['insert begins', 'insert ends', 'transaction ends'])
    expect((await calendar.events.list()).total).toBe(0)
  })

  test('fails instead of succeeding, because an unfinished write would be committed in part', async () => {
    const { store, log } = slowStore()
    const calendar = inMemory(store)
    let left: Promise<unknown> = Promise.resolve()
    const work = async (tx: Calendar): Promise<void> => {
      left = tx.events.create(anEvent({ venues: { name: 'Town Hall' } }))
      left.catch(() => undefined)
      while (log.length === 0) await Promise.resolve()
    }
    await expect(calendar.transaction(work)).rejects.toThrow(afterwards)
    await left.catch(() => undefined)
    expect([(await calendar.events.list()).total, (await calendar.venues.list()).total]).toEqual([0, 0])
  })
})

describe('in a runtime without AsyncLocalStorage', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const runtimes: readonly [string, object][] = [
    ['no process', {}],
    ['a process without builtin modules', { process: {} }],
    ['no such module', { process: { getBuiltinModule: () => undefined } }],
    ['a module without storage', { process: { getBuiltinModule: () => ({}) } }],
  ]

  async function hang(transactions: OpenTransactions, waitMs: number): Promise<readonly [string, number]> {
    const memory = memoryStore()
    const store = guardStore(memory, transactions)
    let outcome: Promise<string> = Promise.resolve('')
    const work = store.transaction(async () => {
      // The call waits for the writer, which is this transaction.
      const outer = store.transaction((tx) => tx.terms.count({}))
      outcome = outcomeOf(outer)
      await outer
    })
    work.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(waitMs - 1)
    expect(await Promise.race([outcome, 'waiting'])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    await expect(work).rejects.toThrow(inside)
    return [await outcome, vi.getTimerCount()]
  }

  test.each(runtimes)('(%s) a call that waits for its own transaction fails after the time limit', async (_name, runtime) => {
    expect(await hang(createOpenTransactions(runtime), maxOuterWaitMs)).toEqual(['unavailable', 0])
  })

  test('calls that need not wait for an open transaction succeed, and leave no timer', async () => {
    const store: CalendarStore = guardStore(memoryStore(), timedTransactions())
    const count = await store.transaction(async () => store.terms.count({}))
    await store.transaction(async () => store.revision(0))
    expect([count, vi.getTimerCount()]).toEqual([0, 0])
  })

  test('a write whose caller has got the timeout error never runs', async () => {
    const memory = memoryStore()
    const store = guardStore(memory, timedTransactions(50))
    let late: Promise<unknown> = Promise.resolve()
    const work = vi.fn()
    await store.transaction(async () => {
      late = store.transaction(work)
      late.catch(() => undefined)
      await vi.advanceTimersByTimeAsync(50)
    })
    await vi.runAllTimersAsync()
    await expect(late).rejects.toThrow(inside)
    expect(work).not.toHaveBeenCalled()
  })
})

test('stores that share a connection refuse each other inside a transaction, and others do not', async () => {
  const [one, other, apart] = [{}, {}, undefined].map((connection) => guardStore({ ...memoryStore(), connection }))
  const connection = {}
  const [first, second] = [memoryStore(), memoryStore()].map((memory) => guardStore({ ...memory, connection }))
  if (!one || !other || !apart || !first || !second) throw new Error('There are five stores')
  await expect(first.transaction(() => second.terms.count({}))).rejects.toThrow(inside)
  await expect(first.transaction(() => one.transaction(() => second.terms.count({})))).rejects.toThrow(inside)
  expect(await one.transaction(() => other.terms.count({}))).toBe(0)
  expect(await one.transaction(() => apart.transaction(() => other.terms.count({})))).toBe(0)
})

describe('a transaction that never ends', () => {
  const storage = () => contextTransactions(new AsyncLocalStorage(), 20)

  test('fails the calls that wait for its connection', async () => {
    const store = guardStore(memoryStore(), storage())
    let end = (): void => undefined
    const open = store.transaction(
      () =>
        new Promise<void>((resolve) => {
          end = resolve
        }),
    )
    expect(await outcomeOf(store.transaction(async () => 1))).toBe('unavailable')
    end()
    await open
    expect(await store.transaction(async () => 1)).toBe(1)
  })

  test('fails no work that has begun', async () => {
    const store = guardStore(memoryStore(), storage())
    const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
    const first = store.transaction(() => pause(5))
    const second = store.transaction(() => pause(40))
    expect(await Promise.all([outcomeOf(first), outcomeOf(second)])).toEqual(['done', 'done'])
  })
})

test('a call passes all of its arguments to the store', async () => {
  const memory = memoryStore()
  const [count, countByLink] = [vi.fn(memory.terms.count), vi.fn(memory.countByLink)]
  const signal = { aborted: false }
  const countBy = vi.fn(memory.events.countBy)
  const guarded = guardStore({ ...memory, events: { ...memory.events, countBy }, terms: { ...memory.terms, count }, countByLink })
  const query = { by: ['day'], filter: {}, limit: 3 } as const
  await guarded.events.countBy(query)
  expect(countBy).toHaveBeenCalledWith(query)
  await guarded.terms.count({ slugs: ['a'] }, signal as never)
  await guarded.countByLink('tagIds', [1], { hidden: false }, signal as never)
  expect(count).toHaveBeenCalledWith({ slugs: ['a'] }, signal)
  expect(countByLink).toHaveBeenCalledWith('tagIds', [1], { hidden: false }, signal)
})
