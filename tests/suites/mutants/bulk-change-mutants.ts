import { isCalendarError } from '@kalends/core'
import { onCollections } from './mutant-wrappers.ts'
import type { StoreMutant } from './store-mutant.ts'

/** Updates records one by one; returns the results. */
async function inTurn<R>(records: readonly R[], update: (record: R) => Promise<R>): Promise<readonly R[]> {
  const updated: R[] = []
  for (const record of records) updated.push(await update(record))
  return updated
}

/** Mistakes of updateMany and deleteMany. */
export const bulkChangeMutants: readonly StoreMutant[] = [
  {
    key: 'update-many/one-by-one',
    title: 'updateMany replaces records until one of them fails',
    foundBy: 'events/update-many/errors',
    plant: onCollections((collection) => ({
      ...collection,
      updateMany: (records) => inTurn(records, collection.update),
    })),
  },
  {
    key: 'update-many/passed-on',
    title: 'updateMany lets a record take the slug that an earlier record of the call gives up',
    foundBy: 'venues/update-many/no-exchange',
    plant: onCollections((collection) => ({
      ...collection,
      updateMany: (records) =>
        collection.updateMany(records).catch(async (error: unknown) => {
          if (!isCalendarError(error, 'slug_taken')) throw error
          return inTurn(records, collection.update)
        }),
    })),
  },
  {
    key: 'update-many/order',
    title: 'updateMany returns the records by id',
    foundBy: 'terms/update-many/as-update',
    plant: onCollections((collection) => ({
      ...collection,
      updateMany: async (records) => [...(await collection.updateMany(records))].sort((a, b) => a.id - b.id),
    })),
  },
  {
    key: 'update-many/old-versions',
    title: 'updateMany returns the given versions',
    foundBy: 'organizers/update-many/as-update',
    plant: onCollections((collection) => ({
      ...collection,
      updateMany: async (records) =>
        (await collection.updateMany(records)).map((record, i) => ({ ...record, version: records[i]?.version ?? 0 })),
    })),
  },
  {
    key: 'update-many/first-chunk',
    title: 'updateMany replaces only the first 500 records',
    foundBy: 'venues/update-many/many',
    plant: onCollections((collection) => ({
      ...collection,
      updateMany: async (records) => [...(await collection.updateMany(records.slice(0, 500))), ...records.slice(500)],
    })),
  },
  {
    key: 'update-many/any-version',
    title: 'updateMany replaces records of any version',
    foundBy: 'events/update-many/errors',
    plant: onCollections((collection) => ({
      ...collection,
      async updateMany(records) {
        const stored = new Map((await collection.getMany(records.map(({ id }) => id))).map(({ id, version }) => [id, version]))
        return collection.updateMany(records.map((record) => ({ ...record, version: stored.get(record.id) ?? record.version })))
      },
    })),
  },
  {
    key: 'delete-many/missing',
    title: 'deleteMany ignores missing records',
    foundBy: 'organizers/delete-many/errors',
    plant: onCollections((collection) => ({
      ...collection,
      async deleteMany(records) {
        const found = new Set((await collection.getMany(records.map(({ id }) => id))).map(({ id }) => id))
        return collection.deleteMany(records.filter(({ id }) => found.has(id)))
      },
    })),
  },
  {
    key: 'delete-many/one-by-one',
    title: 'deleteMany deletes records until one of them fails',
    foundBy: 'terms/delete-many/errors',
    plant: onCollections((collection) => ({
      ...collection,
      async deleteMany(records) {
        for (const { id, version } of records) await collection.delete(id, version)
      },
    })),
  },
]
