import type { StoredFields } from '@kalends/core/store'
import { assertEqual } from '../../assert.ts'
import { nastyTexts, wideText } from '../../nasty-texts.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { assertFinds, findAll, getOne } from '../expectations.ts'
import { forEachKind } from '../subjects.ts'

/** Values of every shape that JSON has. `JSON.parse` gives the objects members of their own with the names of prototype members. */
const values: StoredFields['values'] = {
  text: 'Ünïcödé 🎉',
  empty: '',
  integer: 9_007_199_254_740_991,
  fraction: 0.1,
  small: 5e-324,
  negative: -1.5e300,
  zero: 0,
  yes: true,
  no: false,
  nothing: null,
  list: [1, 'a', null, [], {}, [[true]]],
  nested: { a: { b: { c: [{ d: 1 }] } } },
  prototypes: JSON.parse('{"__proto__": {"x": 1}, "constructor": "y", "toString": [null]}'),
  texts: nastyTexts.map(({ text }) => text),
  zebra: 1,
  apple: 2,
}

/** The longest name of a field. */
const longName = `a${'B1'.repeat(19)}z`

/** The longest key: 201 code points of four bytes. */
const longKey = `s${wideText(200)}`

const keys: StoredFields['keys'] = {
  text: ['sunicode'],
  list: ['b0', 'nbff0000000000000', 'sa'],
  [longName]: [longKey],
  texts: nastyTexts.map(({ text }) => `s${text}`),
}

const roundTripCases = forEachKind((subject) =>
  defineCase(`fields/round-trip/${subject.name}`, `${subject.name} keep the values and the keys of fields`, async ({ store, draft }) => {
    const collection = subject.of(store)
    const given = subject.draft(draft, { fields: { values, keys } })
    const record = await collection.insert(given)
    assertEqual(record.fields, { values, keys }, 'returned')
    assertEqual((await getOne(collection, record.id)).fields, { values, keys }, 'by id')
    assertEqual((await findAll(collection, {}))[0]?.fields, { values, keys }, 'in a list')
    const without = await collection.insert(subject.draft(draft))
    assertEqual((await getOne(collection, without.id)).fields, { values: {}, keys: {} }, 'without values')
    const valuesAlone = await collection.insert(subject.draft(draft, { fields: { values: { a: 1 }, keys: {} } }))
    assertEqual((await getOne(collection, valuesAlone.id)).fields, { values: { a: 1 }, keys: {} }, 'without keys')
  }),
)

const largeCases = forEachKind((subject) =>
  defineCase(
    `fields/large/${subject.name}`,
    `${subject.name} keep 16 kB of values and the longest names and keys`,
    async ({ store, draft }) => {
      const collection = subject.of(store)
      const fields = {
        values: { [longName]: wideText(4_000) },
        keys: { [longName]: Array.from({ length: 20 }, (_, i) => `s${wideText(199)}${String.fromCodePoint(0x20000 + i)}`) },
      }
      const record = await collection.insert(subject.draft(draft, { slug: 'long', fields }))
      assertEqual((await getOne(collection, record.id)).fields, fields, 'read')
      await collection.insert(subject.draft(draft, { fields: { values: {}, keys: { [longName]: [`${longKey.slice(0, -2)}\u{20fff}`] } } }))
      await assertFinds(collection, { fields: [{ name: longName, keys: [longKey] }] }, [], 'another end')
      await assertFinds(collection, { fields: [{ name: longName, keys: [fields.keys[longName]?.[7] ?? ''] }] }, ['long'], 'found')
      await assertFinds(
        collection,
        { fields: [{ name: longName.slice(0, -1), keys: [...(fields.keys[longName] ?? [])] }] },
        [],
        'a shorter name',
      )
    },
  ),
)

const bulkCases = forEachKind((subject) =>
  defineCase(`fields/many/${subject.name}`, `insertMany and updateMany of ${subject.name} write fields`, async ({ store, draft }) => {
    const collection = subject.of(store)
    const fieldsAt = (i: number): StoredFields =>
      i % 3 === 0 ? { values: {}, keys: {} } : { values: { i }, keys: { i: [`n${String(i % 4).padStart(16, '0')}`] } }
    const drafts = Array.from({ length: 40 }, (_, i) => subject.draft(draft, { slug: `r${i}`, fields: fieldsAt(i) }))
    const records = (await collection.insertMany(drafts)).flatMap((record) => record ?? [])
    assertEqual(
      (await findAll(collection, {})).map(({ fields }) => fields),
      drafts.map(({ fields }) => fields),
      'inserted',
    )
    const one = { fields: [{ name: 'i', keys: ['n0000000000000001'] }] }
    const slugsAt = (test: (i: number) => boolean): string[] => drafts.flatMap(({ slug }, i) => (test(i) ? [slug] : []))
    await assertFinds(
      collection,
      one,
      slugsAt((i) => i % 3 !== 0 && i % 4 === 1),
      'found',
    )
    const changed = records.map((record, i) => ({ ...record, fields: fieldsAt(i + 1) }))
    assertEqual(
      (await collection.updateMany(changed)).map(({ fields }) => fields),
      changed.map(({ fields }) => fields),
      'updated',
    )
    assertEqual(
      (await findAll(collection, {})).map(({ fields }) => fields),
      changed.map(({ fields }) => fields),
      'read after the update',
    )
    await assertFinds(
      collection,
      one,
      slugsAt((i) => (i + 1) % 3 !== 0 && (i + 1) % 4 === 1),
      'found after the update',
    )
    await collection.deleteMany(changed.slice(0, 30).map(({ id }) => ({ id, version: 2 })))
    await assertFinds(
      collection,
      one,
      slugsAt((i) => i >= 30 && (i + 1) % 3 !== 0 && (i + 1) % 4 === 1),
      'found after the deletion',
    )
  }),
)

/** Values and keys of fields are stored and read. */
export const fieldValueCases: readonly ConformanceCase[] = [...roundTripCases, ...largeCases, ...bulkCases]
