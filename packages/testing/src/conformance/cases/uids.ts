import { assertEqual, assertRejects } from '../../assert.ts'
import { nastyTexts, wideText } from '../../nasty-texts.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { assertFinds, findAll, getOne } from '../expectations.ts'
import { type PublishedSubject, publishedSubjects } from '../subjects.ts'

const uniqueCases = ({ name, of, draft: build }: PublishedSubject): ConformanceCase[] => [
  defineCase(`${name}/uid/taken`, 'a uid belongs to one record', async ({ store, draft }) => {
    const first = await of(store).insert(build(draft, { slug: 'first', uid: 'same' }))
    const error = await assertRejects(of(store).insert(build(draft, { uid: 'same' })), 'uid_taken')
    assertEqual(error.details.uid, 'same', 'the uid in the error')
    const second = await of(store).insert(build(draft, { uid: 'other' }))
    await assertRejects(of(store).update({ ...second, uid: 'same' }), 'uid_taken')
    assertEqual(await findAll(of(store), {}), [first, second], 'stored')
    await assertFinds(of(store), { uids: ['same'] }, ['first'])
  }),
  defineCase(`${name}/uid/empty`, 'any number of records may have no uid', async ({ store, draft }) => {
    const given = [build(draft), build(draft), build(draft, { uid: 'own' })]
    for (const one of given) await of(store).insert(one)
    await of(store).insertMany([build(draft), build(draft)])
    const [first, , third] = await findAll(of(store), {})
    if (first === undefined || third === undefined) throw new Error('expected records')
    await of(store).update({ ...third, uid: '' })
    await of(store).update({ ...first, description: 'new' })
    assertEqual(
      (await findAll(of(store), {})).map(({ uid }) => uid),
      ['', '', '', '', ''],
      'uids',
    )
  }),
  defineCase(`${name}/uid/trash`, 'drafts and trash keep their uids', async ({ store, draft }) => {
    await of(store).insert(build(draft, { uid: 'a', status: 'draft' }))
    await of(store).insert(build(draft, { uid: 'b', status: 'trash', statusBeforeTrash: 'publish' }))
    await assertRejects(of(store).insert(build(draft, { uid: 'a' })), 'uid_taken')
    await assertRejects(of(store).insert(build(draft, { uid: 'b' })), 'uid_taken')
  }),
  defineCase(`${name}/uid/before-slug`, 'when uid and slug are both taken, the uid is reported', async ({ store, draft }) => {
    await of(store).insert(build(draft, { uid: 'a', slug: 'a' }))
    const other = await of(store).insert(build(draft, { uid: 'b', slug: 'b' }))
    await assertRejects(of(store).insert(build(draft, { uid: 'a', slug: 'b' })), 'uid_taken')
    await assertRejects(of(store).insert(build(draft, { uid: 'c', slug: 'b' })), 'slug_taken')
    await assertRejects(of(store).update({ ...other, uid: 'a', slug: 'a' }), 'uid_taken')
    await assertRejects(of(store).update({ ...other, uid: 'c', slug: 'a' }), 'slug_taken')
    assertEqual(await getOne(of(store), other.id), other, 'stored')
  }),
  defineCase(`${name}/uid/kept`, 'an update can keep the uid of its record', async ({ store, draft }) => {
    const record = await of(store).insert(build(draft, { uid: 'a' }))
    assertEqual(await of(store).update({ ...record, slug: 'new' }), { ...record, slug: 'new', version: 2 }, 'updated')
  }),
  defineCase(`${name}/uid/freed`, 'a uid that is given up, by update or deletion, can be taken', async ({ store, draft }) => {
    const record = await of(store).insert(build(draft, { uid: 'a' }))
    await of(store).update({ ...record, uid: 'b' })
    const next = await of(store).insert(build(draft, { uid: 'a' }))
    await of(store).delete(next.id, next.version)
    await of(store).insert(build(draft, { slug: 'third', uid: 'a' }))
    await assertFinds(of(store), { uids: ['a'] }, ['third'])
  }),
  defineCase(`${name}/uid/in-transaction`, 'a transaction stays usable after uid_taken', async ({ store, draft }) => {
    const known = await of(store).insert(build(draft, { slug: 'known', uid: 'a' }))
    await store.transaction(async (tx) => {
      await assertRejects(of(tx).insert(build(draft, { uid: 'a' })), 'uid_taken')
      const other = await of(tx).insert(build(draft, { slug: 'other' }))
      await assertRejects(of(tx).update({ ...other, uid: 'a' }), 'uid_taken')
      await of(tx).update({ ...known, uid: '' })
      await of(tx).update({ ...other, uid: 'a' })
      await assertFinds(of(tx), { uids: ['a'] }, ['other'], 'inside')
    })
    await assertFinds(of(store), { uids: ['a'] }, ['other'], 'committed')
  }),
]

const bulkCases = ({ name, of, draft: build }: PublishedSubject): ConformanceCase[] => [
  defineCase(`${name}/uid/insert-many-null`, 'the uid `null` differs from no uid', async ({ store, draft }) => {
    await of(store).insert(build(draft, { uid: 'null', slug: 'known' }))
    const records = await of(store).insertMany(['null', ''].map((uid) => build(draft, { uid, slug: 'same' })))
    assertEqual(
      records.map((record) => record?.uid ?? null),
      [null, ''],
      'result',
    )
  }),
  defineCase(`${name}/uid/insert-many`, 'drafts whose uid is taken are left out, and the others added', async ({ store, draft }) => {
    const known = await of(store).insert(build(draft, { uid: 'known', slug: 'slug' }))
    const keys = ['a', 'known', 'b', 'a', '', 'known', ''].map((uid) => ({ uid }))
    const given = [...keys, { uid: 'c', slug: 'slug' }, { uid: 'c', slug: 'c' }, { uid: 'd', slug: 'c' }]
    const records = await of(store).insertMany(given.map((one) => build(draft, one)))
    assertEqual(
      records.map((record) => record?.uid ?? null),
      ['a', null, 'b', null, '', null, '', null, 'c', null],
      'result',
    )
    assertEqual(await findAll(of(store), {}), [known, ...records.filter((record) => record !== null)], 'stored')
  }),
]

/** Uids that differ by code point, and that some collation treats as equal. */
const pairs: readonly (readonly [key: string, a: string, b: string])[] = [
  ['case', 'fair', 'Fair'],
  ['accent', 'cafe', 'café'],
  ['composition', 'caf\u00e9', 'cafe\u0301'],
  ['trailing-space', 'fair', 'fair '],
  ['sharp-s', 'strasse', 'straße'],
  ['width', 'abc', 'ａｂｃ'],
  ['emoji', '🎉', '🎊'],
  ['number', '1', '01'],
  ['null', 'null', 'NULL'],
  ['last', `${wideText(254)}\u{20fff}`, `${wideText(254)}\u{21fff}`],
]

const equalityCases = ({ name, of, draft: build }: PublishedSubject): ConformanceCase[] => [
  ...pairs.map(([key, a, b]) =>
    defineCase(`${name}/uid/equality/${key}`, `uids are compared by code point: ${key}`, async ({ store, draft }) => {
      await of(store).insert(build(draft, { slug: 'a', uid: a }))
      await of(store).insertMany([build(draft, { slug: 'b', uid: b })])
      await assertFinds(of(store), { uids: [a] }, ['a'], 'by the first uid')
      await assertFinds(of(store), { uids: [b] }, ['b'], 'by the second uid')
      await assertRejects(of(store).insert(build(draft, { uid: b })), 'uid_taken')
    }),
  ),
  defineCase(`${name}/uid/equality/nasty`, 'each unusual text is a distinct uid', async ({ store, draft }) => {
    const uids = nastyTexts.map(({ text }) => text).filter((text) => text !== '')
    const records = await of(store).insertMany(uids.map((uid, i) => build(draft, { slug: `s${i}`, uid })))
    assertEqual(
      records.map((record) => record?.uid),
      uids,
      'stored',
    )
    for (const [i, uid] of uids.entries()) await assertFinds(of(store), { uids: [uid] }, [`s${i}`], `by ${JSON.stringify(uid)}`)
  }),
]

/** The uniqueness of uids, and filters by uid. */
export const uidCases: readonly ConformanceCase[] = [
  ...publishedSubjects.flatMap((subject) => [...uniqueCases(subject), ...bulkCases(subject), ...equalityCases(subject)]),
  defineCase('unique/uid-per-kind', 'records of different kinds may have one uid', async ({ store, draft }) => {
    for (const { of, draft: build } of publishedSubjects) await of(store).insert(build(draft, { slug: 'same', uid: 'same' }))
    for (const { of, name } of publishedSubjects) await assertFinds(of(store), { uids: ['same'] }, ['same'], name)
  }),
  defineCase('unique/uid-swap', 'two records can swap uids if one first gives up its own', async ({ store, draft }) => {
    const [a, b] = [await store.events.insert(draft.event({ uid: 'a' })), await store.events.insert(draft.event({ uid: 'b' }))]
    await store.transaction(async (tx) => {
      const aside = await tx.events.update({ ...a, uid: '' })
      await tx.events.update({ ...b, uid: 'a' })
      await tx.events.update({ ...aside, uid: 'b' })
    })
    assertEqual([(await getOne(store.events, a.id)).uid, (await getOne(store.events, b.id)).uid], ['b', 'a'], 'uids')
  }),
]
