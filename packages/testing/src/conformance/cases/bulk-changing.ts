import { assertEqual, assertRejects, assertTrue } from '../../assert.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { assertFinds, byId, findAll, insertAll } from '../expectations.ts'
import { type AnyRecord, forEachKind, type Subject } from '../subjects.ts'

/** More rows or ids than the SQL store puts into one statement (500), so that it needs several. */
const many = 1_201
const unknown = 900_000_001

const next = (records: readonly AnyRecord[]): readonly AnyRecord[] => records.map((record) => ({ ...record, version: record.version + 1 }))

async function assertTypeError(call: Promise<unknown>): Promise<void> {
  const outcome = await call.then(
    () => 'no error',
    (error: unknown) => (error instanceof TypeError ? 'TypeError' : String(error)),
  )
  assertEqual(outcome, 'TypeError', 'outcome')
}

const updateManyCases = ({ name, of, draft }: Subject): ConformanceCase[] => [
  defineCase(
    `${name}/update-many/as-update`,
    'updateMany returns each record as update would, in order',
    async ({ store, draft: drafts }) => {
      const [a, b, c, other] = await insertAll(
        of(store),
        ['a', 'b', 'c', 'other'].map((slug) => draft(drafts, { slug })),
      )
      if (!a || !b || !c || !other) throw new Error('expected four records')
      const changed = [
        { ...c, slug: 'd', searchText: 'changed', updatedMs: 7 },
        { ...a, searchText: 'changed too', updatedLocal: '2031-01-01T00:00:00' },
        await of(store).update(b),
      ]
      assertEqual(await of(store).updateMany(changed), next(changed), 'result')
      assertEqual(await findAll(of(store), {}), [next(changed)[1], next(changed)[2], next(changed)[0], other], 'stored')
      await of(store).insert(draft(drafts, { slug: 'c' }))
      await assertRejects(of(store).insert(draft(drafts, { slug: 'd' })), 'slug_taken')
    },
  ),
  defineCase(`${name}/update-many/none`, 'updateMany and deleteMany accept an empty list', async ({ store }) => {
    assertEqual(await of(store).updateMany([]), [], 'result')
    assertEqual(await of(store).deleteMany([]), undefined, 'result of deleteMany')
  }),
  defineCase(`${name}/update-many/many`, 'any number of records can be replaced and deleted', async ({ store, draft: drafts }) => {
    const records = (await of(store).insertMany(Array.from({ length: many }, () => draft(drafts)))).filter((record) => record !== null)
    const changed = records.map((record, i) => ({ ...record, slug: `new-${i}`, updatedMs: i })).reverse()
    assertEqual(await of(store).updateMany(changed), next(changed), 'result')
    const found = await of(store).find({ filter: {}, order: byId, offset: 0, limit: many })
    assertEqual(found, next(changed).toReversed(), 'stored')
    assertEqual(await of(store).deleteMany(found.slice(1)), undefined, 'result of deleteMany')
    assertEqual(await findAll(of(store), {}), found.slice(0, 1), 'left')
  }),
]

const updateManyErrorCases = ({ name, of, draft }: Subject): ConformanceCase[] => [
  defineCase(`${name}/update-many/errors`, 'if updateMany fails for one record, no record changes', async ({ store, draft: drafts }) => {
    const [a, b, c] = await insertAll(
      of(store),
      ['a', 'b', 'c'].map((slug) => draft(drafts, { slug })),
    )
    if (!a || !b || !c) throw new Error('expected three records')
    const more = { searchText: 'changed' }
    const refused = async (records: readonly AnyRecord[], code: 'not_found' | 'version_conflict' | 'slug_taken'): Promise<void> => {
      await assertRejects(of(store).updateMany(records), code)
      assertEqual(await findAll(of(store), {}), [a, b, c], `stored after ${code}`)
      const inside = await store.transaction(async (tx) => {
        await assertRejects(of(tx).updateMany(records), code)
        return findAll(of(tx), {})
      })
      assertEqual(inside, [a, b, c], `stored in a transaction after ${code}`)
    }
    await refused(
      [
        { ...a, ...more },
        { ...b, id: unknown },
      ],
      'not_found',
    )
    await refused(
      [
        { ...a, ...more },
        { ...b, version: 2 },
      ],
      'version_conflict',
    )
    await refused(
      [
        { ...a, ...more },
        { ...b, slug: 'c' },
      ],
      'slug_taken',
    )
    await refused(
      [
        { ...a, slug: 'd' },
        { ...b, slug: 'd' },
      ],
      'slug_taken',
    )
    // Of several errors, the error of the first record is reported.
    await refused(
      [
        { ...a, version: 2 },
        { ...b, id: unknown },
        { ...c, slug: 'a' },
      ],
      'version_conflict',
    )
    await refused(
      [
        { ...c, slug: 'a' },
        { ...b, version: 9 },
      ],
      'slug_taken',
    )
    await assertTypeError(of(store).updateMany([a, { ...a, ...more }]))
    assertEqual(await findAll(of(store), {}), [a, b, c], 'stored after a repeated id')
  }),
]

const updateManyTogetherCases = ({ name, of, draft }: Subject): ConformanceCase[] => [
  defineCase(
    `${name}/update-many/no-exchange`,
    'records of one call cannot swap slugs, nor take a slug that another record of the call gives up',
    async ({ store, draft: drafts }) => {
      const [a, b] = await insertAll(
        of(store),
        ['a', 'b'].map((slug) => draft(drafts, { slug })),
      )
      if (!a || !b) throw new Error('expected two records')
      await assertRejects(
        of(store).updateMany([
          { ...a, slug: 'b' },
          { ...b, slug: 'a' },
        ]),
        'slug_taken',
      )
      await assertRejects(
        of(store).updateMany([
          { ...a, slug: 'c' },
          { ...b, slug: 'a' },
        ]),
        'slug_taken',
      )
      await assertRejects(
        of(store).updateMany([
          { ...b, slug: 'a' },
          { ...a, slug: 'c' },
        ]),
        'slug_taken',
      )
      assertEqual(await findAll(of(store), {}), [a, b], 'stored')
    },
  ),
  defineCase(
    `${name}/update-many/revision`,
    'updateMany changes the token, and a rollback undoes updateMany and deleteMany',
    async ({ store, draft: drafts }) => {
      const records = await insertAll(of(store), [draft(drafts), draft(drafts)])
      const { token } = await store.revision(0)
      const stop = new Error('stop')
      await store
        .transaction(async (tx) => {
          await of(tx).deleteMany(await of(tx).updateMany(records))
          await assertFinds(of(tx), {}, [], 'inside')
          throw stop
        })
        .catch((error: unknown) => {
          if (error !== stop) throw error
        })
      assertEqual(await findAll(of(store), {}), records, 'afterwards')
      await of(store).updateMany(records)
      assertTrue((await store.revision(0)).token !== token, 'another token')
    },
  ),
]

const deleteManyCases = ({ name, of, draft }: Subject): ConformanceCase[] => [
  defineCase(`${name}/delete-many/removes`, 'deleteMany deletes the given records, and no others', async ({ store, draft: drafts }) => {
    const [a, b, c] = await insertAll(
      of(store),
      ['a', 'b', 'c'].map((slug) => draft(drafts, { slug })),
    )
    if (!a || !b || !c) throw new Error('expected three records')
    const { token } = await store.revision(0)
    await of(store).deleteMany([
      { id: c.id, version: 1 },
      { id: a.id, version: 1 },
    ])
    assertEqual(await of(store).getMany([a.id, b.id, c.id]), [b], 'getMany')
    await assertFinds(of(store), {}, ['b'])
    assertTrue((await store.revision(0)).token !== token, 'another token')
    await of(store).insert(draft(drafts, { slug: 'a' }))
  }),
  defineCase(`${name}/delete-many/errors`, 'if deleteMany fails for one record, no record is deleted', async ({ store, draft: drafts }) => {
    const records = await insertAll(of(store), [draft(drafts), draft(drafts)])
    const [a, b] = records
    if (!a || !b) throw new Error('expected two records')
    await assertRejects(of(store).deleteMany([a, { ...b, version: 2 }]), 'version_conflict')
    await assertRejects(of(store).deleteMany([a, { id: unknown, version: 1 }]), 'not_found')
    await assertRejects(
      of(store).deleteMany([
        { ...b, version: 2 },
        { id: unknown, version: 1 },
      ]),
      'version_conflict',
    )
    await assertTypeError(of(store).deleteMany([a, a]))
    const inside = await store.transaction(async (tx) => {
      await assertRejects(of(tx).deleteMany([a, { id: unknown, version: 1 }]), 'not_found')
      return findAll(of(tx), {})
    })
    assertEqual([inside, await findAll(of(store), {})], [records, records], 'stored')
  }),
]

/** updateMany and deleteMany, for each kind. */
export const bulkChangingCases: readonly ConformanceCase[] = [
  ...forEachKind((subject) => [
    ...updateManyCases(subject),
    ...updateManyErrorCases(subject),
    ...updateManyTogetherCases(subject),
    ...deleteManyCases(subject),
  ]).flat(),
]
