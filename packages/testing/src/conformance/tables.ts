import type { Collection, Draft, SortKey, StoredRecord } from '@kalends/core/store'
import type { ConformanceCase, ConformanceContext } from './case.ts'
import { assertFinds } from './expectations.ts'

/** One filter and the slugs of the records that it finds, separated by spaces, in the order of their ids. */
export interface FilterRow<World, F> {
  /** Stable name within the table. */
  readonly key: string
  /** The requirement. */
  readonly title: string
  /** The filter; it takes ids from the seeded records. */
  readonly filter: (world: World) => F
  /** Expected slugs. */
  readonly finds: string
}

/** Defines a row. */
export function row<World, F>(key: string, title: string, filter: FilterRow<World, F>['filter'], finds: string): FilterRow<World, F> {
  return { key, title, filter, finds }
}

/** Splits a string of slugs at its spaces. */
const splitSlugs = (slugs: string): string[] => (slugs === '' ? [] : slugs.split(' '))

/** Filters of one collection, and the records that they are tested on. */
export interface FilterTable<World, R extends StoredRecord, F> {
  /** Prefix of the keys. */
  readonly prefix: string
  /** Fills the store. */
  seed(context: ConformanceContext): Promise<World>
  /** The collection to query. */
  collection(context: ConformanceContext): Collection<R, F, SortKey<'id'>>
  /** The filters. */
  readonly rows: readonly FilterRow<World, F>[]
}

/** A case for each row. */
export function filterCases<World, R extends StoredRecord, F extends object>(table: FilterTable<World, R, F>): ConformanceCase[] {
  const { prefix, seed, collection, rows } = table
  return rows.map(({ key, title, filter, finds }) => ({
    key: `${prefix}/${key}`,
    title,
    run: async (context: ConformanceContext) => {
      const world = await seed(context)
      await assertFinds(collection(context), filter(world), splitSlugs(finds))
    },
  }))
}

/** A case that combines every two rows with different members. */
export function pairsCase<World, R extends StoredRecord, F extends object>(table: FilterTable<World, R, F>): ConformanceCase {
  const { prefix, seed, collection, rows } = table
  return {
    key: `${prefix}/pairs`,
    title: 'two filters combined find the records that each of them finds',
    async run(context) {
      const world = await seed(context)
      for (const [i, first] of rows.entries()) {
        for (const second of rows.slice(i + 1)) {
          const one = first.filter(world)
          const other = second.filter(world)
          if (Object.keys(one).some((key) => key in other)) continue
          const expected = splitSlugs(first.finds).filter((slug) => splitSlugs(second.finds).includes(slug))
          await assertFinds(collection(context), { ...one, ...other }, expected, `${first.key} and ${second.key}`)
        }
      }
    },
  }
}

/** Inserts drafts one by one; returns their ids by slug. */
export async function seedBySlug<R extends StoredRecord>(
  collection: Pick<Collection<R, never, never>, 'insert'>,
  drafts: readonly Draft<R>[],
): Promise<(slug: string) => number> {
  const ids = new Map<string, number>()
  for (const draft of drafts) ids.set(draft.slug, (await collection.insert(draft)).id)
  return (slug) => {
    const id = ids.get(slug)
    if (id === undefined) throw new Error(`no record was seeded with the slug ${slug}`)
    return id
  }
}
