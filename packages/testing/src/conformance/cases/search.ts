import { assertEqual } from '../../assert.ts'
import { nastyTexts, wideText } from '../../nasty-texts.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { findAll, insertAll, slugsOf } from '../expectations.ts'
import { forEachKind, subjects } from '../subjects.ts'

/** A search string, strings that contain it, and strings that a careless store would match. */
const rows: readonly (readonly [key: string, title: string, needle: string, hits: readonly string[], misses: readonly string[]])[] = [
  ['percent', 'a percent sign is itself', '0%', ['100%', '0%0'], ['100', '10 %', '0']],
  ['underscore', 'an underscore is itself', 'a_c', ['a_c', 'xa_cx'], ['abc', 'a c', 'ac']],
  ['escape', 'an exclamation mark is itself', '!', ['hi!', '!'], ['hi', '']],
  ['escaped-percent', 'escape characters escape nothing', '!%', ['5!%'], ['5%', '5!', '5!x']],
  ['backslash', 'a backslash is itself', '\\', ['a\\b'], ['ab', 'a/b']],
  ['backslash-percent', 'a backslash escapes nothing', '\\%', ['a\\%'], ['a%', 'a\\', 'a\\b']],
  ['backslashes', 'two backslashes are two', '\\\\', ['a\\\\b'], ['a\\b']],
  ['class', 'square brackets are themselves', '[a-c]', ['x[a-c]x'], ['a', 'b', '[b]']],
  ['star', 'a star is itself', 'a*c', ['a*c'], ['abc', 'ac']],
  ['question', 'a question mark is itself', 'a?c', ['a?c'], ['abc', 'ac']],
  ['dot', 'a dot is itself', 'a.c', ['a.c'], ['abc']],
  ['apostrophe', 'an apostrophe is itself', `it's`, [`it's`], ['its', 'it"s']],
  ['quote', 'a quotation mark is itself', '"', ['say "so"'], [`say 'so'`]],
  ['placeholder', 'placeholders are themselves', '?1 $1 :a', ['x ?1 $1 :a'], ['1', 'x']],
  ['case', 'capitals differ from small letters', 'abc', ['xabcx'], ['ABC', 'Abc', 'aBc']],
  ['accents', 'accents make a difference', 'cafe', ['cafe', 'cafe\u0301'], ['caf\u00e9', 'CAFE']],
  ['sharp-s', 'a sharp s is not two', 'ss', ['gasse'], ['gaße']],
  ['turkish', 'a dotless i is not an i', 'i', ['hi'], ['hı', 'HI']],
  ['spaces', 'spaces at the ends count', ' a ', ['x a y'], ['a', ' a', 'xa y']],
  ['space-only', 'a space is a character', ' ', ['a b', ' '], ['ab', 'a\tb', '']],
  ['tab', 'a tab is not a space', 'a\tb', ['a\tb'], ['a b']],
  ['line-break', 'a line break is not a space', 'a\nb', ['xa\nb'], ['a b', 'ab', 'a\r\nb']],
  ['emoji', 'an emoji is itself', '🎉', ['party 🎉'], ['party 🎊', 'party']],
  ['astral-half', 'characters above U+FFFF are whole', '\u{1f389}', ['\u{1f389}'], ['\u{1f388}\u{1f38a}']],
  ['joined', 'a joined emoji holds its parts', '👩', ['👩‍👧'], ['👧']],
  ['whole', 'a whole text is found in itself', 'exactly this', ['exactly this'], ['exactly', 'exactly thi']],
  ['end', 'the end of a text is found', 'end', ['the end'], ['en', 'nd']],
]

const rowCases = rows.map(([key, title, needle, hits, misses]) =>
  defineCase(`search/${key}`, title, async ({ store, draft }) => {
    for (const subject of subjects) {
      const hit = await insertAll(
        subject.of(store),
        hits.map((searchText) => subject.draft(draft, { searchText })),
      )
      await insertAll(
        subject.of(store),
        misses.map((searchText) => subject.draft(draft, { searchText })),
      )
      assertEqual(slugsOf(await findAll(subject.of(store), { textAll: [needle] })), slugsOf(hit), `${subject.name} with ${needle}`)
      assertEqual(await subject.of(store).count({ textAll: [needle] }), hit.length, `${subject.name} counted`)
    }
  }),
)

const nastyCases = forEachKind(({ name, of, draft }) =>
  defineCase(`search/nasty/${name}`, `${name}: each odd text finds exactly the records that hold it`, async ({ store, draft: drafts }) => {
    const texts = nastyTexts.map(({ text }) => text)
    await store.transaction((tx) =>
      insertAll(
        of(tx),
        texts.map((searchText, i) => draft(drafts, { slug: `n${i}`, searchText })),
      ),
    )
    for (const needle of texts) {
      const expected = texts.flatMap((text, i) => (text.includes(needle) ? [`n${i}`] : []))
      assertEqual(slugsOf(await findAll(of(store), { textAll: [needle] })), expected, `found by ${JSON.stringify(needle)}`)
    }
  }),
)

const otherCases = [
  defineCase('search/late', 'what stands late in a long text is found', async ({ store, draft }) => {
    const filler = wideText(60_000)
    await insertAll(store.events, [
      draft.event({ slug: 'a', searchText: `${filler} needle` }),
      draft.event({ slug: 'b', searchText: filler }),
    ])
    assertEqual(slugsOf(await findAll(store.events, { textAll: ['needle'] })), ['a'], 'found')
  }),
  defineCase('search/long-needle', 'a search text may have 200 characters', async ({ store, draft }) => {
    const needle = wideText(200)
    await insertAll(store.events, [
      draft.event({ slug: 'a', searchText: `x${needle}y` }),
      draft.event({ slug: 'b', searchText: wideText(199) }),
    ])
    assertEqual(slugsOf(await findAll(store.events, { textAll: [needle] })), ['a'], 'found')
  }),
  defineCase('search/many-words', 'a hundred words at once', async ({ store, draft }) => {
    const words = Array.from({ length: 100 }, (_, i) => `word${i}.`)
    await insertAll(store.events, [
      draft.event({ slug: 'a', searchText: words.toReversed().join(' ') }),
      draft.event({ slug: 'b', searchText: words.slice(1).join(' ') }),
    ])
    assertEqual(slugsOf(await findAll(store.events, { textAll: words })), ['a'], 'found')
  }),
  defineCase('search/only-search-text', 'only searchText is looked into', async ({ store, draft }) => {
    await store.events.insert(draft.event({ title: 'needle', description: 'needle', slug: 'needle', searchText: 'hay' }))
    assertEqual(await store.events.count({ textAll: ['needle'] }), 0, 'found')
    assertEqual(await store.events.count({ textAll: ['hay'] }), 1, 'found')
  }),
]

/** Search: no character is a wildcard. */
export const searchCases: readonly ConformanceCase[] = [...rowCases, ...nastyCases, ...otherCases]
