import type { CalendarStore } from '@kalends/core'
import { buildEventDraft, buildTermDraft, buildVenueDraft } from '@kalends/testing/conformance'
import { expect, test } from 'vitest'
import { type MemorySnapshot, memoryStore } from '../src/index.ts'

const byId = [{ key: 'id', direction: 'asc' }] as const

async function filledStore() {
  const store = memoryStore()
  const venue = await store.venues.insert(buildVenueDraft({}, 1))
  const music = await store.terms.insert(buildTermDraft({ slug: 'music', nameKey: 'music' }, 1))
  await store.events.insert(buildEventDraft({ venueIds: [venue.id], categoryIds: [music.id], publishedMs: 9e12 }, 1))
  const second = await store.events.insert(buildEventDraft({}, 2))
  await store.events.delete(second.id, second.version)
  return store
}

test('ids count from 1, for each kind', async () => {
  const store = memoryStore()
  expect((await store.events.insert(buildEventDraft({}, 1))).id).toBe(1)
  expect((await store.events.insert(buildEventDraft({}, 2))).id).toBe(2)
  expect((await store.venues.insert(buildVenueDraft())).id).toBe(1)
})

test('the id of a write that was rolled back may be assigned again', async () => {
  const store = memoryStore()
  const undone = store.transaction(async (tx) => {
    await tx.events.insert(buildEventDraft())
    throw new Error('stop')
  })
  await expect(undone).rejects.toThrow('stop')
  expect((await store.events.insert(buildEventDraft())).id).toBe(1)
})

test('records are frozen, and returned without copies', async () => {
  const store = memoryStore()
  const draft = buildEventDraft({ venueIds: [] })
  const event = await store.events.insert(draft)
  expect(Object.isFrozen(event) && Object.isFrozen(event.cost) && Object.isFrozen(event.cost.values)).toBe(true)
  expect((await store.events.getMany([1]))[0]).toBe(event)
  expect((await store.events.find({ filter: {}, order: byId, offset: 0, limit: 1 }))[0]).toBe(event)
  expect(Object.isFrozen(draft)).toBe(false)
})

test('tx refuses every use after its transaction', async () => {
  let leaked: CalendarStore | undefined
  const store = memoryStore()
  await store.transaction(async (tx) => {
    leaked = tx
  })
  const uses: readonly ((tx: CalendarStore) => Promise<unknown>)[] = [
    (tx) => tx.events.insert(buildEventDraft()),
    (tx) => tx.events.getMany([1]),
    (tx) => tx.events.count({}),
    (tx) => tx.countByLink('tagIds', [], {}),
    async (tx) => tx.revision(0),
    (tx) => tx.transaction(async () => undefined),
  ]
  for (const use of uses) await expect(leaked && use(leaked)).rejects.toThrow('has ended')
  expect(await store.events.count({})).toBe(0)
})

test('a write that the work does not await is refused after its end', async () => {
  const store = memoryStore()
  let late: Promise<unknown> = Promise.resolve()
  await store.transaction(async (tx) => {
    late = Promise.resolve()
      .then(() => Promise.resolve())
      .then(() => Promise.resolve())
      .then(() => tx.events.insert(buildEventDraft()))
    late.catch(() => undefined)
  })
  await expect(late).rejects.toThrow('has ended')
  expect(await store.events.count({})).toBe(0)
})

test('transactions run one after the other, in the order of the calls', async () => {
  const store = memoryStore()
  const seen: string[] = []
  const step = async (name: string): Promise<void> => {
    seen.push(`${name} begins`)
    await new Promise((resolve) => setImmediate(resolve))
    seen.push(`${name} ends`)
  }
  const insert = async (): Promise<void> => {
    await store.events.insert(buildEventDraft())
    seen.push('a write')
  }
  await Promise.all([store.transaction(() => step('one')), insert(), store.transaction(() => step('two'))])
  expect(seen).toEqual(['one begins', 'one ends', 'a write', 'two begins', 'two ends'])
})

test('reads do not wait for an open transaction', async () => {
  const store = memoryStore()
  await store.transaction(async (tx) => {
    await tx.events.insert(buildEventDraft())
    expect(await store.events.count({})).toBe(0)
    expect((await store.revision(0)).token).not.toBe((await tx.revision(0)).token)
  })
  expect(await store.events.count({})).toBe(1)
})

test('a snapshot is plain data from which an equal store starts', async () => {
  const store = await filledStore()
  const snapshot: MemorySnapshot = JSON.parse(JSON.stringify(store.snapshot()))
  expect(snapshot).toEqual(store.snapshot())
  const copy = memoryStore({ snapshot })
  expect(copy.snapshot()).toEqual(snapshot)
  expect(await copy.revision(2e12)).toEqual({ token: '0.0', mark: { seq: 0, atMs: 0 }, staleAtMs: 9e12, extendedTo: null })
  expect(await copy.events.count({ venueIds: [1], categoryIds: [1], readable: [{ status: 'publish' }] })).toBe(1)
  expect((await copy.events.insert(buildEventDraft({}, 3))).id).toBe(3)
  await expect(copy.terms.insert(buildTermDraft({ slug: 'other', nameKey: 'music' }))).rejects.toThrow('name')
  await expect(copy.terms.insert(buildTermDraft({ slug: 'music' }))).rejects.toThrow('slug')
})

test('a snapshot of 0.1 has the members that it lacks', async () => {
  const store = memoryStore()
  await store.events.insert(buildEventDraft())
  const earlier: MemorySnapshot = JSON.parse(JSON.stringify(store.snapshot()).replaceAll('"eventStatusReason":"",', ''))
  expect(earlier).not.toEqual(store.snapshot())
  expect(memoryStore({ snapshot: earlier }).snapshot()).toEqual(store.snapshot())
})

test('a snapshot does not change with its store, nor a store with its snapshot', async () => {
  const store = await filledStore()
  const snapshot: MemorySnapshot = JSON.parse(JSON.stringify(store.snapshot()))
  const taken = store.snapshot()
  await store.events.insert(buildEventDraft({}, 3))
  expect(taken).toEqual(snapshot)
  const copy = memoryStore({ snapshot })
  Reflect.set(snapshot.events.records[0] ?? {}, 'title', 'changed')
  expect((await copy.events.getMany([1]))[0]?.title).toBe('Event 1')
})
