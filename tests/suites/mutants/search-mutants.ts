import { onCollections, refiltered, searched } from './mutant-wrappers.ts'
import type { StoreMutant } from './store-mutant.ts'

/** Searches as SQL's `LIKE` does without escaping. */
function like(text: string, needle: string): boolean {
  const wild: Readonly<Record<string, string>> = { '%': '[^]*', _: '[^]' }
  const pattern = [...needle].map((character) => wild[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`)
  return new RegExp(pattern.join(''), 'u').test(text)
}

const withoutMarks = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')

/** Mutants of searches. */
export const searchMutants: readonly StoreMutant[] = [
  {
    key: 'search/wildcards',
    title: 'wildcards in searches are not escaped',
    foundBy: 'search/percent',
    plant: onCollections(searched(like)),
  },
  {
    key: 'search/escape-character',
    title: 'a backslash in a search escapes the next character',
    foundBy: 'search/backslash-percent',
    plant: onCollections(searched((text, needle) => text.includes(needle.replace(/\\(.)/g, '$1')))),
  },
  {
    key: 'search/any-case',
    title: 'searches ignore case',
    foundBy: 'search/case',
    plant: onCollections(searched((text, needle) => text.toLowerCase().includes(needle.toLowerCase()))),
  },
  {
    key: 'search/any-mark',
    title: 'searches ignore the marks of letters, as collations do',
    foundBy: 'search/scripts/events',
    plant: onCollections(searched((text, needle) => withoutMarks(text).includes(withoutMarks(needle)))),
  },
  {
    key: 'search/any-word',
    title: 'searches look for the first text only',
    foundBy: 'events/shared-filter/text-all',
    plant: onCollections(refiltered((filter) => (filter.textAll?.length ? { ...filter, textAll: filter.textAll.slice(0, 1) } : filter))),
  },
  {
    key: 'search/whole',
    title: 'searches find whole texts only',
    foundBy: 'search/end',
    plant: onCollections(searched((text, needle) => text === needle)),
  },
]
