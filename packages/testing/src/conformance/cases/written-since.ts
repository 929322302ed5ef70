import type { CalendarStore } from '@kalends/core'
import { type Draft, type Kind, type LogMark, listOfKind, type WrittenRecord } from '@kalends/core/store'
import { assertEqual, assertTrue, show } from '../../assert.ts'
import type { DraftCounter } from '../../factories/drafts.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { insertAll } from '../expectations.ts'
import type { AnyCollection, AnyRecord } from '../subjects.ts'

const markOf = async (store: CalendarStore): Promise<LogMark> => (await store.revision(0)).mark

/** Checks that the store names these records. */
async function assertReports(store: CalendarStore, mark: LogMark, expected: readonly WrittenRecord[], what: string): Promise<void> {
  const written = await store.log.writtenSince(mark)
  for (const { kind, id } of expected)
    assertTrue(
      written?.some((one) => one.kind === kind && one.id === id) ?? false,
      `${what} of ${kind} ${id} is missing in ${show(written)}`,
    )
}

const drafts: Readonly<Record<Kind, (draft: DraftCounter) => Draft<AnyRecord>>> = {
  event: (draft) => draft.event(),
  venue: (draft) => draft.venue(),
  organizer: (draft) => draft.organizer(),
  category: (draft) => draft.term({ taxonomy: 'category' }),
  tag: (draft) => draft.term({ taxonomy: 'tag' }),
}

function collectionOf(store: CalendarStore, kind: Kind): AnyCollection {
  const list = listOfKind[kind]
  return list === 'categories' || list === 'tags' ? store.terms : store[list]
}

const toKindCase = (kind: Kind): ConformanceCase =>
  defineCase(
    `written-since/${listOfKind[kind]}`,
    `each write of ${listOfKind[kind]} is reported to readers of an earlier revision`,
    async ({ store, draft: counter }) => {
      const collection = collectionOf(store, kind)
      const draft = (): Draft<AnyRecord> => drafts[kind](counter)
      const first = await markOf(store)
      const reports = async (what: string, write: () => Promise<readonly { readonly id: number }[]>): Promise<void> => {
        const mark = await markOf(store)
        const expected = (await write()).map(({ id }) => ({ kind, id }))
        await assertReports(store, mark, expected, what)
        await store.log.number()
        await assertReports(store, mark, expected, `${what}, numbered,`)
        await assertReports(store, first, expected, `${what}, since the first revision,`)
        assertEqual(await store.log.writtenSince(await markOf(store)), [], 'since the last one')
      }
      const inserted = await collection.insert(draft())
      await reports('an insert', async () => [await collection.insert(draft())])
      const updated = await collection.update(inserted)
      await reports('an update', async () => [await collection.update(updated)])
      const many = await insertAll(collection, [draft(), draft()])
      await reports('a bulk insert', async () => (await collection.insertMany([draft(), draft()])).flatMap((one) => one ?? []))
      await reports('a bulk update', async () => collection.updateMany(many))
      await reports('a bulk deletion', async () => {
        const versions = many.map(({ id }) => ({ id, version: 2 }))
        await collection.deleteMany(versions)
        return versions
      })
      await reports('a deletion', async () => {
        await collection.delete(updated.id, updated.version + 1)
        return [updated]
      })
    },
  )

/** What was written since a revision. */
export const writtenSinceCases: readonly ConformanceCase[] = [
  ...(['event', 'venue', 'organizer', 'category', 'tag'] as const).map(toKindCase),
  defineCase('written-since/transaction', 'all writes of a transaction are reported after its commit', async ({ store, draft }) => {
    const mark = await markOf(store)
    const [venue, event] = await store.transaction(async (tx) => {
      const inside = await tx.venues.insert(draft.venue())
      return [inside, await tx.events.insert(draft.event({ venueIds: [inside.id] }))] as const
    })
    const expected = [{ kind: 'venue', id: venue.id } as const, { kind: 'event', id: event.id } as const]
    await assertReports(store, mark, expected, 'a write')
  }),
  defineCase('written-since/inside', 'a transaction reports its own writes', async ({ store, draft }) => {
    const mark = await markOf(store)
    await store.transaction(async (tx) => {
      const { id } = await tx.venues.insert(draft.venue())
      await assertReports(tx, mark, [{ kind: 'venue', id }], 'a write')
    })
  }),
  defineCase(
    'written-since/unknown',
    'since a row that the log does not have, everything may have been written',
    async ({ store, draft }) => {
      await store.events.insert(draft.event({ updatedMs: 5 }))
      await store.log.number()
      for (const mark of [
        { seq: 1, atMs: 4 },
        { seq: 2, atMs: 5 },
        { seq: 999_999_999, atMs: 0 },
      ])
        assertEqual(await store.log.writtenSince(mark), null, show(mark))
    },
  ),
]
