import type { Alias } from '@kalends/core/store'
import { onCollections, refiltered } from './mutant-wrappers.ts'
import type { StoreMutant } from './store-mutant.ts'

/** Changes the aliases that a store adds. */
const addedAs = (change: (aliases: readonly Alias[]) => readonly Alias[]): StoreMutant['plant'] =>
  onCollections((collection) => ({ ...collection, addAliases: (aliases) => collection.addAliases(change(aliases)) }))

/** Changes the texts that a filter by alias wants. */
const wantedAs = (change: (texts: readonly string[]) => readonly string[]): StoreMutant['plant'] =>
  onCollections(
    refiltered((filter) => (filter.alias ? { ...filter, alias: { ...filter.alias, texts: change(filter.alias.texts) } } : filter)),
  )

/** Mistakes with aliases. */
export const aliasMutants: readonly StoreMutant[] = [
  {
    key: 'aliases/ignored',
    title: 'a filter by alias is ignored',
    foundBy: 'aliases/find/events',
    plant: onCollections(refiltered(({ alias: _, ...filter }) => filter as never)),
  },
  {
    key: 'aliases/any-member',
    title: 'a filter by former slugs finds former names and ids',
    foundBy: 'aliases/find/venues',
    plant: addedAs((aliases) => aliases.map((alias) => ({ ...alias, of: 'slug' }))),
  },
  {
    key: 'aliases/no-ids',
    title: 'ids of merged records are not kept',
    foundBy: 'aliases/find/organizers',
    plant: addedAs((aliases) => aliases.filter(({ of }) => of !== 'id')),
  },
  {
    key: 'aliases/first-text',
    title: 'a filter by several aliases finds the first one alone',
    foundBy: 'aliases/find/terms',
    plant: wantedAs((texts) => texts.slice(0, 1)),
  },
  {
    key: 'aliases/any-case',
    title: 'aliases are compared in lower case',
    foundBy: 'aliases/code-points/events',
    plant: (store) =>
      wantedAs((texts) => texts.map((text) => text.toLowerCase()))(
        addedAs((aliases) => aliases.map((alias) => ({ ...alias, text: alias.text.toLowerCase() })))(store),
      ),
  },
  {
    key: 'aliases/first-time',
    title: 'an alias that is added again keeps its time',
    foundBy: 'aliases/read/venues',
    plant: onCollections((collection) => ({
      ...collection,
      async addAliases(aliases) {
        const known = new Set((await collection.getAliases(aliases.map(({ id }) => id))).map(({ id, of, text }) => `${id} ${of} ${text}`))
        return collection.addAliases(aliases.filter(({ id, of, text }) => !known.has(`${id} ${of} ${text}`)))
      },
    })),
  },
  {
    key: 'aliases/one-owner',
    title: 'an alias belongs to the record that got it last',
    foundBy: 'aliases/find/events',
    plant: onCollections((collection) => {
      const owners = new Map<string, number>()
      return {
        ...collection,
        async addAliases(aliases) {
          await collection.addAliases(aliases)
          for (const { of, text, id } of aliases) owners.set(`${of} ${text}`, id)
        },
        async count(filter, signal) {
          const { alias } = filter
          if (alias === undefined) return collection.count(filter, signal)
          const ids = alias.texts.flatMap((text) => owners.get(`${alias.of} ${text}`) ?? [])
          return collection.count({ ...filter, ids }, signal)
        },
      }
    }),
  },
  {
    key: 'aliases/after-update',
    title: 'an update removes the aliases of the record',
    foundBy: 'aliases/update/organizers',
    plant: onCollections((collection) => {
      const updated = new Set<number>()
      return {
        ...collection,
        async update(record) {
          updated.add(record.id)
          return collection.update(record)
        },
        getAliases: async (ids) => (await collection.getAliases(ids)).filter(({ id }) => !updated.has(id)),
      }
    }),
  },
]
