import { memoryStore } from '@kalends/memory'
import { failingStore, fixedClock } from '@kalends/testing'
import { describe, expect, test } from 'vitest'
import { anEvent } from '../../../test/open-calendar.ts'
import { createCalendar } from '../../calendar/calendar.ts'

/** Some events, each with links of its own, over a store that counts its calls. */
async function counted(events: number) {
  const memory = memoryStore()
  const clock = fixedClock('2026-06-01T12:00:00Z')
  const calendar = createCalendar({ store: memory, clock })
  await calendar.events.create(anEvent({ title: 'Festival', startDate: '2020-01-01', endDate: '2020-01-02' }))
  for (let i = 0; i < events; i++) {
    const links = { venues: [{ name: `V${i}` }, { name: 'V' }], organizers: { name: `O${i}` }, categories: `C${i},C`, tags: `T${i}` }
    await calendar.events.create(anEvent({ ...links, parentId: 1 }))
  }
  const store = failingStore(memory, { failAt: Number.POSITIVE_INFINITY })
  const watched = createCalendar({ store, clock })
  const callsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = store.calls()
    await work()
    return store.calls() - before
  }
  return { calendar: watched, callsOf }
}

describe('a page of events', () => {
  test('takes the same number of store calls, whatever its size and its links', async () => {
    const one = await counted(1)
    const many = await counted(60)
    const list = { categories: 'c', search: 'choir' }
    const calls = await many.callsOf(() => many.calendar.events.list({ ...list, perPage: 60 }))
    expect((await many.calendar.events.list({ ...list, perPage: 60 })).items).toHaveLength(60)
    expect(calls).toBe(await one.callsOf(() => one.calendar.events.list({ ...list, perPage: 1 })))
    // Page, total, named terms, their subtree, and one for each linked kind: venues, organizers, terms, parents.
    expect(calls).toBe(8)
  })

  test('does not load a parent that is on the page', async () => {
    const { calendar, callsOf } = await counted(3)
    // This list begins today, so it has the children without their parent: page, venues, organizers, terms, and the parent.
    expect(await callsOf(() => calendar.events.list({ startsFrom: 'today' }))).toBe(5)
    const whole = () => calendar.events.list()
    expect(await callsOf(whole)).toBe(4)
    expect((await whole()).items.map(({ parentId }) => parentId)).toEqual([0, 1, 1, 1])
  })

  test('loads no linked records for events without links', async () => {
    const { calendar, callsOf } = await counted(0)
    expect(await callsOf(() => calendar.events.list({ perPage: 1 }))).toBe(2)
    expect(await callsOf(() => calendar.events.list({ startsFrom: 'today' }))).toBe(1)
  })
})

test('the result of a create loads no linked record again', async () => {
  const { calendar, callsOf } = await counted(1)
  const linked = () => calendar.events.create(anEvent({ title: 'Feast', venues: 1, organizers: 1, categories: 1, tags: 3, parentId: 1 }))
  // The transaction, the event, and one call for each linked kind: venues, organizers, terms, parents.
  expect(await callsOf(linked)).toBe(6)
  expect(await linked()).toMatchObject({
    venues: [{ id: 1 }],
    organizers: [{ id: 1 }],
    categories: [{ id: 1 }],
    tags: [{ id: 3 }],
    parentId: 1,
  })
})

test('a full page of venues takes two store calls, and a page of terms three', async () => {
  const { calendar, callsOf } = await counted(20)
  expect(await callsOf(() => calendar.venues.list({ hasEvents: true, perPage: 20 }))).toBe(2)
  expect(await callsOf(() => calendar.tags.list({ orderBy: 'count', perPage: 20 }))).toBe(3)
})

test('venues and organizers are returned in the given order, terms by name', async () => {
  const { calendar } = await counted(0)
  const event = await calendar.events.create(
    anEvent({
      venues: [{ name: 'B' }, { name: 'A' }],
      organizers: [{ name: 'Z' }, { name: 'Y' }],
      categories: 'zoo,Äpfel,bar',
      tags: '2b,10a',
    }),
  )
  expect(event.venues.map(({ name }) => name)).toEqual(['B', 'A'])
  expect(event.organizers.map(({ name }) => name)).toEqual(['Z', 'Y'])
  expect(event.categories.map(({ name }) => name)).toEqual(['Äpfel', 'bar', 'zoo'])
  expect(event.tags.map(({ name }) => name)).toEqual(['10a', '2b'])
  expect(Object.keys(event.categories[0] ?? {})).not.toContain('count')
})
