import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import { internals } from '../../src/calendar/internals.ts'
import { createCalendar, publicReadOnly } from '../../src/index.ts'
import { openCalendar } from '../open-calendar.ts'
import { aMarket } from '../series.ts'

/** How many dates a long series has: 2,000 in the full lane. */
const dates = Math.ceil(2_000 * Number(process.env['KALENDS_TIMES'] ?? 1))

/** A calendar that keeps few writes. */
function open(keptRows: number) {
  const store = memoryStore()
  const clock = { nowMs: () => Date.parse('2026-06-01T12:00:00Z') }
  const calendar = createCalendar({ store, clock, changes: { keptRows }, horizonMonths: 120 })
  return {
    calendar,
    firstRow: async (): Promise<number> => (await store.log.read({ after: 0, limit: 1 }))[0]?.seq ?? 0,
    /** Enough commits that old rows are deleted. */
    prune: async (): Promise<void> => {
      for (let i = 0; i < 100; i++) await calendar.venues.create({ name: `Hall ${i}` })
      await new Promise((resolve) => setTimeout(resolve, 20))
    },
  }
}

describe('the number of writes that are kept', () => {
  test('counts a write of a series as one, so tokens outlast a dozen of them', async () => {
    const { calendar, prune } = open(10 * dates)
    const { id } = await calendar.events.create(aMarket({ recurrence: `FREQ=DAILY;COUNT=${dates}` }))
    const viewer = calendar.as(null, publicReadOnly())
    const token = await viewer.changes.token({ tags: {} })
    for (let i = 1; i <= 12; i++) await calendar.events.update(id, { title: `Market ${i}` })
    await prune()
    const { head } = await internals(calendar).log.rows({ after: 0 })
    expect(head).toBe(13 * (dates + 1) + 100)
    expect(await viewer.changes.since(token, { tags: {} })).toMatchObject({ items: [] })
  })

  test('deletes all old rows, however many a few writes have added', async () => {
    const { calendar, prune, firstRow } = open(99)
    const { id } = await calendar.events.create(aMarket({ recurrence: 'FREQ=DAILY;COUNT=1200' }))
    for (let i = 1; i <= 9; i++) await calendar.events.update(id, { title: `Market ${i}` })
    await prune()
    await expect.poll(firstRow).toBe(10 * 1_201 + 2)
  })

  test('deletes the rows of a write of a series together', async () => {
    const { calendar, prune, firstRow } = open(99)
    const { id } = await calendar.events.create(aMarket())
    await calendar.events.update(id, { title: 'Fair' })
    await prune()
    expect(await firstRow()).toBe(6)
  })
})

describe('a hold', () => {
  test('keeps the rows after a number until it moves on, or is released', async () => {
    const { calendar, prune, firstRow } = open(10)
    await internals(calendar).log.hold('queue', 0)
    await prune()
    expect(await firstRow()).toBe(1)
    await internals(calendar).log.hold('queue', 50)
    await prune()
    expect((await internals(calendar).log.rows({ after: 50 })).isComplete).toBe(true)
    expect(await firstRow()).toBe(50)
    await internals(calendar).log.hold('queue', null)
    await prune()
    expect(await firstRow()).toBe(291)
  })

  test('has a name and the number of a row, and is set by code of the host alone', async () => {
    const { log } = internals(openCalendar().calendar)
    await expect(log.hold('my queue', 1)).rejects.toThrow(new TypeError('the name of a hold has 1 to 64 visible ASCII characters'))
    await expect(log.hold('', 1)).rejects.toThrow(TypeError)
    for (const name of [undefined, 5]) await expect(log.hold(name as unknown as string, 1)).rejects.toThrow(TypeError)
    await expect(log.hold('queue', -1)).rejects.toThrow(new TypeError('-1 is no number of a row, nor 0'))
    await expect(log.hold('queue', 1.5)).rejects.toThrow(TypeError)
    const { calendar } = openCalendar()
    await expect(internals(calendar.as(null, publicReadOnly())).log.hold('queue', 1)).rejects.toMatchObject({ code: 'forbidden' })
  })
})
