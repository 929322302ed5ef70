import { createCalendar, publicReadOnly } from '@kalends/core'
import { internals } from '@kalends/core/internal'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { describe, expect, test, vi } from 'vitest'
import { createWebhooks, memoryWebhooks } from '../src/index.ts'
import { eventInput, fakeReceiver } from './setting.ts'

/** How many dates a long series has: 2,000 in the full lane. */
const dates = Math.ceil(2_000 * Number(process.env['KALENDS_TIMES'] ?? 1))

/** Webhooks of a calendar that keeps few writes. */
function open(changes: { readonly keptRows: number; readonly keptDays?: number }) {
  const clock = fixedClock('2031-05-31T12:00:00Z')
  const store = memoryStore()
  const calendar = createCalendar({ store, clock, changes, horizonMonths: 120 })
  const receiver = fakeReceiver()
  const onGap = vi.fn()
  const endpoints = memoryWebhooks()
  const toHooks = () => createWebhooks(calendar, { store: endpoints, access: publicReadOnly(), fetch: receiver.fetch, onGap })
  const hooks = toHooks()
  const firstRow = async (): Promise<number> => (await store.log.read({ after: 0, limit: 1 }))[0]?.seq ?? 0
  /** Enough commits that old rows are deleted. */
  const prune = async (): Promise<void> => {
    for (let i = 0; i < 100; i++) await calendar.venues.create({ name: `Hall ${i}` })
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const add = async (): Promise<string> => (await hooks.endpoints.create({ url: 'https://example.org/hooks', events: ['event.*'] })).id
  /** Adds an endpoint that is set back to the beginning while its next message is delivered. */
  const addSetBack = async (): Promise<void> => {
    const id = await add()
    for (const title of ['Fair', 'Choir']) await calendar.events.create(eventInput(title))
    await hooks.deliver()
    await calendar.events.create(eventInput('Market'))
    receiver.respond = async () => {
      await hooks.endpoints.replay(id, { fromMs: 0 })
      return 204
    }
  }
  return { calendar, clock, store, receiver, onGap, hooks, toHooks, firstRow, prune, add, addSetBack }
}

describe('the log is held for endpoints', () => {
  test('a receiver that is down for a dozen writes of a long series gets each of them', async () => {
    const { calendar, clock, hooks, receiver, onGap, prune, add } = open({ keptRows: 10 * dates })
    const series = await calendar.events.create(eventInput('Market', { recurrence: `FREQ=DAILY;COUNT=${dates}` }))
    await add()
    receiver.respond = () => 503
    for (let i = 1; i <= 12; i++) await calendar.events.update(series.id, { title: `Market ${i}` })
    expect(await hooks.deliver()).toMatchObject({ sent: 0, failed: 1 })
    await prune()
    receiver.respond = () => 204
    clock.advance(60_000)
    while ((await hooks.deliver({ maxMs: 60_000 })).nextAtMs !== null);
    expect(onGap).not.toHaveBeenCalled()
    const numbers = receiver.taken.map(({ id }) => Number(id.slice('log_'.length)))
    expect(numbers[0]).toBeLessThanOrEqual(dates + 1 + 500)
    const last = new Map(receiver.taken.map(({ message }, i) => [message.data.id, numbers[i]]))
    expect([...last.values()].toSorted((a = 0, b = 0) => a - b)).toEqual(
      Array.from({ length: dates + 1 }, (_, i) => 12 * (dates + 1) + i + 1),
    )
  })

  test('beyond the number of writes that are kept, whichever process delivers', async () => {
    const { calendar, clock, toHooks, receiver, onGap, prune, firstRow, add } = open({ keptRows: 10 })
    await add()
    await prune()
    expect(await firstRow()).toBe(1)
    receiver.respond = () => 503
    for (let i = 0; i < 200; i++) await calendar.events.create(eventInput(`Event ${i}`))
    await toHooks().deliver()
    await prune()
    receiver.respond = () => 204
    clock.advance(60_000)
    await toHooks().deliver()
    expect(receiver.taken.length).toBe(200)
    expect(onGap).not.toHaveBeenCalled()
    clock.advance(60_000)
    await toHooks().deliver()
    await prune()
    expect(await firstRow()).toBeGreaterThan(200)
  })

  test('no longer than the days that are kept, nor for an endpoint that is deleted', async () => {
    const { clock, hooks, receiver, onGap, calendar, prune, firstRow, add } = open({ keptRows: 10, keptDays: 1 })
    const id = await add()
    await calendar.events.create(eventInput('Old'))
    await prune()
    expect(await firstRow()).toBe(1)
    clock.advance(2 * 86_400_000)
    await prune()
    expect(await firstRow()).toBeGreaterThan(100)
    await hooks.deliver()
    expect([onGap.mock.calls.length, receiver.taken.length]).toEqual([1, 0])
    await prune()
    const held = await firstRow()
    await hooks.endpoints.delete(id)
    await prune()
    expect(await firstRow()).toBeGreaterThan(held)
  })

  test('once the endpoints had their turn, so that a failure stops no message', async () => {
    const { calendar, hooks, toHooks, receiver, add } = open({ keptRows: 10 })
    await add()
    await calendar.events.create(eventInput('Fair'))
    Object.assign(internals(calendar).log, { hold: () => Promise.reject(new Error('the log is busy')) })
    await expect(toHooks().deliver()).rejects.toThrow('the log is busy')
    expect(receiver.taken.length).toBe(1)
    await expect(hooks.deliver()).resolves.toMatchObject({ nextAtMs: null })
  })

  test('for no endpoint that is deleted while a process delivers', async () => {
    const { calendar, store, toHooks, receiver, prune, firstRow, add } = open({ keptRows: 10 })
    const id = await add()
    await calendar.events.create(eventInput('Fair'))
    const deleting = toHooks()
    receiver.respond = async () => {
      await deleting.endpoints.delete(id)
      return 204
    }
    await toHooks().deliver()
    await prune()
    expect(await firstRow()).toBeGreaterThan(50)
    expect(await store.log.head()).toBe(101)
  })

  test('from where an endpoint is set back to, whichever process moved its hold', async () => {
    const { calendar, hooks, toHooks, prune, firstRow, add } = open({ keptRows: 10, keptDays: 1 })
    const id = await add()
    await calendar.events.create(eventInput('Fair'))
    await hooks.endpoints.replay(id, { fromMs: 0 })
    const other = toHooks()
    await other.deliver()
    await toHooks().deliver()
    await hooks.endpoints.replay(id, { fromMs: 0 })
    await prune()
    expect(await firstRow()).toBe(1)
  })

  test('from where an endpoint is set back to while another process delivers', async () => {
    const { toHooks, prune, firstRow, addSetBack } = open({ keptRows: 10 })
    await addSetBack()
    await toHooks().deliver()
    await prune()
    expect(await firstRow()).toBe(1)
  })

  test('from where an endpoint was set back to before another process moves its hold, at each moment', async () => {
    const { calendar, store, toHooks, firstRow, addSetBack } = open({ keptRows: 10 })
    await addSetBack()
    const { hold } = internals(calendar).log
    const holdAndPrune: typeof hold = async (name, after) => {
      await hold(name, after)
      await store.log.prune({ beforeMs: 0, keptRows: 1 })
    }
    Object.assign(internals(calendar).log, { hold: holdAndPrune })
    await toHooks().deliver()
    expect(await firstRow()).toBe(1)
  })

  test('from where an endpoint is set back to', async () => {
    const { calendar, clock, hooks, receiver, prune, firstRow, add } = open({ keptRows: 1_000 })
    const id = await add()
    await calendar.events.create(eventInput('First'))
    await hooks.deliver()
    clock.advance(3_600_000)
    await hooks.deliver()
    receiver.taken.length = 0
    await hooks.endpoints.replay(id, { fromMs: 0 })
    for (let i = 0; i < 15; i++) await prune()
    expect(await firstRow()).toBe(1)
    await hooks.deliver()
    expect(receiver.taken.map(({ message }) => message.type)).toEqual(['event.created'])
  })
})
