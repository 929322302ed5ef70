import type { RecordFilter } from '@kalends/core/store'
import type { ConformanceCase } from '../case.ts'
import { type AnyRecord, forEachKind } from '../subjects.ts'
import { type FilterRow, type FilterTable, filterCases, pairsCase, row, seedBySlug } from '../tables.ts'

type Ids = (slug: string) => number

/** Larger than any id that a small store assigns. */
const unknown = 900_000_001

const rows: readonly FilterRow<Ids, RecordFilter>[] = [
  row('none', 'an empty filter matches everything', () => ({}), 'a b c d e'),
  row('ids', 'ids: any of several ids', (id) => ({ ids: [id('d'), id('b')] }), 'b d'),
  row('ids-repeated', 'ids: repeats count once', (id) => ({ ids: [id('d'), id('d'), id('d')] }), 'd'),
  row('ids-empty', 'ids: an empty list matches nothing', () => ({ ids: [] }), ''),
  row('ids-unknown', 'ids: unknown ids match nothing', (id) => ({ ids: [unknown, id('a'), 0] }), 'a'),
  row('exclude', 'excludeIds: records with other ids', (id) => ({ excludeIds: [id('a'), id('e'), unknown] }), 'b c d'),
  row('exclude-empty', 'excludeIds: an empty list excludes nothing', () => ({ excludeIds: [] }), 'a b c d e'),
  row('after', 'afterId: greater ids, not the same id', (id) => ({ afterId: id('c') }), 'd e'),
  row('after-zero', 'afterId: every id is greater than 0', () => ({ afterId: 0 }), 'a b c d e'),
  row('after-last', 'afterId: no id is greater than the last', (id) => ({ afterId: id('e') }), ''),
  row('slugs', 'slugs: any of several slugs', () => ({ slugs: ['e', 'a', 'e'] }), 'a e'),
  row('slugs-empty', 'slugs: an empty list matches nothing', () => ({ slugs: [] }), ''),
  row('slugs-unknown', 'slugs: unknown slugs match nothing', () => ({ slugs: ['', 'b', 'B', 'ab'] }), 'b'),
  row('text', 'textAll: records whose searchText contains the text', () => ({ textAll: ['ell'] }), 'a b d'),
  row('text-all', 'textAll: searchText has to contain each text', () => ({ textAll: ['world', 'ell'] }), 'b d'),
  row('text-empty', 'textAll: an empty list matches everything', () => ({ textAll: [] }), 'a b c d e'),
  row('text-nothing', 'textAll: every searchText contains the empty text', () => ({ textAll: [''] }), 'a b c d e'),
  row('text-overlap', 'textAll: parts may overlap', () => ({ textAll: ['hell', 'ello', 'hello'] }), 'a b d'),
  row('text-lines', 'textAll: a text can contain a line break', () => ({ textAll: ['o\nw'] }), 'd'),
]

/** The members that all filters have, for each kind. */
export const sharedFilterCases: readonly ConformanceCase[] = forEachKind(({ name, of, draft }) => {
  const table: FilterTable<Ids, AnyRecord, RecordFilter> = {
    prefix: `${name}/shared-filter`,
    rows,
    collection: ({ store }) => of(store),
    seed: ({ store, draft: drafts }) =>
      store.transaction((tx) =>
        seedBySlug(of(tx), [
          draft(drafts, { slug: 'a', searchText: 'hello' }),
          draft(drafts, { slug: 'b', searchText: 'hello world' }),
          draft(drafts, { slug: 'c', searchText: 'world' }),
          draft(drafts, { slug: 'd', searchText: 'hello\nworld' }),
          draft(drafts, { slug: 'e', searchText: '' }),
        ]),
      ),
  }
  return [...filterCases(table), pairsCase(table)]
}).flat()
