import type { CalendarStore, EntityId, EventRecord, LinkField } from '@kalends/core/store'
import { buildEventDraft, buildOrganizerDraft, buildTermDraft, buildVenueDraft } from '@kalends/testing/conformance'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { enginesOfLane } from './engines.ts'

/** How long a transaction stays open for the other writer, unless that ends before: where writers wait for each other, it does not. */
const openMs = 150

/** Each draft has a number of its own in its slug and its name. */
let drafts = 0

/** A record that events link. */
interface Linked {
  readonly id: EntityId
  /** Deletes it. */
  remove(store: CalendarStore): Promise<void>
}

const creators: Readonly<Record<LinkField, (store: CalendarStore) => Promise<Linked>>> = {
  venueIds: async ({ venues }) => {
    const { id, version } = await venues.insert(buildVenueDraft({}, ++drafts))
    return { id, remove: (store) => store.venues.delete(id, version) }
  },
  organizerIds: async ({ organizers }) => {
    const { id, version } = await organizers.insert(buildOrganizerDraft({}, ++drafts))
    return { id, remove: (store) => store.organizers.delete(id, version) }
  },
  categoryIds: (store) => createTerm(store, 'category'),
  tagIds: (store) => createTerm(store, 'tag'),
}

async function createTerm({ terms }: CalendarStore, taxonomy: 'category' | 'tag'): Promise<Linked> {
  const { id, version } = await terms.insert(buildTermDraft({ taxonomy }, ++drafts))
  return { id, remove: (store) => store.terms.delete(id, version) }
}

/** The first write stays open until the second one ends, or waits for it. */
async function race<T>(store: CalendarStore, first: (tx: CalendarStore) => Promise<T>, second: () => Promise<unknown>): Promise<T> {
  let begin: () => void = () => undefined
  const written = new Promise<void>((resolve) => {
    begin = resolve
  })
  const other = written.then(second)
  const own = store.transaction(async (tx) => {
    const result = await first(tx)
    begin()
    await Promise.race([other, new Promise((resolve) => setTimeout(resolve, openMs))])
    return result
  })
  const [result] = await Promise.all([own, other])
  return result
}

describe.each(enginesOfLane)('links on $name', ({ open }) => {
  test.each(Object.entries(creators))('to a record that is deleted at the same time do not stay: %s', async (field, create) => {
    const { db, options, close } = await open()
    onTestFinished(close)
    const store = kyselyStore(db, options)
    const linksOf = async (id: EntityId): Promise<unknown> => (await store.events.getMany([id]))[0]?.[field as keyof EventRecord]

    const gone = await create(store)
    const linking = await race(
      store,
      (tx) => tx.events.insert(buildEventDraft({ [field]: [gone.id] }, ++drafts)),
      () => gone.remove(store),
    )
    expect([await linksOf(linking.id), await store.events.count({ [field]: [gone.id] })]).toEqual([[], 0])

    const [stays, goes] = [await create(store), await create(store)]
    const two = [[goes.id, stays.id], [stays.id]].map((ids) => buildEventDraft({ [field]: ids }, ++drafts))
    let events: readonly (EventRecord | null)[] = []
    await race(store, goes.remove, async () => {
      events = await store.events.insertMany(two)
    })
    const ids = events.map((event) => event?.id ?? 0)
    expect([await linksOf(ids[0] ?? 0), await linksOf(ids[1] ?? 0)]).toEqual([[stays.id], [stays.id]])

    const [added, old] = [await create(store), await create(store)]
    const event = await store.events.insert(buildEventDraft({ [field]: [old.id] }, ++drafts))
    await race(store, old.remove, () => store.events.update({ ...event, [field]: [old.id, added.id] }))
    expect([await linksOf(event.id), await store.events.count({ [field]: [old.id] })]).toEqual([[added.id], 0])
  })
})
