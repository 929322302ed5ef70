import { assertEqual, assertTrue } from '../../assert.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { assertFinds, byId, findAll, getOne, insertAll, slugsOf } from '../expectations.ts'
import { type AnyCollection, type AnyRecord, forEachKind } from '../subjects.ts'

const slugsSorted = (records: Parameters<typeof slugsOf>[0]): string[] => slugsOf(records).sort()

const getManyCases = forEachKind(({ name, of, draft }) => [
  defineCase(`${name}/get-many/empty-store`, 'an empty store has no records', async ({ store }) => {
    assertEqual(await of(store).getMany([1, 2, 3]), [], 'got')
    await assertFinds(of(store), {}, [])
  }),
  defineCase(`${name}/get-many/no-ids`, 'getMany of no ids returns no records', async ({ store, draft: drafts }) => {
    await of(store).insert(draft(drafts))
    assertEqual(await of(store).getMany([]), [], 'got')
  }),
  defineCase(`${name}/get-many/unknown-ids`, 'getMany leaves out ids that no record has', async ({ store, draft: drafts }) => {
    const [a, b] = await insertAll(of(store), [draft(drafts), draft(drafts)])
    assertTrue(a !== undefined && b !== undefined, 'two records')
    const found = await of(store).getMany([b.id + 1000, a.id, 9_007_199_254_740_991, b.id, 0])
    assertEqual(slugsSorted(found), [a.slug, b.slug], 'slugs')
  }),
  defineCase(`${name}/get-many/repeats`, 'getMany returns a record once, even if its id is repeated', async ({ store, draft: drafts }) => {
    const { id, slug } = await of(store).insert(draft(drafts))
    assertEqual(slugsOf(await of(store).getMany([id, id, id])), [slug], 'slugs')
  }),
  defineCase(`${name}/get-many/500`, 'getMany returns 500 complete records in one call', async ({ store, draft: drafts }) => {
    const written = await store.transaction((tx) =>
      insertAll(
        of(tx),
        Array.from({ length: 500 }, () => draft(drafts)),
      ),
    )
    const found = await of(store).getMany(written.map(({ id }) => id).reverse())
    assertEqual(
      [...found].sort((a, b) => a.id - b.id),
      written,
      'records',
    )
  }),
]).flat()

const privacyCases = forEachKind(({ name, of, draft }) => [
  defineCase(`${name}/read/arguments-untouched`, 'reads do not modify their arguments', async ({ store, draft: drafts }) => {
    const { id, slug } = await of(store).insert(draft(drafts))
    const ids = Object.freeze([id, id])
    const filter = Object.freeze({ ids, excludeIds: Object.freeze([id + 1]), slugs: Object.freeze([slug]), textAll: Object.freeze(['']) })
    await of(store).getMany(ids)
    const found = await of(store).find(Object.freeze({ filter, order: Object.freeze([...byId]), offset: 0, limit: 1 }))
    assertEqual(slugsOf(found), [slug], 'slugs')
    assertEqual(await of(store).count(filter), 1, 'count')
  }),
  defineCase(`${name}/read/same-record-everywhere`, 'insert, getMany and find return the same record', async ({ store, draft: drafts }) => {
    const written = await of(store).insert(draft(drafts))
    assertEqual(await of(store).getMany([written.id]), [written], 'getMany')
    assertEqual(await findAll(of(store), {}), [written], 'find')
  }),
  defineCase(
    `${name}/read/results-are-private`,
    'changing a returned record does not change the stored one',
    async ({ store, draft: drafts }) => {
      const written = await of(store).insert(draft(drafts))
      const { id } = written
      const before = jsonCopy(written)
      for (const record of [written, ...(await of(store).getMany([id])), ...(await findAll(of(store), {}))]) vandalise(record)
      assertEqual(await of(store).getMany([id]), [before], 'record')
    },
  ),
  defineCase(
    `${name}/write/arguments-private`,
    'changing an argument after the write does not change the stored record',
    async ({ store, draft: drafts }) => {
      const [given, many] = [draft(drafts), [draft(drafts)]]
      const written = await of(store).insert(given)
      const change = structuredClone(written)
      const inserted = await assertPrivate(of(store), written, given, 'insert')
      await assertPrivate(of(store), (await of(store).insertMany(many))[0], many, 'insertMany')
      const updated = await assertPrivate(of(store), await of(store).update(change), change, 'update')
      assertEqual(updated.version, inserted.version + 1, 'version')
      const changes = [structuredClone(updated)]
      await assertPrivate(of(store), (await of(store).updateMany(changes))[0], changes, 'updateMany')
      const keys = { level: ['pro'] }
      await of(store).replaceKeys([{ id: updated.id, version: updated.version + 1, keys }], 0)
      await assertPrivate(of(store), await getOne(of(store), updated.id), keys, 'replaceKeys')
    },
  ),
  defineCase(`${name}/write/arguments-untouched`, 'writes do not modify their arguments', async ({ store, draft: drafts }) => {
    const given = draft(drafts)
    const copy = jsonCopy(given)
    const written = await of(store).insert(given)
    assertEqual(given, copy, 'draft')
    const change = { ...written }
    await of(store).update(change)
    assertEqual(change, written, 'record')
    assertTrue(change.version === 1, 'the version of the argument stays 1')
  }),
]).flat()

/** getMany, and the isolation of stored records from the caller's objects, for each kind. */
export const readingCases: readonly ConformanceCase[] = [...getManyCases, ...privacyCases]

const jsonCopy = (record: object): unknown => JSON.parse(JSON.stringify(record))

/**
 * Changes an argument of a write.
 * @param written the record as it was written; null or undefined fails
 * @returns the stored record, which stays the same
 */
async function assertPrivate(
  collection: AnyCollection,
  written: AnyRecord | null | undefined,
  argument: object,
  method: string,
): Promise<AnyRecord> {
  if (!written) throw new Error(`${method} gave no record`)
  const before = jsonCopy(written)
  vandalise(argument)
  const record = await getOne(collection, written.id)
  assertEqual(record, before, `the record after a change of what ${method} was given`)
  return record
}

/** Tries to change every member of a record, at every depth; a frozen record may throw. */
function vandalise(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    vandalise(member)
    Reflect.set(value, key, 'vandalised')
  }
  if (Array.isArray(value)) Reflect.set(value, value.length, 'vandalised')
}
