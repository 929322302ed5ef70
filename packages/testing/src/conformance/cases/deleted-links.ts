import { assertEqual } from '../../assert.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { findAll } from '../expectations.ts'
import { collectionOfKind, insertOfKind, linkedKinds, linkFieldOf } from '../linked-kinds.ts'

/** How often the transaction reads while it waits for the deletion, which waits for the transaction in a store with serial transactions. */
const maxReads = 50

/** Links to a record that is deleted between its read and the write of the links. */
export const deletedLinkCases: readonly ConformanceCase[] = linkedKinds.map((kind) =>
  defineCase(
    `concurrency/deleted-links/${kind}`,
    `no event links one of the ${kind} that is deleted while a transaction that has read it writes events`,
    async ({ store, draft }) => {
      const linkField = linkFieldOf[kind]
      const [gone, stays] = [await insertOfKind(store, draft, kind), await insertOfKind(store, draft, kind)]
      const both = { [linkField]: [gone, stays] }
      const [linking, other] = [await store.events.insert(draft.event(both)), await store.events.insert(draft.event())]
      const drafts = [draft.event(both), draft.event(both), draft.event({ [linkField]: [gone] })] as const
      let [begin, isDeleted] = [(): void => undefined, false]
      const deletion = new Promise<void>((resolve) => {
        begin = resolve
      })
        .then(() => collectionOfKind(store, kind).delete(gone, 1))
        .then(() => {
          isDeleted = true
        })
      const writes = store.transaction(async (tx) => {
        await collectionOfKind(tx, kind).getMany([gone, stays])
        begin()
        for (let reads = 0; reads < maxReads && !isDeleted; reads++) await tx.events.count({ ids: [other.id] })
        await tx.events.insert(drafts[0])
        await tx.events.insertMany(drafts.slice(1))
        await tx.events.update({ ...linking, title: 'new' })
        await tx.events.update({ ...other, ...both })
      })
      await Promise.all([writes, deletion])
      const links = (await findAll(store.events, {})).map((event) => event[linkField])
      assertEqual(links, [[stays], [stays], [stays], [stays], []], 'links by event')
      assertEqual(await store.events.count({ [linkField]: [gone] }), 0, 'events by the deleted record')
      assertEqual(await store.countByLink(linkField, [gone, stays], {}), new Map([[stays, 4]]), 'countByLink')
    },
  ),
)
