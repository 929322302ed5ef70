import type { StoredFields } from '@kalends/core/store'
import { assertEqual, assertRejects } from '../../assert.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { assertFinds, findAll, getOne, insertAll, slugsOf, upBy } from '../expectations.ts'
import { forEachKind } from '../subjects.ts'
import { keyed, ofLevel } from './field-keys.ts'

const none: StoredFields = { values: {}, keys: {} }

const stop = new Error('stop')

const tokenOf = async (store: { revision(nowMs: number): Promise<{ readonly token: string }> | { readonly token: string } }) =>
  (await store.revision(0)).token

const updateCases = forEachKind((subject) =>
  defineCase(`fields/update/${subject.name}`, `update of ${subject.name} replaces the keys of fields`, async ({ store, draft }) => {
    const collection = subject.of(store)
    const [first] = await insertAll(collection, [
      subject.draft(draft, { slug: 'one' }),
      subject.draft(draft, { slug: 'other', fields: keyed.a }),
    ])
    if (first === undefined) throw new Error('expected a record')
    let record = first
    const steps = [
      [keyed.a, ['one', 'other'], []],
      [keyed.b, ['one', 'other'], ['one']],
      [{ ...keyed.b, values: {} }, ['one', 'other'], ['one']],
      [keyed.c, ['other'], ['one']],
      [none, ['other'], []],
      [none, ['other'], []],
      [keyed.b, ['one', 'other'], ['one']],
      [{ ...keyed.b, keys: {} }, ['other'], []],
    ] as const
    for (const [step, [fields, beginners, pros]] of steps.entries()) {
      record = await collection.update({ ...record, fields })
      assertEqual([record.fields, record.version], [fields, step + 2], `returned by step ${step}`)
      assertEqual((await getOne(collection, record.id)).fields, fields, `read after step ${step}`)
      await assertFinds(collection, ofLevel('sbeginner'), beginners, `beginners after step ${step}`)
      await assertFinds(collection, ofLevel('spro'), pros, `pros after step ${step}`)
    }
  }),
)

const staleCases = forEachKind((subject) =>
  defineCase(`fields/stale/${subject.name}`, `a refused write of ${subject.name} changes no keys`, async ({ store, draft }) => {
    const collection = subject.of(store)
    const record = await collection.insert(subject.draft(draft, { slug: 'one', fields: keyed.a }))
    await assertRejects(collection.update({ ...record, version: 7, fields: keyed.c }), 'version_conflict')
    await assertRejects(collection.update({ ...record, version: 7, fields: none }), 'version_conflict')
    await assertRejects(collection.updateMany([{ ...record, version: 7, fields: none }]), 'version_conflict')
    await assertRejects(collection.delete(record.id, 7), 'version_conflict')
    await assertRejects(collection.update({ ...record, id: 900_000_001, fields: none }), 'not_found')
    await assertFinds(collection, ofLevel('sbeginner'), ['one'], 'the old key')
    await assertFinds(collection, ofLevel('spro'), [], 'the new key')
  }),
)

const deleteCases = forEachKind((subject) =>
  defineCase(`fields/delete/${subject.name}`, `deleted ${subject.name} are not found by their keys`, async ({ store, draft }) => {
    const collection = subject.of(store)
    const drafts = ['a', 'b', 'c', 'd'].map((slug, i) => subject.draft(draft, { slug, fields: i === 3 ? none : keyed.b }))
    const [a, b, c, d] = await insertAll(collection, drafts)
    if (!a || !b || !c || !d) throw new Error('expected four records')
    await collection.delete(a.id, 1)
    await assertFinds(collection, ofLevel('spro'), ['b', 'c'], 'after delete')
    await collection.deleteMany([b, d])
    await assertFinds(collection, ofLevel('spro', 'sbeginner'), ['c'], 'after deleteMany')
  }),
)

const transactionCases = forEachKind((subject) =>
  defineCase(`fields/transaction/${subject.name}`, `a rollback undoes the keys of ${subject.name}`, async ({ store, draft }) => {
    const collection = subject.of(store)
    const [a, b] = await insertAll(collection, [
      subject.draft(draft, { slug: 'a', fields: keyed.a }),
      subject.draft(draft, { slug: 'b', fields: keyed.c }),
    ])
    if (!a || !b) throw new Error('expected two records')
    const change = async (tx: typeof store): Promise<void> => {
      const inside = subject.of(tx)
      await inside.update({ ...a, fields: keyed.c })
      await inside.delete(b.id, 1)
      await inside.insert(subject.draft(draft, { slug: 'c', fields: keyed.b }))
      await assertFinds(inside, ofLevel('spro'), ['a', 'c'], 'inside')
      await assertFinds(inside, ofLevel('sbeginner'), ['c'], 'the other key, inside')
    }
    await store
      .transaction(async (tx) => {
        await change(tx)
        throw stop
      })
      .catch((error: unknown) => {
        if (error !== stop) throw error
      })
    await assertFinds(collection, ofLevel('spro'), ['b'], 'after the rollback')
    await assertFinds(collection, ofLevel('sbeginner'), ['a'], 'the other key, after the rollback')
    await store.transaction(change)
    await assertFinds(collection, ofLevel('spro'), ['a', 'c'], 'committed')
  }),
)

const replaceCases = forEachKind((subject) =>
  defineCase(`fields/replace/${subject.name}`, `replaceKeys replaces the keys of ${subject.name} alone`, async ({ store, draft }) => {
    const collection = subject.of(store)
    const drafts = ['a', 'b', 'c', 'd'].map((slug, i) => subject.draft(draft, { slug, fields: i === 3 ? none : keyed.a }))
    const [a, b, c, d] = await insertAll(collection, drafts)
    if (!a || !b || !c || !d) throw new Error('expected four records')
    const before = await tokenOf(store)
    assertEqual(
      await collection.replaceKeys(
        [
          { id: a.id, version: 2, keys: {} },
          { id: 900_000_001, version: 1, keys: {} },
        ],
        1_000,
      ),
      0,
      'none',
    )
    assertEqual(await collection.replaceKeys([], 1_000), 0, 'no records')
    const given = [
      { id: d.id, version: 1, keys: { new: ['s1', 's2'] } },
      { id: a.id, version: 1, keys: keyed.b.keys },
      { id: b.id, version: 3, keys: keyed.c.keys },
      { id: c.id, version: 1, keys: {} },
      { id: 900_000_001, version: 1, keys: keyed.c.keys },
    ]
    assertEqual(await collection.replaceKeys(given, 1_000), 3, 'replaced')
    assertEqual((await tokenOf(store)) === before, false, 'the same revision after a change')
    const { values } = keyed.a
    const expected = [
      { ...a, fields: { values, keys: keyed.b.keys } },
      b,
      { ...c, fields: { values, keys: {} } },
      { ...d, fields: { values: {}, keys: { new: ['s1', 's2'] } } },
    ]
    assertEqual(await findAll(collection, {}), expected, 'stored')
    await assertFinds(collection, ofLevel('spro'), ['a'], 'the new key')
    await assertFinds(collection, ofLevel('sbeginner'), ['a', 'b'], 'the old key')
    await assertFinds(collection, { fields: [{ name: 'new', range: { gte: 's2' } }] }, ['d'], 'the first keys of a record')
    const updated = await collection.update({ ...c, fields: keyed.c })
    assertEqual(updated.version, 2, 'the version of the next update')
    await store
      .transaction(async (tx) => {
        assertEqual(await subject.of(tx).replaceKeys([{ id: a.id, version: 1, keys: {} }], 1_000), 1, 'inside')
        throw stop
      })
      .catch((error: unknown) => {
        if (error !== stop) throw error
      })
    await assertFinds(collection, ofLevel('spro'), ['a', 'c'], 'after a rollback')
  }),
)

const orderCase = defineCase(
  'fields/follow',
  'lists by fields follow the times, the status and the links of events',
  async ({ store, draft }) => {
    const at = (day: number) => ({ startLocal: `2026-07-0${day}T10:00:00` })
    const [a, b, c] = await insertAll(
      store.events,
      ['a', 'b', 'c'].map((slug, i) => draft.event({ slug, times: at(i + 1), fields: keyed.a })),
    )
    if (!a || !b || !c) throw new Error('expected three events')
    const filter = { ...ofLevel('sbeginner'), readable: [{ status: 'publish' as const }], hidden: false }
    const assertLists = async (slugs: readonly string[], what: string): Promise<void> => {
      assertEqual(slugsOf(await store.events.find({ filter, order: upBy('startLocal'), offset: 0, limit: 10 })), slugs, what)
      assertEqual(await store.events.count(filter), slugs.length, `${what}, counted`)
    }
    await assertLists(['a', 'b', 'c'], 'at first')
    const { times } = draft.event({ times: at(9) })
    const moved = await store.events.update({ ...a, times })
    await assertLists(['b', 'c', 'a'], 'moved')
    const trashed = await store.events.update({ ...b, status: 'trash', statusBeforeTrash: 'publish' })
    await assertLists(['c', 'a'], 'in the trash')
    const [hidden] = await store.events.updateMany([
      { ...c, hidden: true },
      { ...trashed, status: 'publish', statusBeforeTrash: null },
    ])
    await assertLists(['b', 'a'], 'hidden and restored')
    if (hidden === undefined) throw new Error('expected an event')
    await store.events.updateMany([
      { ...hidden, hidden: false, times: moved.times },
      { ...moved, times: c.times, fields: keyed.b },
    ])
    await assertLists(['b', 'a', 'c'], 'exchanged')
    const venue = await store.venues.insert(draft.venue())
    const linked = await store.events.update({ ...moved, version: 3, times: c.times, fields: keyed.c, venueIds: [venue.id] })
    await assertLists(['b', 'c'], 'with another key')
    await store.venues.delete(venue.id, 1)
    await store.events.update({ ...linked, venueIds: [], fields: keyed.a })
    await assertLists(['b', 'a', 'c'], 'with its first key')
  },
)

/** Writes keep the keys of fields. */
export const fieldWriteCases: readonly ConformanceCase[] = [
  ...updateCases,
  ...staleCases,
  ...deleteCases,
  ...transactionCases,
  ...replaceCases,
  orderCase,
]
