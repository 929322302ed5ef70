import { assertEqual, assertRejects, assertTrue } from '../../assert.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { assertFinds, findAll, getOne, insertAll, slugsOf } from '../expectations.ts'
import { forEachKind, type Subject } from '../subjects.ts'

const unknown = 900_000_001

const insertCases = ({ name, of, draft }: Subject): ConformanceCase[] => [
  defineCase(`${name}/insert/ids`, 'every record gets a positive integer of its own, and version 1', async ({ store, draft: drafts }) => {
    const records = await insertAll(
      of(store),
      Array.from({ length: 5 }, () => draft(drafts)),
    )
    for (const { id, version } of records) {
      assertTrue(Number.isSafeInteger(id) && id > 0, `${id} is a positive integer`)
      assertEqual(version, 1, 'version')
    }
    assertEqual(new Set(records.map(({ id }) => id)).size, 5, 'different ids')
  }),
  defineCase(`${name}/insert/ids-ascend`, 'ids ascend in the order of the inserts', async ({ store, draft: drafts }) => {
    const ids = (
      await insertAll(
        of(store),
        Array.from({ length: 5 }, () => draft(drafts)),
      )
    ).map(({ id }) => id)
    assertEqual(
      ids,
      [...ids].sort((a, b) => a - b),
      'ids',
    )
  }),
  defineCase(`${name}/insert/ids-not-reused`, 'the id of a deleted record is never used again', async ({ store, draft: drafts }) => {
    const seen = new Set<number>()
    for (let i = 0; i < 4; i++) {
      const { id, version } = await of(store).insert(draft(drafts))
      assertTrue(!seen.has(id), `${id} was given before`)
      seen.add(id)
      await of(store).delete(id, version)
    }
  }),
  defineCase(`${name}/insert/slug-taken`, 'a taken slug is refused, and nothing is stored', async ({ store, draft: drafts }) => {
    await of(store).insert(draft(drafts, { slug: 'same' }))
    const error = await assertRejects(of(store).insert(draft(drafts, { slug: 'same' })), 'slug_taken')
    assertEqual(error.details.slug, 'same', 'the slug in the error')
    await assertFinds(of(store), {}, ['same'])
  }),
]

const updateCases = ({ name, of, draft }: Subject): ConformanceCase[] => [
  defineCase(`${name}/update/replaces`, 'an update replaces the record and gives the next version', async ({ store, draft: drafts }) => {
    const [first, other] = [await of(store).insert(draft(drafts)), await of(store).insert(draft(drafts))]
    const changed = { ...first, slug: 'changed', searchText: 'changed', updatedMs: first.updatedMs + 1000, createdMs: 5 }
    assertEqual(await of(store).update(changed), { ...changed, version: 2 }, 'result')
    assertEqual(await getOne(of(store), first.id), { ...changed, version: 2 }, 'stored')
    assertEqual(await getOne(of(store), other.id), other, 'another record')
  }),
  defineCase(`${name}/update/versions`, 'versions count updates', async ({ store, draft: drafts }) => {
    let record = await of(store).insert(draft(drafts))
    for (let version = 2; version <= 6; version++) {
      record = await of(store).update(record)
      assertEqual(record.version, version, 'version')
    }
  }),
  defineCase(
    `${name}/update/version-conflict`,
    'another version is refused, older or newer, and nothing changes',
    async ({ store, draft: drafts }) => {
      const first = await of(store).insert(draft(drafts))
      const second = await of(store).update({ ...first, slug: 'second' })
      await assertRejects(of(store).update({ ...first, slug: 'third' }), 'version_conflict')
      await assertRejects(of(store).update({ ...second, version: 3, slug: 'third' }), 'version_conflict')
      await assertRejects(of(store).update({ ...second, version: 0, slug: 'third' }), 'version_conflict')
      assertEqual(await getOne(of(store), first.id), second, 'stored')
    },
  ),
  defineCase(
    `${name}/update/not-found`,
    'an update of an unknown or deleted record fails with not_found',
    async ({ store, draft: drafts }) => {
      const record = await of(store).insert(draft(drafts))
      await assertRejects(of(store).update({ ...record, id: unknown }), 'not_found')
      await of(store).delete(record.id, record.version)
      await assertRejects(of(store).update(record), 'not_found')
      await assertFinds(of(store), {}, [])
    },
  ),
  defineCase(
    `${name}/update/slug-taken`,
    'the slug of another record is refused, and nothing changes',
    async ({ store, draft: drafts }) => {
      const [a, b] = [await of(store).insert(draft(drafts, { slug: 'a' })), await of(store).insert(draft(drafts, { slug: 'b' }))]
      const error = await assertRejects(of(store).update({ ...b, slug: 'a', searchText: 'changed' }), 'slug_taken')
      assertEqual(error.details.slug, 'a', 'the slug in the error')
      assertEqual(await findAll(of(store), {}), [a, b], 'stored')
    },
  ),
  defineCase(`${name}/update/conflict-before-slug`, 'a wrong version is reported before a taken slug', async ({ store, draft: drafts }) => {
    const [, b] = [await of(store).insert(draft(drafts, { slug: 'a' })), await of(store).insert(draft(drafts, { slug: 'b' }))]
    await assertRejects(of(store).update({ ...b, version: 9, slug: 'a' }), 'version_conflict')
    await assertRejects(of(store).update({ ...b, id: unknown, slug: 'a' }), 'not_found')
  }),
  defineCase(`${name}/update/slug-freed`, 'a slug that is given up can be taken', async ({ store, draft: drafts }) => {
    const a = await of(store).insert(draft(drafts, { slug: 'a' }))
    await of(store).update({ ...a, slug: 'b' })
    await of(store).insert(draft(drafts, { slug: 'a' }))
    assertEqual(slugsOf(await findAll(of(store), {})), ['b', 'a'], 'slugs')
    await assertRejects(of(store).insert(draft(drafts, { slug: 'b' })), 'slug_taken')
  }),
]

const deleteCases = ({ name, of, draft }: Subject): ConformanceCase[] => [
  defineCase(`${name}/delete/removes`, 'no read returns a deleted record, and other records stay', async ({ store, draft: drafts }) => {
    const [a, b] = [await of(store).insert(draft(drafts, { slug: 'a' })), await of(store).insert(draft(drafts, { slug: 'b' }))]
    assertEqual(await of(store).delete(a.id, a.version), undefined, 'result')
    assertEqual(await of(store).getMany([a.id, b.id]), [b], 'getMany')
    await assertFinds(of(store), {}, ['b'])
    await assertFinds(of(store), { slugs: ['a'] }, [])
    await assertFinds(of(store), { ids: [a.id] }, [])
  }),
  defineCase(
    `${name}/delete/version-conflict`,
    'another version is refused, older or newer, and nothing changes',
    async ({ store, draft: drafts }) => {
      const first = await of(store).insert(draft(drafts))
      const second = await of(store).update(first)
      await assertRejects(of(store).delete(first.id, 1), 'version_conflict')
      await assertRejects(of(store).delete(first.id, 3), 'version_conflict')
      assertEqual(await getOne(of(store), first.id), second, 'stored')
    },
  ),
  defineCase(
    `${name}/delete/not-found`,
    'a deletion of an unknown or deleted record fails with not_found',
    async ({ store, draft: drafts }) => {
      const { id, version } = await of(store).insert(draft(drafts))
      await assertRejects(of(store).delete(unknown, 1), 'not_found')
      await of(store).delete(id, version)
      await assertRejects(of(store).delete(id, version), 'not_found')
    },
  ),
  defineCase(`${name}/delete/slug-freed`, 'the slug of a deleted record can be taken', async ({ store, draft: drafts }) => {
    const a = await of(store).insert(draft(drafts, { slug: 'a' }))
    await of(store).delete(a.id, a.version)
    const again = await of(store).insert(draft(drafts, { slug: 'a' }))
    assertEqual(slugsOf(await of(store).getMany([a.id, again.id])), ['a'], 'slugs')
  }),
]

/** insert, update and delete, for each kind. */
export const writingCases: readonly ConformanceCase[] = forEachKind((subject) => [
  ...insertCases(subject),
  ...updateCases(subject),
  ...deleteCases(subject),
]).flat()
