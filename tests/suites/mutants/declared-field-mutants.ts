import { type EventRecord, type FieldCondition, noFields, type StoredFields, type StoredRecord } from '@kalends/core/store'
import type { CollectionWrapper } from '../../../packages/testing/src/wrap-store.ts'
import { altered, onCollections, refiltered, without } from './mutant-wrappers.ts'
import type { StoreMutant } from './store-mutant.ts'

/** Changes the fields of records when they are stored or read. */
const withFields = (change: (fields: StoredFields) => StoredFields, when: 'stored' | 'read'): CollectionWrapper =>
  altered((record) => ('fields' in record ? { ...record, fields: change((record as Pick<StoredRecord, 'fields'>).fields) } : record), when)

/** Changes the conditions on fields of each read. */
const withConditions = (change: (conditions: readonly FieldCondition[]) => readonly FieldCondition[]): CollectionWrapper =>
  refiltered((filter) => (filter.fields === undefined ? filter : { ...filter, fields: change(filter.fields) }))

const eachCondition = (change: (condition: FieldCondition) => FieldCondition): CollectionWrapper =>
  withConditions((conditions) => conditions.map(change))

const mapKeys = ({ values, keys }: StoredFields, change: (key: string) => string): StoredFields => ({
  values,
  keys: Object.fromEntries(Object.entries(keys).map(([name, texts]) => [name, texts.map(change)])),
})

/** Writes of one method store the keys that were stored before. */
const keepsKeys =
  (method: 'update' | 'updateMany'): CollectionWrapper =>
  (collection, name) => {
    const old = async <R extends StoredRecord>(record: R): Promise<R> => {
      const [stored] = await collection.getMany([record.id])
      return stored === undefined ? record : { ...record, fields: { ...record.fields, keys: stored.fields.keys } }
    }
    if (name !== 'events') return collection
    return method === 'update'
      ? { ...collection, update: async (record) => collection.update(await old(record)) }
      : { ...collection, updateMany: async (records) => collection.updateMany(await Promise.all(records.map(old))) }
  }

/** Occurrences keep the fields that they had when they were stored. */
const withoutInheritance: CollectionWrapper = (collection) => {
  const own = <R extends object>(record: R): R => {
    const { role, overridden } = record as Partial<EventRecord>
    return role !== 'occurrence' || overridden === undefined || overridden.includes('fields')
      ? record
      : { ...record, overridden: [...overridden, 'fields'].sort() }
  }
  const shown = <R extends object>(record: R): R => {
    const { overridden } = record as Partial<EventRecord>
    return overridden === undefined ? record : { ...record, overridden: overridden.filter((member) => member !== 'fields') }
  }
  return {
    ...collection,
    insert: async (draft) => shown(await collection.insert(own(draft))),
    insertMany: async (drafts) => (await collection.insertMany(drafts.map(own))).map((record) => (record === null ? null : shown(record))),
  }
}

const storing: readonly StoreMutant[] = [
  {
    key: 'fields/lost',
    title: 'fields are not stored',
    foundBy: 'fields/round-trip/venues',
    plant: onCollections(withFields(() => noFields, 'stored')),
  },
  {
    key: 'fields/values-lost',
    title: 'values without keys are not stored',
    foundBy: 'fields/round-trip/terms',
    plant: onCollections(withFields((fields) => (Object.keys(fields.keys).length === 0 ? noFields : fields), 'stored')),
  },
  {
    key: 'fields/prototypes',
    title: 'members of values with names of prototype members are lost',
    foundBy: 'fields/round-trip/events',
    plant: onCollections(
      withFields(
        ({ values, keys }) => ({ values: JSON.parse(JSON.stringify(values).replaceAll('"__proto__"', '"proto"')), keys }),
        'stored',
      ),
    ),
  },
  {
    key: 'fields/short-keys',
    title: 'keys are cut after 200 code points',
    foundBy: 'fields/large/organizers',
    plant: onCollections(withFields((fields) => mapKeys(fields, (key) => Array.from(key).slice(0, 200).join('')), 'stored')),
  },
  {
    key: 'fields/update-keeps-keys',
    title: 'update does not write keys',
    foundBy: 'fields/update/events',
    plant: onCollections(keepsKeys('update')),
  },
  {
    key: 'fields/update-many-keeps-keys',
    title: 'updateMany does not write keys',
    foundBy: 'fields/many/events',
    plant: onCollections(keepsKeys('updateMany')),
  },
  {
    key: 'fields/occurrences-alone',
    title: 'occurrences do not follow the fields of their series',
    foundBy: 'fields/series/update',
    plant: onCollections((collection, name) => (name === 'events' ? withoutInheritance(collection, name) : collection)),
  },
]

const filtering: readonly StoreMutant[] = [
  {
    key: 'forgotten/fields',
    title: 'filters ignore fields',
    foundBy: 'fields/filter/terms',
    plant: onCollections(refiltered((filter) => without(filter, 'fields'))),
  },
  {
    key: 'fields/first-condition',
    title: 'only the first condition on fields counts',
    foundBy: 'fields/filter/venues',
    plant: onCollections(withConditions((conditions) => conditions.slice(0, 1))),
  },
  {
    key: 'empty-list/fields',
    title: 'an empty list of keys matches every record with the field',
    foundBy: 'fields/filter/organizers',
    plant: onCollections(eachCondition((condition) => (condition.keys?.length === 0 ? without(condition, 'keys') : condition))),
  },
  {
    key: 'fields/without-range',
    title: 'conditions on fields ignore the range',
    foundBy: 'fields/filter/events',
    plant: onCollections(eachCondition((condition) => without(condition, 'range'))),
  },
  {
    key: 'fields/closed-range',
    title: 'ranges of keys include their upper bound',
    foundBy: 'fields/filter/events',
    plant: onCollections(
      eachCondition((condition) => {
        const { gte, lt } = condition.range ?? {}
        return lt === undefined ? condition : { ...condition, range: { ...(gte !== undefined && { gte }), lt: `${lt}\u0001` } }
      }),
    ),
  },
  {
    key: 'fields/keys-or-range',
    title: 'different keys of a field may meet the keys and the range of a condition',
    foundBy: 'fields/filter/events',
    plant: onCollections(
      withConditions((conditions) =>
        conditions.flatMap((condition) =>
          condition.keys === undefined || condition.range === undefined
            ? [condition]
            : [without(condition, 'keys'), without(condition, 'range')],
        ),
      ),
    ),
  },
  {
    key: 'fields/bounds-apart',
    title: 'different keys of a field may meet the two bounds of a range',
    foundBy: 'fields/filter/events',
    plant: onCollections(
      withConditions((conditions) =>
        conditions.flatMap((condition) => {
          const { gte, lt } = condition.range ?? {}
          if (gte === undefined || lt === undefined) return [condition]
          return [
            { ...condition, range: { gte } },
            { ...condition, range: { lt } },
          ]
        }),
      ),
    ),
  },
  {
    key: 'fields/any-case',
    title: 'keys are compared regardless of case',
    foundBy: 'fields/filter/events',
    plant: onCollections((collection, name) => {
      const lower = (key: string): string => key.toLowerCase()
      const stored = withFields((fields) => mapKeys(fields, lower), 'stored')(collection, name)
      return eachCondition((condition) => ({ ...condition, ...(condition.keys && { keys: condition.keys.map(lower) }) }))(stored, name)
    }),
  },
]

const replacing: readonly StoreMutant[] = [
  {
    key: 'keys/replace-no-texts',
    title: 'replaceKeys keeps folded texts',
    foundBy: 'keys/texts/venues',
    plant: onCollections((collection) => ({
      ...collection,
      replaceKeys: (records, atMs) =>
        collection.replaceKeys(
          records.map(({ texts: _, ...record }) => record),
          atMs,
        ),
    })),
  },
  {
    key: 'fields/replace-nothing',
    title: 'replaceKeys changes nothing',
    foundBy: 'fields/replace/venues',
    plant: onCollections((collection) => ({ ...collection, replaceKeys: async (records) => records.length })),
  },
  {
    key: 'fields/replace-any-version',
    title: 'replaceKeys ignores versions',
    foundBy: 'fields/replace/terms',
    plant: onCollections((collection) => ({
      ...collection,
      async replaceKeys(records, atMs) {
        const stored = await collection.getMany(records.map(({ id }) => id))
        const versions = new Map(stored.map(({ id, version }) => [id, version]))
        return collection.replaceKeys(
          records.map((record) => ({ ...record, version: versions.get(record.id) ?? record.version })),
          atMs,
        )
      },
    })),
  },
  {
    key: 'fields/replace-new-version',
    title: 'replaceKeys changes versions',
    foundBy: 'fields/replace/organizers',
    plant: onCollections((collection) => ({
      ...collection,
      async replaceKeys(records, atMs) {
        const replaced = await collection.replaceKeys(records, atMs)
        const ids = records.map(({ id }) => id)
        await collection.updateMany(await collection.getMany(ids))
        return replaced
      },
    })),
  },
  {
    key: 'fields/replace-unseen',
    title: 'replaceKeys does not change the revision',
    foundBy: 'fields/replace/events',
    plant: (store) => {
      let token: string | undefined
      const planted = onCollections((collection) => ({
        ...collection,
        async replaceKeys(records, atMs) {
          token = (await store.revision(0)).token
          return collection.replaceKeys(records, atMs)
        },
      }))(store)
      return { ...planted, revision: async (nowMs) => ({ ...(await store.revision(nowMs)), ...(token !== undefined && { token }) }) }
    },
  },
]

/** Mutants of the fields that hosts declare. */
export const declaredFieldMutants: readonly StoreMutant[] = [...storing, ...filtering, ...replacing]
