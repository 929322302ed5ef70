import type { Collection, Draft, SortKey, StoredRecord } from '@kalends/core'
import type { ConformanceCase, ConformanceContext } from './case.ts'
import { assertFinds } from './expectations.ts'

/** One filter and the slugs of what it finds, separated by spaces, in the order of their ids. */
export interface FilterRow<World, F> {
  /** Stable name within its table. */
  readonly key: string
  /** What holds. */
  readonly title: string
  /** The filter; ids come from the world. */
  readonly filter: (world: World) => F
  /** Slugs. */
  readonly finds: string
}

/** Writes a row down. */
export function row<World, F>(key: string, title: string, filter: FilterRow<World, F>['filter'], finds: string): FilterRow<World, F> {
  return { key, title, filter, finds }
}

/** A text of slugs as a list. */
export const listed = (slugs: string): string[] => (slugs === '' ? [] : slugs.split(' '))

/** What all rows of a table share. */
export interface FilterTable<World, R extends StoredRecord, F> {
  /** What keys begin with. */
  readonly prefix: string
  /** Fills the store. */
  seed(context: ConformanceContext): Promise<World>
  /** The collection that is asked. */
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
      await assertFinds(collection(context), filter(world), listed(finds))
    },
  }))
}

/** A case that puts any two rows with different members together. */
export function pairsCase<World, R extends StoredRecord, F extends object>(table: FilterTable<World, R, F>): ConformanceCase {
  const { prefix, seed, collection, rows } = table
  return {
    key: `${prefix}/pairs`,
    title: 'two filters together find what both find',
    async run(context) {
      const world = await seed(context)
      for (const [i, first] of rows.entries()) {
        for (const second of rows.slice(i + 1)) {
          const one = first.filter(world)
          const other = second.filter(world)
          if (Object.keys(one).some((key) => key in other)) continue
          const expected = listed(first.finds).filter((slug) => listed(second.finds).includes(slug))
          await assertFinds(collection(context), { ...one, ...other }, expected, `${first.key} and ${second.key}`)
        }
      }
    },
  }
}

/** Writes drafts one after the other; gives their ids by slug. */
export async function seedBySlug<R extends StoredRecord>(
  collection: Pick<Collection<R, never, never>, 'insert'>,
  drafts: readonly Draft<R>[],
): Promise<(slug: string) => number> {
  const ids = new Map<string, number>()
  for (const draft of drafts) ids.set(draft.slug, (await collection.insert(draft)).id)
  return (slug) => {
    const id = ids.get(slug)
    if (id === undefined) throw new Error(`nothing was seeded as ${slug}`)
    return id
  }
}
