import { CalendarError, type CalendarStore, isCalendarError } from '@kalends/core'
import { wrapStore } from '../../../packages/testing/src/wrap-store.ts'
import { allOf, altered, onCollections, unlimited } from './mutant-wrappers.ts'
import type { StoreMutant } from './store-mutant.ts'

const versionMutants: readonly StoreMutant[] = [
  {
    key: 'version/ignored-by-update',
    title: 'updates replace records of any version',
    foundBy: 'events/update/version-conflict',
    plant: onCollections((collection) => ({
      ...collection,
      async update(record) {
        const [stored] = await collection.getMany([record.id])
        return collection.update({ ...record, version: stored?.version ?? record.version })
      },
    })),
  },
  {
    key: 'version/ignored-by-delete',
    title: 'deletions delete records of any version',
    foundBy: 'venues/delete/version-conflict',
    plant: onCollections((collection) => ({
      ...collection,
      async delete(id, version) {
        const [stored] = await collection.getMany([id])
        return collection.delete(id, stored?.version ?? version)
      },
    })),
  },
  {
    key: 'version/kept',
    title: 'updates return the given version',
    foundBy: 'terms/update/versions',
    plant: onCollections((collection) => ({
      ...collection,
      update: async (record) => ({ ...(await collection.update(record)), version: record.version }),
    })),
  },
  {
    key: 'version/conflict-as-not-found',
    title: 'a wrong version is reported as not_found',
    foundBy: 'events/update/version-conflict',
    plant: onCollections((collection) => ({
      ...collection,
      update: (record) =>
        collection.update(record).catch((error: unknown) => {
          throw isCalendarError(error, 'version_conflict') ? new CalendarError('not_found', {}) : error
        }),
    })),
  },
  {
    key: 'update/upsert',
    title: 'updates of missing records insert them',
    foundBy: 'organizers/update/not-found',
    plant: onCollections((collection) => ({
      ...collection,
      update: (record) =>
        collection.update(record).catch((error: unknown) => {
          if (isCalendarError(error, 'not_found')) return collection.insert(record)
          throw error
        }),
    })),
  },
  {
    key: 'delete/silent',
    title: 'deletions of missing records succeed',
    foundBy: 'events/delete/not-found',
    plant: onCollections((collection) => ({
      ...collection,
      delete: (id, version) =>
        collection.delete(id, version).catch((error: unknown) => {
          if (!isCalendarError(error, 'not_found')) throw error
        }),
    })),
  },
]

const uniqueMutants: readonly StoreMutant[] = [
  {
    key: 'unique/slug-any-case',
    title: 'slugs that differ in case are the same',
    foundBy: 'equality/case',
    plant: onCollections((collection) => ({
      ...collection,
      async insert(draft) {
        const all = await allOf(collection)
        if (all.some(({ slug }) => slug.toLowerCase() === draft.slug.toLowerCase()))
          throw new CalendarError('slug_taken', { slug: draft.slug })
        return collection.insert(draft)
      },
    })),
  },
  {
    key: 'unique/slug-padded',
    title: 'slugs that differ in spaces at their ends are the same',
    foundBy: 'equality/trailing-space',
    plant: onCollections((collection) => ({
      ...collection,
      async insert(draft) {
        const all = await allOf(collection)
        if (all.some(({ slug }) => slug.trimEnd() === draft.slug.trimEnd())) throw new CalendarError('slug_taken', { slug: draft.slug })
        return collection.insert(draft)
      },
    })),
  },
  {
    key: 'unique/no-slugs',
    title: 'every write stores the slug with another suffix, so equal slugs never conflict',
    foundBy: 'events/insert/slug-taken',
    plant(store) {
      let writes = 0
      return onCollections(altered((record) => ({ ...record, slug: `${Reflect.get(record, 'slug')}-${++writes}` }), 'stored'))(store)
    },
  },
  {
    key: 'unique/slug-first',
    title: 'a taken slug is reported before a taken name',
    foundBy: 'unique/name-before-slug',
    plant: (store) =>
      wrapStore(store, {
        rest: ({ terms }) => ({
          terms: {
            ...terms,
            async insert(draft) {
              if ((await terms.count({ slugs: [draft.slug], taxonomy: draft.taxonomy })) > 0)
                throw new CalendarError('slug_taken', { slug: draft.slug })
              return terms.insert(draft)
            },
          },
        }),
      }),
  },
  {
    key: 'unique/name-of-all-parents',
    title: 'terms with different parents cannot share a name',
    foundBy: 'unique/name-per-parent',
    plant: (store) =>
      wrapStore(store, {
        rest: ({ terms }) => ({
          terms: {
            ...terms,
            async insert(draft) {
              if ((await terms.count({ nameKeys: [draft.nameKey], taxonomy: draft.taxonomy })) > 0)
                throw new CalendarError('name_taken', { name: draft.name })
              return terms.insert(draft)
            },
          },
        }),
      }),
  },
]

const bulkMutants: readonly StoreMutant[] = [
  {
    key: 'insert-many/refuses',
    title: 'one taken slug refuses all drafts',
    foundBy: 'events/insert-many/slug-taken',
    plant: onCollections((collection) => ({
      ...collection,
      async insertMany(drafts) {
        const records = await collection.insertMany(drafts)
        const left = records.indexOf(null)
        if (left >= 0) throw new CalendarError('slug_taken', { slug: drafts[left]?.slug ?? '' })
        return records
      },
    })),
  },
  {
    key: 'insert-many/closes-gaps',
    title: 'insertMany returns no null for a draft that it leaves out',
    foundBy: 'venues/insert-many/slug-taken',
    plant: onCollections((collection) => ({
      ...collection,
      insertMany: async (drafts) => (await collection.insertMany(drafts)).filter((record) => record !== null),
    })),
  },
  {
    key: 'insert-many/last-wins',
    title: 'of several drafts with one slug, insertMany stores the last',
    foundBy: 'organizers/insert-many/slug-taken',
    plant: onCollections((collection) => ({
      ...collection,
      insertMany: async (drafts) => [...(await collection.insertMany([...drafts].reverse()))].reverse(),
    })),
  },
  {
    key: 'insert-many/links-of-the-first',
    title: 'insertMany gives all events the venues of the first',
    foundBy: 'events/insert-many/links',
    plant: (store) =>
      wrapStore(store, {
        rest: ({ events }) => ({
          events: {
            ...events,
            insertMany: (drafts) => events.insertMany(drafts.map((draft) => ({ ...draft, venueIds: drafts[0]?.venueIds ?? [] }))),
          },
        }),
      }),
  },
  {
    key: 'insert-many/first-statement',
    title: 'insertMany adds only the first 500 drafts',
    foundBy: 'terms/insert-many/many',
    plant: onCollections((collection) => ({
      ...collection,
      insertMany: async (drafts) => {
        const records = await collection.insertMany(drafts.slice(0, 500))
        return drafts.map((_, i) => records[i] ?? null)
      },
    })),
  },
]

const unlinkMutants: readonly StoreMutant[] = (['events', 'venues', 'organizers', 'terms'] as const).map((name) => ({
  key: `unlink/${name}`,
  title: `deleted ${name} stay linked`,
  foundBy: name === 'events' ? 'unlink/parent-event-delete' : `unlink/${name === 'terms' ? 'tags' : name}/not-found-by`,
  plant: (store) =>
    wrapStore(store, {
      rest: (inner) => {
        const linked = { events: inner.events, venues: inner.venues, organizers: inner.organizers, terms: inner.terms }[name]
        return {
          [name]: { ...linked, delete: (id: number, version: number) => deleteWithoutUnlinking(inner, () => linked.delete(id, version)) },
        }
      },
    }),
}))

/** Deletes, and then restores the events with their links. */
async function deleteWithoutUnlinking(store: CalendarStore, remove: () => Promise<void>): Promise<void> {
  const before = await store.events.find({ filter: {}, order: [], ...unlimited })
  await remove()
  const ids = new Set((await store.events.find({ filter: {}, order: [], ...unlimited })).map(({ id }) => id))
  for (const event of before) if (ids.has(event.id)) await store.events.update(event)
}

/** Mutants of insert, update and delete. */
export const writeMutants: readonly StoreMutant[] = [...versionMutants, ...uniqueMutants, ...bulkMutants, ...unlinkMutants]
