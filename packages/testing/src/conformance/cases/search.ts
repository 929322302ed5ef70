import { foldText } from '@kalends/core/store'
import { assertEqual } from '../../assert.ts'
import { nastyTexts, wideText } from '../../nasty-texts.ts'
import { scriptWords } from '../../script-texts.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { assertFinds, findAll, insertAll, slugsOf } from '../expectations.ts'
import { forEachKind, subjects } from '../subjects.ts'

/** A search string, texts that contain it, and texts that a store with wildcards or a collation would match by mistake. */
const rows: readonly (readonly [key: string, title: string, needle: string, hits: readonly string[], misses: readonly string[]])[] = [
  ['percent', 'a percent sign matches only itself', '0%', ['100%', '0%0'], ['100', '10 %', '0']],
  ['underscore', 'an underscore matches only itself', 'a_c', ['a_c', 'xa_cx'], ['abc', 'a c', 'ac']],
  ['escape', 'an exclamation mark matches itself', '!', ['hi!', '!'], ['hi', '']],
  ['escaped-percent', 'an exclamation mark escapes nothing', '!%', ['5!%'], ['5%', '5!', '5!x']],
  ['backslash', 'a backslash matches only itself', '\\', ['a\\b'], ['ab', 'a/b']],
  ['backslash-percent', 'a backslash escapes nothing', '\\%', ['a\\%'], ['a%', 'a\\', 'a\\b']],
  ['backslashes', 'two backslashes match only two', '\\\\', ['a\\\\b'], ['a\\b']],
  ['class', 'square brackets match only themselves', '[a-c]', ['x[a-c]x'], ['a', 'b', '[b]']],
  ['star', 'a star matches only itself', 'a*c', ['a*c'], ['abc', 'ac']],
  ['question', 'a question mark matches only itself', 'a?c', ['a?c'], ['abc', 'ac']],
  ['dot', 'a dot matches only itself', 'a.c', ['a.c'], ['abc']],
  ['apostrophe', 'an apostrophe matches only itself', `it's`, [`it's`], ['its', 'it"s']],
  ['quote', 'a quotation mark matches only itself', '"', ['say "so"'], [`say 'so'`]],
  ['placeholder', 'placeholders match only themselves', '?1 $1 :a', ['x ?1 $1 :a'], ['1', 'x']],
  ['case', 'capitals differ from small letters', 'abc', ['xabcx'], ['ABC', 'Abc', 'aBc']],
  ['accents', 'accents make a difference', 'cafe', ['cafe', 'cafe\u0301'], ['caf\u00e9', 'CAFE']],
  ['sharp-s', 'a double s does not match a sharp s', 'ss', ['gasse'], ['gaße']],
  ['turkish', 'an i does not match a dotless i', 'i', ['hi'], ['hı', 'HI']],
  ['spaces', 'spaces at both ends of the search string count', ' a ', ['x a y'], ['a', ' a', 'xa y']],
  ['space-only', 'a search string can be a single space', ' ', ['a b', ' '], ['ab', 'a\tb', '']],
  ['tab', 'a tab does not match a space', 'a\tb', ['a\tb'], ['a b']],
  ['line-break', 'a line break does not match a space', 'a\nb', ['xa\nb'], ['a b', 'ab', 'a\r\nb']],
  ['emoji', 'an emoji matches only itself', '🎉', ['party 🎉'], ['party 🎊', 'party']],
  ['astral-half', 'characters above U+FFFF match only as a whole', '\u{1f389}', ['\u{1f389}'], ['\u{1f388}\u{1f38a}']],
  ['joined', 'a joined emoji contains its parts', '👩', ['👩‍👧'], ['👧']],
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
  defineCase(
    `search/nasty/${name}`,
    `a search for each unusual text finds exactly the ${name} that contain it`,
    async ({ store, draft: drafts }) => {
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
    },
  ),
)

const scriptCases = forEachKind(({ name, of, draft }) =>
  defineCase(
    `search/scripts/${name}`,
    `a search for a word of any script finds exactly the ${name} with it`,
    async ({ store, draft: drafts }) => {
      const texts = scriptWords.flatMap(({ word, other }) => [word, ...other]).map((word) => `1 ${foldText(word)} 2`)
      await store.transaction((tx) =>
        insertAll(
          of(tx),
          texts.map((searchText, i) => draft(drafts, { slug: `s${i}`, searchText })),
        ),
      )
      for (const { script, word, same, other } of scriptWords)
        for (const needle of [word, ...same, ...other].map(foldText)) {
          const expected = texts.flatMap((text, i) => (text.includes(needle) ? [`s${i}`] : []))
          assertEqual(slugsOf(await findAll(of(store), { textAll: [needle] })), expected, `${script} found by ${needle}`)
        }
    },
  ),
)

const otherCases = [
  defineCase('search/late', 'a word at the end of a long text is found', async ({ store, draft }) => {
    const filler = wideText(60_000)
    await insertAll(store.events, [
      draft.event({ slug: 'a', searchText: `${filler} needle` }),
      draft.event({ slug: 'b', searchText: filler }),
    ])
    assertEqual(slugsOf(await findAll(store.events, { textAll: ['needle'] })), ['a'], 'found')
  }),
  defineCase('search/long-needle', 'a search string may have 200 characters', async ({ store, draft }) => {
    const needle = wideText(200)
    await insertAll(store.events, [
      draft.event({ slug: 'a', searchText: `x${needle}y` }),
      draft.event({ slug: 'b', searchText: wideText(199) }),
    ])
    assertEqual(slugsOf(await findAll(store.events, { textAll: [needle] })), ['a'], 'found')
  }),
  defineCase('search/many-words', 'a search may have a hundred words', async ({ store, draft }) => {
    const words = Array.from({ length: 100 }, (_, i) => `word${i}.`)
    await insertAll(store.events, [
      draft.event({ slug: 'a', searchText: words.toReversed().join(' ') }),
      draft.event({ slug: 'b', searchText: words.slice(1).join(' ') }),
    ])
    assertEqual(slugsOf(await findAll(store.events, { textAll: words })), ['a'], 'found')
  }),
  defineCase('search/only-search-text', 'a search reads searchText only', async ({ store, draft }) => {
    await store.events.insert(draft.event({ title: 'needle', description: 'needle', slug: 'needle', searchText: 'hay' }))
    assertEqual(await store.events.count({ textAll: ['needle'] }), 0, 'found')
    assertEqual(await store.events.count({ textAll: ['hay'] }), 1, 'found')
  }),
  defineCase('search/several-links', 'an event of several searched records is found and counted once', async ({ store, draft }) => {
    const terms = await store.transaction((tx) =>
      insertAll(
        tx.terms,
        Array.from({ length: 3 }, () => draft.term()),
      ),
    )
    const [one = 0, two = 0, other = 0] = terms.map(({ id }) => id)
    await insertAll(store.events, [
      draft.event({ slug: 'both', searchText: 'evening choir', categoryIds: [one, two] }),
      draft.event({ slug: 'one', searchText: 'a choir', categoryIds: [two, other] }),
      draft.event({ slug: 'text', searchText: 'evening', categoryIds: [one, two] }),
      draft.event({ slug: 'link', searchText: 'choir', categoryIds: [other] }),
    ])
    const searched = { textAll: ['choir'], categoryIds: [one, two] }
    await assertFinds(store.events, searched, ['both', 'one'])
    await assertFinds(store.events, { ...searched, readable: [{ status: 'publish' }] }, ['both', 'one'], 'published')
    await assertFinds(store.events, { ...searched, textAll: ['choir', 'evening'] }, ['both'], 'both words')
  }),
]

/** Search by substrings: no character is a wildcard, and letters are compared by code point. */
export const searchCases: readonly ConformanceCase[] = [...rowCases, ...nastyCases, ...scriptCases, ...otherCases]
