import type { CalendarStore } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { expect, test } from 'vitest'
import { buildEventDraft, buildVenueDraft } from '../src/conformance.ts'
import { failingStore } from '../src/index.ts'

/** Makes four calls and a commit, which counts as the fifth call. */
async function work(store: CalendarStore): Promise<void> {
  await store.transaction(async (tx) => {
    const venue = await tx.venues.insert(buildVenueDraft())
    const event = await tx.events.insert(buildEventDraft({ venueIds: [venue.id] }))
    await tx.events.update({ ...event, title: 'new' })
    await tx.countByLink('venueIds', [venue.id], {})
  })
}

test.each([1, 2, 3, 4, 5])('if call %i of 5 fails, the transaction is rolled back', async (failAt) => {
  const inner = memoryStore()
  await expect(work(failingStore(inner, { failAt }))).rejects.toThrow(`call ${failAt} fails`)
  expect([await inner.events.count({}), await inner.venues.count({})]).toEqual([0, 0])
})

test('work that makes fewer calls than failAt succeeds', async () => {
  const inner = memoryStore()
  const store = failingStore(inner, { failAt: 6 })
  await work(store)
  expect(store.calls()).toBe(5)
  expect(await inner.events.count({})).toBe(1)
})

test('the store fails once, with the given error', async () => {
  const error = new Error('mine')
  const store = failingStore(memoryStore(), { failAt: 1, error })
  await expect(store.revision(0)).rejects.toBe(error)
  expect((await store.revision(0)).staleAtMs).toBeNull()
})

test('nested transactions commit once', async () => {
  const store = failingStore(memoryStore(), { failAt: 99 })
  await store.transaction((tx) => tx.transaction((nested) => nested.events.count({})))
  expect(store.calls()).toBe(2)
})
