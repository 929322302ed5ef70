import type { Alias, AliasCondition } from '@kalends/core/store'
import { assertEqual } from '../../assert.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { assertFinds, insertAll } from '../expectations.ts'
import { type AnyCollection, type AnyRecord, forEachKind, type Subject } from '../subjects.ts'

/** Aliases in an order of their own: stores return them in any. */
const sorted = (aliases: readonly Alias[]): readonly Alias[] =>
  [...aliases].sort((a, b) => a.id - b.id || (`${a.of} ${a.text}` < `${b.of} ${b.text}` ? -1 : 1))

const bySlug = (...texts: string[]): { readonly alias: AliasCondition } => ({ alias: { of: 'slug', texts } })
const byFormerId = (...texts: string[]): { readonly alias: AliasCondition } => ({ alias: { of: 'id', texts } })
const byName = (...texts: string[]): { readonly alias: AliasCondition } => ({ alias: { of: 'nameKey', texts } })

/** Inserts the records a, b and c. */
async function insertThree(collection: AnyCollection, subject: Subject, context: Parameters<ConformanceCase['run']>[0]) {
  const records = await insertAll(
    collection,
    ['a', 'b', 'c'].map((slug) => subject.draft(context.draft, { slug })),
  )
  const [a, b, c] = records
  if (!a || !b || !c) throw new Error('expected three records')
  return { a, b, c }
}

const aliasOf = ({ id }: AnyRecord, text: string, { of = 'slug', atMs = 1_000 }: Partial<Alias> = {}): Alias => ({ id, of, text, atMs })

/** Texts that some collations take for equal, or for one text with another ending. */
const similar = ['hall', 'Hall', 'häll', 'hall ', 'hal', 'halle', '']

const findCases = forEachKind((subject) =>
  defineCase(
    `aliases/find/${subject.name}`,
    `alias: ${subject.name} with one of some former slugs, former names, or ids of merged records`,
    async (context) => {
      const collection = subject.of(context.store)
      const { a, b, c } = await insertThree(collection, subject, context)
      await collection.addAliases([aliasOf(a, 'old'), aliasOf(b, 'old'), aliasOf(b, 'older'), aliasOf(c, 'old', { of: 'nameKey' })])
      await collection.addAliases([aliasOf(a, '7', { of: 'id' }), aliasOf(c, '8', { of: 'id' })])
      await assertFinds(collection, bySlug('old'), ['a', 'b'], 'a slug of two records')
      await assertFinds(collection, bySlug('older', 'unknown', 'older'), ['b'], 'one of several slugs')
      await assertFinds(collection, bySlug('older', 'old'), ['a', 'b'], 'a record with two of them once')
      await assertFinds(collection, byName('old'), ['c'], 'a name')
      await assertFinds(collection, byFormerId('7', '9'), ['a'], 'an id')
      await assertFinds(collection, bySlug('7'), [], 'an id as a slug')
      await assertFinds(collection, bySlug(), [], 'an empty list')
      await assertFinds(collection, bySlug('a', 'c'), [], 'present slugs')
      await assertFinds(collection, { ...bySlug('old'), excludeIds: [a.id] }, ['b'], 'with another member')
      assertEqual(await collection.count(bySlug('old')), 2, 'count')
      for (const other of ['events', 'venues', 'organizers', 'terms'] as const)
        if (other !== subject.name) assertEqual(await context.store[other].count(bySlug('old')), 0, `records of ${other}`)
    },
  ),
)

const codePointCases = forEachKind((subject) =>
  defineCase(`aliases/code-points/${subject.name}`, `alias: texts of ${subject.name} are compared by code point`, async (context) => {
    const collection = subject.of(context.store)
    const { a } = await insertThree(collection, subject, context)
    await collection.addAliases(similar.map((text) => aliasOf(a, text)))
    assertEqual(sorted(await collection.getAliases([a.id])).length, similar.length, 'stored')
    const { b } = { b: await collection.insert(subject.draft(context.draft, { slug: 'd' })) }
    await collection.addAliases([aliasOf(b, 'Hall')])
    await assertFinds(collection, bySlug('hall'), ['a'], 'hall')
    await assertFinds(collection, bySlug('Hall'), ['a', 'd'], 'Hall')
    await assertFinds(collection, bySlug('HALL'), [], 'HALL')
  }),
)

const readCases = forEachKind((subject) =>
  defineCase(
    `aliases/read/${subject.name}`,
    `getAliases returns the aliases of ${subject.name}, each with its last time`,
    async (context) => {
      const collection = subject.of(context.store)
      const { a, b, c } = await insertThree(collection, subject, context)
      await collection.addAliases([])
      await collection.addAliases([aliasOf(a, 'x'), aliasOf(a, 'x', { of: 'nameKey', atMs: 2_000 }), aliasOf(b, 'x')])
      await collection.addAliases([aliasOf(a, 'x', { atMs: 3_000 }), aliasOf(c, 'y')])
      const ofA = [aliasOf(a, 'x', { of: 'nameKey', atMs: 2_000 }), aliasOf(a, 'x', { atMs: 3_000 })]
      assertEqual(sorted(await collection.getAliases([a.id, b.id, a.id])), [...ofA, aliasOf(b, 'x')], 'two records')
      assertEqual(await collection.getAliases([]), [], 'no record')
      assertEqual(await collection.getAliases([900_000_001]), [], 'an unknown record')
    },
  ),
)

const deleteCases = forEachKind((subject) =>
  defineCase(`aliases/delete/${subject.name}`, `a deletion of ${subject.name} removes their aliases, and no others`, async (context) => {
    const collection = subject.of(context.store)
    const { a, b, c } = await insertThree(collection, subject, context)
    await collection.addAliases([a, b, c].map((record) => aliasOf(record, 'old')))
    await collection.delete(a.id, a.version)
    assertEqual(sorted(await collection.getAliases([a.id, b.id, c.id])), [aliasOf(b, 'old'), aliasOf(c, 'old')], 'after delete')
    await collection.deleteMany([{ id: b.id, version: b.version }])
    assertEqual(await collection.getAliases([a.id, b.id, c.id]), [aliasOf(c, 'old')], 'after deleteMany')
    await assertFinds(collection, bySlug('old'), ['c'], 'found')
  }),
)

const updateCases = forEachKind((subject) =>
  defineCase(`aliases/update/${subject.name}`, `an update of ${subject.name} leaves their aliases`, async (context) => {
    const collection = subject.of(context.store)
    const { a } = await insertThree(collection, subject, context)
    await collection.addAliases([aliasOf(a, 'old')])
    await collection.update({ ...a, slug: 'new' })
    assertEqual(await collection.getAliases([a.id]), [aliasOf(a, 'old')], 'after an update that changes the slug')
  }),
)

const rollbackCases = forEachKind((subject) =>
  defineCase(`aliases/rollback/${subject.name}`, `aliases of ${subject.name} are part of their transaction`, async (context) => {
    const { store } = context
    const { a, b } = await insertThree(subject.of(store), subject, context)
    await subject.of(store).addAliases([aliasOf(b, 'old')])
    const failed = store.transaction(async (tx) => {
      const collection = subject.of(tx)
      await collection.addAliases([aliasOf(a, 'old'), aliasOf(b, 'old', { atMs: 5_000 })])
      assertEqual(await collection.count(bySlug('old')), 2, 'inside of the transaction')
      await collection.delete(b.id, b.version)
      assertEqual(await collection.count(bySlug('old')), 1, 'after a deletion inside')
      throw new Error('undo')
    })
    await failed.catch(() => undefined)
    assertEqual(await subject.of(store).getAliases([a.id, b.id]), [aliasOf(b, 'old')], 'after the rollback')
  }),
)

/** Categories and tags share a collection, but no slugs. */
const taxonomyCase = defineCase(
  'aliases/taxonomies',
  'alias: the taxonomy distinguishes terms with the same alias',
  async ({ store, draft }) => {
    const [category, tag] = await insertAll(store.terms, [
      draft.term({ taxonomy: 'category', slug: 'a' }),
      draft.term({ taxonomy: 'tag', slug: 'b' }),
    ])
    if (!category || !tag) throw new Error('expected two terms')
    await store.terms.addAliases([category, tag].map((term) => aliasOf(term, 'old')))
    await assertFinds(store.terms, { ...bySlug('old'), taxonomy: 'tag' }, ['b'], 'the tag')
  },
)

/** The aliases of records: former slugs and names. */
export const aliasCases: readonly ConformanceCase[] = [
  ...findCases,
  ...codePointCases,
  ...readCases,
  ...deleteCases,
  ...updateCases,
  ...rollbackCases,
  taxonomyCase,
]
