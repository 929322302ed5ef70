import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import { anEvent } from '../../test/open-calendar.ts'
import type { Calendar } from '../calendar/api.ts'
import { createCalendar } from '../calendar/calendar.ts'
import { CalendarError } from '../errors/calendar-error.ts'
import type { CalendarStore } from '../store/contract.ts'

interface Family {
  readonly calendar: Calendar
  readonly store: CalendarStore
  readonly parent: number
  readonly child: number
  /** Makes the next `times` updates of terms fail, as if another writer had been faster. */
  lose(times: number): void
}

/** A category below another one. When the parent is deleted permanently, the child is updated after that. */
async function openFamily(): Promise<Family> {
  const memory = memoryStore()
  let left = 0
  const racing = (tx: CalendarStore): CalendarStore => ({
    ...tx,
    terms: {
      ...tx.terms,
      updateMany: async (records) => {
        if (left-- > 0) throw new CalendarError('version_conflict', {})
        return tx.terms.updateMany(records)
      },
    },
    transaction: (work) => tx.transaction((joined) => work(racing(joined))),
  })
  const store: CalendarStore = { ...memory, transaction: (work) => memory.transaction((tx) => work(racing(tx))) }
  const calendar = createCalendar({ store })
  const { id: parent } = await calendar.categories.create({ name: 'Music' })
  const { id: child } = await calendar.categories.create({ name: 'Choir', parentId: parent })
  const lose = (times: number): void => {
    left = times
  }
  return { calendar, store, parent, child, lose }
}

describe('a call that loses a race after it has begun to write', () => {
  test('runs again with the whole transaction, and listeners are notified once', async () => {
    const { calendar, parent, child, lose } = await openFamily()
    const reported: string[] = []
    calendar.on('category.deleted', ({ before }) => void reported.push(before.name))
    calendar.on('tag.created', ({ after }) => void reported.push(after.name))
    lose(2)
    let runs = 0
    await calendar.transaction(async (tx) => {
      runs++
      await tx.tags.create({ name: 'Free' })
      await tx.categories.delete(parent)
    })
    expect([runs, reported]).toEqual([3, ['Free', 'Music']])
    expect((await calendar.categories.get(child)).parentId).toBe(0)
  })

  test('runs again even if the work catches its error', async () => {
    const { calendar, parent, child, lose } = await openFamily()
    lose(1)
    await calendar.transaction((tx) => tx.categories.delete(parent).catch(() => undefined))
    expect(await calendar.categories.find(parent)).toBeNull()
    expect((await calendar.categories.get(child)).parentId).toBe(0)
  })

  test('inside a hook makes the write run again', async () => {
    const { calendar, parent, child, lose } = await openFamily()
    calendar.before('tag.create', async ({ tx }) => void (await tx.categories.delete(parent)))
    lose(1)
    await calendar.tags.create({ name: 'Free' })
    expect((await calendar.categories.get(child)).parentId).toBe(0)
  })

  test('fails in a transaction of the host, which the host may run again', async () => {
    const { calendar, store, parent, lose } = await openFamily()
    lose(1)
    const work = store.transaction((tx) => calendar.using(tx).categories.delete(parent))
    await expect(work).rejects.toMatchObject({ code: 'version_conflict' })
    expect((await calendar.categories.get(parent)).name).toBe('Music')
  })
})

describe('a hook that refuses after it has written other records', () => {
  function openRefusing(): Calendar {
    const calendar = createCalendar({ store: memoryStore() })
    calendar.before('event.create', async ({ next, tx }) => {
      await tx.venues.create({ name: `For ${next.title}` })
      if (next.title === 'Bad') throw new CalendarError('refused', {}, { message: 'It is bad.' })
    })
    return calendar
  }

  test.each<[string, (tx: Calendar) => Promise<unknown>, string]>([
    ['create', (tx) => tx.events.create(anEvent({ title: 'Bad' })).catch(() => undefined), 'It is bad.'],
    [
      'createMany',
      (tx) => tx.events.createMany([anEvent({ title: 'Good' }), anEvent({ title: 'Bad' })], { onError: 'skip' }),
      'inputs[1]: It is bad.',
    ],
  ])('rolls back a transaction around %s', async (_name, use, message) => {
    const calendar = openRefusing()
    const reported: string[] = []
    calendar.on('venue.created', ({ after }) => void reported.push(after.name))
    await expect(calendar.transaction(use)).rejects.toMatchObject({ code: 'refused', message })
    expect([reported, (await calendar.venues.list()).total, (await calendar.events.list()).total]).toEqual([[], 0, 0])
  })
})

test('a call that fails before it writes leaves a transaction usable', async () => {
  const { calendar, parent } = await openFamily()
  await calendar.transaction(async (tx) => {
    const taken = tx.categories.create({ name: 'Choir', parentId: parent })
    await expect(taken).rejects.toMatchObject({ code: 'name_taken' })
    await expect(tx.events.get(7)).rejects.toMatchObject({ code: 'not_found' })
    await tx.tags.create({ name: 'Free' })
  })
  expect((await calendar.tags.list()).total).toBe(1)
})
