import type { CalendarStore } from '@kalends/core'
import type { WrittenKind, WrittenRecord } from '@kalends/core/store'
import { assertEqual, assertTrue, show } from '../../assert.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { insertAll } from '../expectations.ts'
import { forEachKind, type Subject } from '../subjects.ts'

const tokenOf = async (store: CalendarStore): Promise<string> => (await store.revision(0)).token

const kindOf: Readonly<Record<Subject['name'], WrittenKind>> = { events: 'event', venues: 'venue', organizers: 'organizer', terms: 'term' }

/** Checks that a store which can tell what was written since a token names these records. */
async function assertTells(store: CalendarStore, token: string, expected: readonly WrittenRecord[], what: string): Promise<void> {
  const written = await store.writtenSince(token)
  if (written === null) return
  for (const { kind, id } of expected)
    assertTrue(
      written.some((one) => one.kind === kind && one.id === id),
      `${what} of ${kind} ${id} is missing in ${show(written)}`,
    )
}

const kindCases = forEachKind(({ name, of, draft }) =>
  defineCase(
    `written-since/${name}`,
    `each write of ${name} is told to readers of an earlier revision`,
    async ({ store, draft: drafts }) => {
      const collection = of(store)
      const kind = kindOf[name]
      const first = await tokenOf(store)
      const tells = async (what: string, write: () => Promise<readonly { readonly id: number }[]>): Promise<void> => {
        const token = await tokenOf(store)
        const expected = (await write()).map(({ id }) => ({ kind, id }))
        await assertTells(store, token, expected, what)
        await assertTells(store, first, expected, `${what}, since the first revision,`)
      }
      const inserted = await collection.insert(draft(drafts))
      await tells('an insert', async () => [await collection.insert(draft(drafts))])
      const updated = await collection.update(inserted)
      await tells('an update', async () => [await collection.update(updated)])
      const many = await insertAll(collection, [draft(drafts), draft(drafts)])
      await tells('a bulk insert', async () => (await collection.insertMany([draft(drafts), draft(drafts)])).flatMap((one) => one ?? []))
      await tells('a bulk update', async () => collection.updateMany(many))
      await tells('a bulk deletion', async () => {
        const versions = many.map(({ id }) => ({ id, version: 2 }))
        await collection.deleteMany(versions)
        return versions
      })
      await tells('a deletion', async () => {
        await collection.delete(updated.id, updated.version + 1)
        return [updated]
      })
    },
  ),
)

/** What was written since a revision. */
export const writtenSinceCases: readonly ConformanceCase[] = [
  ...kindCases,
  defineCase('written-since/transaction', 'all writes of a transaction are told after its commit', async ({ store, draft }) => {
    const token = await tokenOf(store)
    const [venue, event] = await store.transaction(async (tx) => {
      const inside = await tx.venues.insert(draft.venue())
      return [inside, await tx.events.insert(draft.event({ venueIds: [inside.id] }))] as const
    })
    const expected = [{ kind: 'venue', id: venue.id } as const, { kind: 'event', id: event.id } as const]
    await assertTells(store, token, expected, 'a write')
  }),
  defineCase('written-since/unknown', 'since a text that is no token, everything may have been written', async ({ store, draft }) => {
    await store.events.insert(draft.event())
    for (const text of ['', 'nonsense', '1.2.3.4.5', '-1', '999999999']) assertEqual(await store.writtenSince(text), null, show(text))
  }),
]
