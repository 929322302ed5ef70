import type { CalendarStore } from '@kalends/core'
import { type EventFilter, foldText, searchText } from '@kalends/core/store'
import { buildEventDraft } from '@kalends/testing/conformance'
import fc from 'fast-check'
import { expect } from 'vitest'
import { scriptWords } from '../../../testing/src/script-texts.ts'

/** Parts of texts: several scripts, letters that folding changes, marks, wildcards of SQL, quotes, one letter, characters above U+FFFF. */
const parts = [
  ...[
    'a',
    'ab',
    'abc',
    'Cabaret',
    'cab',
    'Straße',
    'ÅNG',
    'İstanbul',
    'café',
    'ﬁn',
    'Zoë',
    '10%',
    'a_c',
    'back\\slash',
    `it's`,
    '"so"',
    '*',
    '-',
    '7',
  ],
  ...[
    'Ελλάς',
    'ςσ',
    'жук',
    'Ёлка',
    'שלום',
    'مرحبا',
    '漢字',
    '東京都',
    'かな',
    'カナ',
    '한글',
    'ไทย',
    'हिन्दी',
    '𠮷野家',
    '👩‍👧',
    '🎉',
    '\u{1d400}',
    'a\u0301\u0302',
  ],
]

/** Words of all scripts that differ by as little as a mark. */
const words = scriptWords.flatMap(({ word, other }) => [word, ...other])

const part = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...parts) }, { weight: 1, arbitrary: fc.constantFrom(...words) })
const wordsUpTo = (max: number) =>
  fc.array(fc.tuple(part, fc.constantFrom('', ' ', ' ', '\n', '.')), { minLength: 1, maxLength: max }).map((pairs) => pairs.flat().join(''))

/** Texts of events: a title, and often a description. */
const text = fc.tuple(wordsUpTo(4), fc.option(wordsUpTo(20), { nil: '' })).map((fields) => searchText(fields.map((one) => ({ text: one }))))

/** A search for a part of one of the texts, which may be a phrase or one letter, or for parts that need not occur together. */
const searched = (texts: readonly string[]) => {
  const cut = fc.tuple(fc.constantFrom(...texts), fc.nat(60), fc.integer({ min: 1, max: 14 })).map(([whole, from, length]) => {
    const characters = [...whole]
    const start = from % Math.max(1, characters.length)
    return characters.slice(start, start + length).join('')
  })
  const wanted = fc.oneof({ arbitrary: cut, weight: 3 }, { arbitrary: part.map(foldText), weight: 1 }, { arbitrary: part, weight: 1 })
  return fc.array(
    wanted.filter((one) => one !== ''),
    { minLength: 1, maxLength: 3 },
  )
}

/** Draws texts. */
export const randomTexts = (count: number): readonly string[] => fc.sample(text, count)

/** Draws searches of these texts. */
export const randomSearches = (texts: readonly string[], count: number): readonly (readonly string[])[] => fc.sample(searched(texts), count)

/** Stores an event for each text, in the order of their ids. */
export async function insertTexts(store: CalendarStore, texts: readonly string[], from = 0): Promise<readonly number[]> {
  const drafts = texts.map((one, index) => ({ ...buildEventDraft({}, from + index), searchText: one }))
  return (await store.transaction((tx) => tx.events.insertMany(drafts))).flatMap((event) => (event === null ? [] : [event.id]))
}

const pageSize = 35

/** The filter of lists, whose totals read the index of the window. */
const inLists: EventFilter = { readable: [{ status: 'publish' }], hidden: false }

/** Compares the first page and the total of each search with those of the texts. */
export async function expectSearches(store: CalendarStore, texts: ReadonlyMap<number, string>, searches: readonly (readonly string[])[]) {
  for (const [index, textAll] of searches.entries()) {
    const ids = [...texts].flatMap(([id, one]) => (textAll.every((wanted) => one.includes(wanted)) ? [id] : []))
    const page = await store.events.find({
      filter: { textAll },
      order: [{ key: 'id', direction: 'asc' }],
      offset: 0,
      limit: pageSize,
    })
    const counted: EventFilter = index % 3 === 0 ? { ...inLists, textAll } : { textAll }
    const found = { total: await store.events.count(counted), page: page.map(({ id }) => id) }
    expect(found, JSON.stringify(textAll)).toEqual({ total: ids.length, page: ids.toSorted((a, b) => a - b).slice(0, pageSize) })
  }
}
