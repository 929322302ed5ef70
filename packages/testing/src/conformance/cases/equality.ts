import { foldKey } from '@kalends/core/store'
import { assertEqual, assertRejects } from '../../assert.ts'
import { nastyTexts, wideText } from '../../nasty-texts.ts'
import { scriptWords } from '../../script-texts.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { assertFinds } from '../expectations.ts'
import { subjects } from '../subjects.ts'

/** Different strings that a store could treat as equal: by a collation, a comparison as numbers or a truncated index key. */
const pairs: readonly (readonly [key: string, title: string, a: string, b: string])[] = [
  ['case', 'capitals and small letters', 'fair', 'Fair'],
  ['case-unicode', 'capitals and small letters beyond ASCII', 'ärger', 'Ärger'],
  ['accent', 'a letter with and without its accent', 'cafe', 'café'],
  ['composition', 'composed and decomposed letters', 'caf\u00e9', 'cafe\u0301'],
  ['trailing-space', 'a text with and without a space at its end', 'fair', 'fair '],
  ['trailing-tab', 'a tab and a space at the end', 'fair\t', 'fair '],
  ['leading-space', 'a text with and without a space at its start', 'fair', ' fair'],
  ['inner-space', 'one space and two', 'a b', 'a  b'],
  ['sharp-s', 'a sharp s and a double s', 'strasse', 'straße'],
  ['turkish', 'an i with and without its dot', 'i', 'ı'],
  ['width', 'full-width and plain letters', 'abc', 'ａｂｃ'],
  ['ligature', 'a ligature and its letters', 'fi', 'ﬁ'],
  ['emoji', 'two emoji', '🎉', '🎊'],
  ['skin', 'an emoji with and without a tone', '👍', '👍🏽'],
  ['invisible', 'a text with and without an invisible character', 'ab', 'a\u200bb'],
  ['number', 'two spellings of a number', '1', '01'],
  ['number-exponent', 'two spellings of a number with an exponent', '100', '1e2'],
  ['kana', 'hiragana and katakana', 'か', 'カ'],
  ['last', 'long texts that differ in the last of 255 four-byte characters', `${wideText(254)}\u{20fff}`, `${wideText(254)}\u{21fff}`],
]

const pairCases = pairs.map(([key, title, a, b]) =>
  defineCase(`equality/${key}`, `slugs and names distinguish ${title}`, async ({ store, draft }) => {
    for (const { name, of, draft: build } of subjects) {
      const [first, second] = [await of(store).insert(build(draft, { slug: a })), await of(store).insert(build(draft, { slug: b }))]
      assertEqual([first.slug, second.slug], [a, b], `${name} inserted`)
      await assertFinds(of(store), { slugs: [a] }, [a], `${name} by the first slug`)
      await assertFinds(of(store), { slugs: [b] }, [b], `${name} by the second slug`)
      await assertRejects(of(store).insert(build(draft, { slug: b })), 'slug_taken')
    }
    for (const [slug, nameKey] of [
      ['named-a', a],
      ['named-b', b],
    ] as const) {
      await store.terms.insert(draft.term({ slug, nameKey }))
      await store.venues.insert(draft.venue({ slug, nameKey }))
      await store.organizers.insert(draft.organizer({ slug, nameKey }))
    }
    await assertFinds(store.terms, { nameKeys: [b] }, ['named-b'], 'terms by name')
    await assertFinds(store.venues, { nameKeys: [b] }, ['named-b'], 'venues by name')
    await assertFinds(store.organizers, { nameKeys: [b] }, ['named-b'], 'organizers by name')
    await assertRejects(store.terms.insert(draft.term({ nameKey: a })), 'name_taken')
  }),
)

/** The different words of all scripts, folded as names are. */
const words = scriptWords.flatMap(({ word, other }) => [word, ...other]).map(foldKey)

const scriptCases = [
  ...subjects.map(({ name, of, draft: build }) =>
    defineCase(`equality/scripts/${name}`, `words of all scripts are distinct slugs of ${name}`, async ({ store, draft }) => {
      await store.transaction(async (tx) => {
        for (const slug of words) await of(tx).insert(build(draft, { slug }))
      })
      for (const slug of words) await assertFinds(of(store), { slugs: [slug] }, [slug], `by ${slug}`)
    }),
  ),
  defineCase(
    'equality/scripts/names',
    'spellings of a word are one name, and words of all scripts distinct names',
    async ({ store, draft }) => {
      await store.transaction(async (tx) => {
        for (const [i, nameKey] of words.entries()) {
          await tx.terms.insert(draft.term({ slug: `n${i}`, nameKey }))
          await tx.venues.insert(draft.venue({ slug: `n${i}`, nameKey }))
          await tx.organizers.insert(draft.organizer({ slug: `n${i}`, nameKey }))
        }
      })
      for (const { script, word, same, other } of scriptWords)
        for (const nameKey of [word, ...same, ...other].map(foldKey)) {
          const found = [`n${words.indexOf(nameKey)}`]
          await assertFinds(store.terms, { nameKeys: [nameKey] }, found, `${script} terms`)
          await assertFinds(store.venues, { nameKeys: [nameKey] }, found, `${script} venues`)
          await assertFinds(store.organizers, { nameKeys: [nameKey] }, found, `${script} organizers`)
          await assertRejects(store.terms.insert(draft.term({ nameKey })), 'name_taken')
        }
    },
  ),
]

/** Slugs and names are equal only if they have the same code points. */
export const equalityCases: readonly ConformanceCase[] = [
  ...pairCases,
  ...scriptCases,
  ...subjects.map(({ name, of, draft: build }) =>
    defineCase(`equality/nasty/${name}`, `each unusual text is a distinct slug of ${name}`, async ({ store, draft }) => {
      const slugs = nastyTexts.map(({ text }) => text).filter((text) => text !== '')
      await store.transaction(async (tx) => {
        for (const slug of slugs) await of(tx).insert(build(draft, { slug }))
      })
      for (const slug of slugs) await assertFinds(of(store), { slugs: [slug] }, [slug], `by ${JSON.stringify(slug)}`)
      await assertFinds(of(store), { slugs }, slugs, 'by all of them')
    }),
  ),
]
