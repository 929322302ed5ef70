import type { CollectionWrapper } from '../../../packages/testing/src/wrap-store.ts'
import { onCollections, pageOf, unlimited, without } from './mutant-wrappers.ts'
import type { StoreMutant } from './store-mutant.ts'

/** Compares the authors of filters by a key of their ids. */
const comparedBy = (toKey: (id: string) => string): CollectionWrapper => {
  return (collection) => {
    const search = async ({ filter, order }: Pick<Parameters<typeof collection.find>[0], 'filter' | 'order'>) => {
      const asked: unknown = Reflect.get(filter, 'authorIds')
      const found = await collection.find({ filter: without(filter, 'authorIds'), order, ...unlimited })
      if (!Array.isArray(asked)) return found
      const keys = asked.map((id) => toKey(String(id)))
      return found.filter((record) => keys.includes(toKey(String(Reflect.get(record, 'authorId')))))
    }
    return {
      ...collection,
      find: async (query) => pageOf(await search(query), query),
      count: async (filter) => (await search({ filter, order: [] })).length,
    }
  }
}

const mutant = (key: string, title: string, toKey: (id: string) => string): StoreMutant => ({
  key: `authors/${key}`,
  title: `ids of authors ${title}`,
  foundBy: 'authors/events/filter',
  plant: onCollections(comparedBy(toKey)),
})

/** Mutants that compare the ids of authors loosely. */
export const authorMutants: readonly StoreMutant[] = [
  mutant('any-case', 'are compared without regard to case', (id) => id.toLowerCase()),
  mutant('padded', 'are compared without spaces at their ends', (id) => id.trimEnd()),
  mutant('normalized', 'are compared after normalization', (id) => id.normalize()),
  mutant('numbers', 'are compared as numbers if they are numeric', (id) =>
    id !== '' && Number.isFinite(Number(id)) ? `${Number(id)}` : id,
  ),
]
