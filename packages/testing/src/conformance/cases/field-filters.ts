import type { FieldCondition } from '@kalends/core/store'
import { assertEqual } from '../../assert.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { assertFinds, insertAll, slugsOf } from '../expectations.ts'
import { forEachKind } from '../subjects.ts'
import { keyed } from './field-keys.ts'
import { textsInOrder } from './orders.ts'

/** The conditions of each filter, and the records that it finds. */
const filters: readonly (readonly [what: string, fields: readonly FieldCondition[], found: string])[] = [
  ['no condition', [], 'abcde'],
  ['any key of a field', [{ name: 'level' }], 'abce'],
  ['one key', [{ name: 'level', keys: ['sbeginner'] }], 'ab'],
  ['several keys, each record once', [{ name: 'level', keys: ['sbeginner', 'spro', 'spro'] }], 'abc'],
  ['no key', [{ name: 'level', keys: [] }], ''],
  ['a key of another field', [{ name: 'seats', keys: ['sbeginner'] }], ''],
  ['a key in other letters', [{ name: 'level', keys: ['sBEGINNER', 'spro '] }], ''],
  ['an unknown field', [{ name: 'Level', keys: ['sbeginner'] }, { name: 'level' }], ''],
  ['an unknown name of a prototype', [{ name: 'constructor' }], ''],
  ['a lower bound', [{ name: 'seats', range: { gte: 'n3' } }], 'bcd'],
  ['an upper bound, exclusive', [{ name: 'seats', range: { lt: 'n3' } }], 'ab'],
  ['both bounds', [{ name: 'seats', range: { gte: 'n3', lt: 'n5' } }], 'cd'],
  ['an open range', [{ name: 'seats', range: {} }], 'abcd'],
  ['an empty range', [{ name: 'seats', range: { gte: 'n3', lt: 'n3' } }], ''],
  ['the same key meets both bounds', [{ name: 'seats', range: { gte: 'n21', lt: 'n45' } }], 'cd'],
  ['the same key meets keys and range', [{ name: 'seats', keys: ['n2', 'n3'], range: { gte: 'n25' } }], 'c'],
  ['keys outside of the range', [{ name: 'seats', keys: ['n2'], range: { gte: 'n3' } }], ''],
  [
    'two fields',
    [
      { name: 'level', keys: ['sbeginner'] },
      { name: 'seats', range: { gte: 'n2' } },
    ],
    'b',
  ],
  [
    'one field twice',
    [
      { name: 'level', keys: ['sbeginner'] },
      { name: 'level', keys: ['spro'] },
    ],
    'b',
  ],
  ['a contradiction', [{ name: 'level', keys: ['sBeginner'] }, { name: 'seats' }], ''],
]

const conditionCases = forEachKind((subject) =>
  defineCase(`fields/filter/${subject.name}`, `${subject.name} are filtered by the keys of fields`, async ({ store, draft }) => {
    const collection = subject.of(store)
    const drafts = Object.entries(keyed).map(([slug, fields]) => subject.draft(draft, { slug, fields }))
    const records = await insertAll(collection, drafts)
    for (const [what, fields, found] of filters) {
      await assertFinds(collection, { fields }, [...found], what)
      const ids = records.slice(1, 4).map(({ id }) => id)
      await assertFinds(
        collection,
        { fields, ids },
        [...found].filter((slug) => 'bcd'.includes(slug)),
        `${what}, by id`,
      )
      const order = [{ key: 'id', direction: 'desc' }] as const
      const page = await collection.find({ filter: { fields }, order, offset: 1, limit: 2 })
      assertEqual(slugsOf(page), [...found].toReversed().slice(1, 3), `${what}, the second page`)
    }
  }),
)

const codePointCases = forEachKind((subject) =>
  defineCase(`fields/code-points/${subject.name}`, `keys of ${subject.name} compare by code point`, async ({ store, draft }) => {
    const collection = subject.of(store)
    await insertAll(
      collection,
      textsInOrder.map((text, i) => subject.draft(draft, { slug: `t${i}`, fields: { values: {}, keys: { text: [`s${text}`] } } })),
    )
    const slugs = textsInOrder.map((_, i) => `t${i}`)
    for (const [i, text] of textsInOrder.entries()) {
      await assertFinds(collection, { fields: [{ name: 'text', keys: [`s${text}`] }] }, [`t${i}`], `equal to ${JSON.stringify(text)}`)
      if (i % 7 > 0) continue
      await assertFinds(
        collection,
        { fields: [{ name: 'text', range: { gte: `s${text}` } }] },
        slugs.slice(i),
        `from ${JSON.stringify(text)}`,
      )
      await assertFinds(
        collection,
        { fields: [{ name: 'text', range: { lt: `s${text}` } }] },
        slugs.slice(0, i),
        `below ${JSON.stringify(text)}`,
      )
    }
  }),
)

const manyKeysCases = forEachKind((subject) =>
  defineCase(`fields/many-keys/${subject.name}`, `${subject.name} are filtered by hundreds of keys`, async ({ store, draft }) => {
    const collection = subject.of(store)
    await insertAll(
      collection,
      [3, 399, 700, 5_000].map((n) => subject.draft(draft, { slug: `k${n}`, fields: { values: {}, keys: { n: [`"k\\${n}`] } } })),
    )
    const keysTo = (length: number): readonly string[] => Array.from({ length }, (_, n) => `"k\\${n}`)
    await assertFinds(collection, { fields: [{ name: 'n', keys: keysTo(100) }] }, ['k3'], '100 keys')
    await assertFinds(collection, { fields: [{ name: 'n', keys: keysTo(400) }] }, ['k3', 'k399'], '400 keys')
    await assertFinds(collection, { fields: [{ name: 'n', keys: keysTo(1_000) }] }, ['k3', 'k399', 'k700'], '1,000 keys')
  }),
)

/** Records are found by the keys of their fields. */
export const fieldFilterCases: readonly ConformanceCase[] = [...conditionCases, ...codePointCases, ...manyKeysCases]
