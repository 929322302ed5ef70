import type { CalendarStore, EntityId, LinkField } from '@kalends/core/store'
import { assertEqual } from '../../assert.ts'
import type { DraftCounter } from '../../factories/drafts.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { assertFinds, findAll, getOne, insertAll } from '../expectations.ts'
import { collectionOfKind, insertOfKind, type LinkedKind, linkedKinds, linkFieldOf } from '../linked-kinds.ts'

const deleteOfKind = (store: CalendarStore, kind: LinkedKind, id: EntityId): Promise<void> => collectionOfKind(store, kind).delete(id, 1)

async function three(store: CalendarStore, draft: DraftCounter, kind: LinkedKind): Promise<readonly [number, number, number]> {
  return [await insertOfKind(store, draft, kind), await insertOfKind(store, draft, kind), await insertOfKind(store, draft, kind)]
}

const kindCases = (kind: LinkedKind): ConformanceCase[] => {
  const linkField = linkFieldOf[kind]
  return [
    defineCase(
      `unlink/${kind}/leaves-events`,
      `events lose the links to deleted ${kind}; the order of other links, versions and times stay`,
      async ({ store, draft }) => {
        const [a, b, c] = await three(store, draft, kind)
        const lists = [[a, b, c], [b, c], [b], [a, c], []]
        const events = await insertAll(
          store.events,
          lists.map((ids) => draft.event({ [linkField]: ids })),
        )
        await deleteOfKind(store, kind, b)
        const expected = events.map((event) => ({ ...event, [linkField]: event[linkField].filter((id) => id !== b) }))
        assertEqual(await findAll(store.events, {}), expected, 'events')
        assertEqual(await store.events.getMany(events.map(({ id }) => id).slice(0, 1)), expected.slice(0, 1), 'by id')
      },
    ),
    defineCase(`unlink/${kind}/not-found-by`, `filters and counts by deleted ${kind} match no events`, async ({ store, draft }) => {
      const [a, b] = await three(store, draft, kind)
      await store.events.insert(draft.event({ slug: 'both', [linkField]: [a, b] }))
      await store.events.insert(draft.event({ slug: 'one', [linkField]: [a] }))
      await deleteOfKind(store, kind, a)
      await assertFinds(store.events, { [linkField]: [a] }, [])
      await assertFinds(store.events, { [linkField]: [a, b] }, ['both'])
      assertEqual(await store.countByLink(linkField, [a, b], {}), new Map([[b, 1]]), 'countByLink')
    }),
    defineCase(
      `unlink/${kind}/others-stay`,
      `deleting one of the ${kind} keeps the links of other kinds, even those with the same id`,
      async ({ store, draft }) => {
        const others = linkedKinds.filter((other) => other !== kind)
        const links: Partial<Record<LinkField, readonly number[]>> = {}
        for (const other of others) links[linkFieldOf[other]] = [...(await three(store, draft, other))]
        const [a, b, c] = await three(store, draft, kind)
        const event = await store.events.insert(draft.event({ ...links, [linkField]: [a, b, c] }))
        await deleteOfKind(store, kind, a)
        await deleteOfKind(store, kind, c)
        assertEqual(await getOne(store.events, event.id), { ...event, [linkField]: [b] }, 'event')
      },
    ),
    defineCase(`unlink/${kind}/undone`, `a rolled back deletion of ${kind} keeps the links`, async ({ store, draft }) => {
      const [a, b] = await three(store, draft, kind)
      const event = await store.events.insert(draft.event({ [linkField]: [a, b] }))
      const stop = new Error('stop')
      const result = await store
        .transaction(async (tx) => {
          await deleteOfKind(tx, kind, a)
          assertEqual((await getOne(tx.events, event.id))[linkField], [b], 'inside')
          throw stop
        })
        .catch((error: unknown) => error)
      assertEqual(result === stop, true, 'the error of the work')
      assertEqual(await getOne(store.events, event.id), event, 'event')
      assertEqual(
        await store.countByLink(linkField, [a, b], {}),
        new Map([
          [a, 1],
          [b, 1],
        ]),
        'countByLink',
      )
    }),
  ]
}

/** The effect of a deletion on the records that link the deleted one. */
export const unlinkingCases: readonly ConformanceCase[] = [
  ...linkedKinds.flatMap(kindCases),
  defineCase(
    'unlink/update-after',
    'an event whose venue was deleted can be updated with the version that it had',
    async ({ store, draft }) => {
      const venue = await store.venues.insert(draft.venue())
      const event = await store.events.insert(draft.event({ venueIds: [venue.id] }))
      await store.venues.delete(venue.id, venue.version)
      const updated = await store.events.update({ ...event, venueIds: [], title: 'new' })
      assertEqual(await getOne(store.events, event.id), { ...event, venueIds: [], title: 'new', version: 2 }, 'event')
      assertEqual(updated.version, 2, 'version')
    },
  ),
  defineCase('unlink/events', 'a deleted event leaves its venues, organizers and terms as they are', async ({ store, draft }) => {
    const venue = await store.venues.insert(draft.venue())
    const term = await store.terms.insert(draft.term())
    const event = await store.events.insert(draft.event({ venueIds: [venue.id], categoryIds: [term.id] }))
    await store.events.delete(event.id, event.version)
    assertEqual(await getOne(store.venues, venue.id), venue, 'venue')
    assertEqual(await getOne(store.terms, term.id), term, 'term')
    await assertFinds(store.venues, { events: { some: true, filter: {} } }, [])
    assertEqual(await store.countByLink('categoryIds', [term.id], {}), new Map(), 'countByLink')
  }),
  ...(['delete', 'deleteMany'] as const).map((method) =>
    defineCase(
      `unlink/parent-event-${method}`,
      `${method} removes the parent of an event's children, and keeps their versions`,
      async ({ store, draft }) => {
        const parent = await store.events.insert(draft.event())
        const other = await store.events.insert(draft.event({ slug: 'other' }))
        const child = await store.events.insert(draft.event({ slug: 'child', parentId: parent.id }))
        const cousin = await store.events.insert(draft.event({ slug: 'cousin', parentId: other.id }))
        await (method === 'delete' ? store.events.delete(parent.id, parent.version) : store.events.deleteMany([parent]))
        assertEqual(await getOne(store.events, child.id), { ...child, parentId: 0 }, 'child')
        assertEqual(await getOne(store.events, cousin.id), cousin, 'cousin')
        await assertFinds(store.events, { parentIds: [parent.id] }, [])
        await assertFinds(store.events, { parentIds: [0] }, ['other', 'child'])
      },
    ),
  ),
  defineCase(
    'unlink/parent-term',
    'deleting a term changes neither the parent nor the ancestors of other terms',
    async ({ store, draft }) => {
      const parent = await store.terms.insert(draft.term())
      const child = await store.terms.insert(draft.term({ slug: 'child', parentId: parent.id, ancestorIds: [parent.id] }))
      await store.terms.delete(parent.id, parent.version)
      assertEqual(await getOne(store.terms, child.id), child, 'child')
      await assertFinds(store.terms, { parentIds: [parent.id] }, ['child'])
    },
  ),
]
