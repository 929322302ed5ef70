import { allowAll, type Calendar, type CalendarStore, publicReadOnly, roles } from '@kalends/core'
import { type Cacheable, internals } from '@kalends/core/internal'
import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import type { HandlerOptions } from '../../src/index.ts'
import { concert, watch } from './support.ts'

/** Five events in the default window, each with its venue, and a counter of total queries. */
async function open(options: Partial<HandlerOptions> = {}, calendarOptions: { readonly cache?: false } = {}) {
  let counts = 0
  const inner = memoryStore()
  const count =
    <A extends readonly unknown[], R>(work: (...args: A) => R): ((...args: A) => R) =>
    (...args) => {
      counts++
      return work(...args)
    }
  const store: CalendarStore = {
    ...inner,
    events: { ...inner.events, count: count(inner.events.count) },
    venues: { ...inner.venues, count: count(inner.venues.count) },
  }
  const watched = watch(options, calendarOptions, store)
  const { calendar } = watched
  for (let index = 0; index < 5; index++) await calendar.events.create({ ...concert, venues: { name: `Hall ${index}` } })
  /** The total of a list, and the number of count queries for it. */
  const ask = async (path: string, headers?: Readonly<Record<string, string>>): Promise<readonly [total: number, counts: number]> => {
    const before = counts
    const { total } = JSON.parse((await watched.read(path, headers)).text)
    return [total, counts - before]
  }
  return { ...watched, ask, counted: () => counts }
}

const first = '/events?per_page=2'

describe('a list that was counted', () => {
  test.each(['&page=2', '&order=desc', '&orderby=title', '&page=2&orderby=end_date'])('is not counted with %s', async (more) => {
    const { ask } = await open()
    expect(await ask(first)).toEqual([5, 1])
    expect(await ask(`${first}${more}`)).toEqual([5, 0])
  })

  test.each([
    '/events?per_page=2&search=concert',
    '/events?per_page=2&status=publish,draft',
    '/events?per_page=2&start_date=2026-05-01',
    '/events?per_page=2&include=1,2,3,4,5',
    '/venues?per_page=2',
  ])('has another total than %s, which is counted', async (path) => {
    const { ask } = await open()
    await ask(first)
    expect(await ask(path)).toEqual([5, 1])
  })

  test('is counted again after a write', async () => {
    const { ask, calendar } = await open()
    await ask(first)
    await calendar.events.trash(1)
    expect(await ask(`${first}&page=2`)).toEqual([4, 1])
  })

  test('is counted again when a publication date has come, and is the former one when the clock is set back', async () => {
    const { ask, calendar, clock } = await open({ access: publicReadOnly() })
    await calendar.events.create({ ...concert, published: '2026-03-04 14:00:00' })
    clock.set('2026-03-04T13:59:59+01:00')
    expect(await ask(first)).toEqual([5, 1])
    clock.set('2026-03-04T14:00:00+01:00')
    expect(await ask(`${first}&page=2`)).toEqual([6, 1])
    clock.set('2026-03-04T13:00:00+01:00')
    expect(await ask(`${first}&order=desc`)).toEqual([5, 0])
  })

  test('is counted again when a day has begun', async () => {
    const { ask, calendar, clock } = await open()
    await calendar.events.create({ ...concert, startDate: '2026-03-04 20:00:00' })
    clock.set('2026-03-04T23:59:59+01:00')
    expect(await ask(first)).toEqual([6, 1])
    clock.set('2026-03-05T00:00:00+01:00')
    expect(await ask(`${first}&page=2`)).toEqual([5, 1])
  })

  test('is counted for each read access', async () => {
    const authenticate = ({ headers }: Request) => (headers.has('authorization') ? { id: '1', roles: ['editor'] } : null)
    const { ask, calendar } = await open({ access: roles(), authenticate })
    await calendar.events.update(1, { status: 'draft' })
    const path = `${first}&status=publish,draft`
    expect(await ask(path, { authorization: 'x' })).toEqual([5, 1])
    expect(await ask(`${path}&page=2`)).toEqual([4, 1])
    expect(await ask(`${path}&page=2`, { authorization: 'x' })).toEqual([5, 0])
  })

  test('is counted each time without a cache', async () => {
    const { ask } = await open({}, { cache: false })
    expect([await ask(first), await ask(`${first}&page=2`)]).toEqual([
      [5, 1],
      [5, 1],
    ])
  })

  test('gives the number of pages for a page past the end', async () => {
    const { read, counted } = await open()
    const before = counted()
    const answers = [await read(`${first}&page=4`), await read(`${first}&page=5`)]
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    expect(counted() - before).toBe(1)
  })
})

describe('calendar.cached', () => {
  const nothing: Cacheable = { byteLength: 0 }
  /** Runs the work inside the making of a cached response. */
  async function during<T>(calendar: Calendar, key: string, work: (calendar: Calendar) => Promise<T>): Promise<T> {
    let result: { readonly of: T } | undefined
    await internals(calendar).cached(key, async (inside) => {
      result = { of: await work(inside) }
      return nothing
    })
    if (result === undefined) throw new Error('The callback was not called.')
    return result.of
  }
  const totalOf = async (calendar: Calendar): Promise<number> => (await calendar.events.list({ perPage: 2 })).total

  test('shares the totals of lists', async () => {
    const { calendar, counted } = await open()
    const before = counted()
    expect([await during(calendar, 'one', totalOf), await during(calendar, 'two', totalOf)]).toEqual([5, 5])
    expect(counted() - before).toBe(1)
  })

  test('counts separately for another viewer, in another store and in a transaction', async () => {
    const { calendar } = await open()
    const seen = await during(calendar, 'one', async (inside) => [
      await totalOf(inside),
      await totalOf(inside.as(null, { ...allowAll(), readable: () => [{ status: 'draft' }] })),
      await totalOf(inside.using(memoryStore())),
      await inside.transaction(async (tx) => {
        await tx.events.trash(1)
        return totalOf(tx)
      }),
    ])
    expect(seen).toEqual([5, 0, 0, 4])
  })

  test('counts a list that depends on the instant each time', async () => {
    const { calendar, clock } = await open()
    const upcoming = async (inside: Calendar): Promise<number> => (await inside.venues.list({ perPage: 1, onlyWithUpcoming: true })).total
    await calendar.events.update(1, { startDate: '2026-05-31 20:00:00' })
    clock.set('2026-05-31T19:29:59+02:00')
    expect(await during(calendar, 'one', upcoming)).toBe(5)
    clock.set('2026-05-31T19:30:00+02:00')
    expect(await during(calendar, 'two', upcoming)).toBe(1)
  })
})
