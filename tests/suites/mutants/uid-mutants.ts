import { CalendarError } from '@kalends/core'
import type { CollectionWrapper } from '../../../packages/testing/src/wrap-store.ts'
import { allOf, altered, onCollections, refiltered, without } from './mutant-wrappers.ts'
import type { StoreMutant } from './store-mutant.ts'

/** The uid of a record or a draft; empty for terms, which have none. */
const uidOf = (record: object): string => String(Reflect.get(record, 'uid') ?? '')

/** Refuses drafts whose uid conflicts with that of a stored record. */
const refusingUid =
  (isTaken: (uid: string, stored: string) => boolean): CollectionWrapper =>
  (collection, name) => ({
    ...collection,
    async insert(draft) {
      const all = name === 'terms' ? [] : await allOf(collection)
      if (all.some((record) => isTaken(uidOf(draft), uidOf(record)))) throw new CalendarError('uid_taken', { uid: uidOf(draft) })
      return collection.insert(draft)
    },
    async insertMany(drafts) {
      const records: Awaited<ReturnType<typeof collection.insertMany>>[number][] = []
      for (const draft of drafts) {
        const all = name === 'terms' ? [] : await allOf(collection)
        const isFree = !all.some((record) => isTaken(uidOf(draft), uidOf(record)))
        records.push(isFree ? ((await collection.insertMany([draft]))[0] ?? null) : null)
      }
      return records
    },
  })

/** Mutants of uids. */
export const uidMutants: readonly StoreMutant[] = [
  {
    key: 'unique/no-uids',
    title: 'uids are not unique',
    foundBy: 'events/uid/taken',
    plant: onCollections(
      altered(
        (record) => (uidOf(record) === '' ? record : { ...record, uid: `${uidOf(record)} ${JSON.stringify(record).length}` }),
        'stored',
      ),
    ),
  },
  {
    key: 'unique/one-without-uid',
    title: 'only one record may have no uid',
    foundBy: 'venues/uid/empty',
    plant: onCollections(refusingUid((uid, taken) => uid === '' && taken === '')),
  },
  {
    key: 'unique/uid-any-case',
    title: 'uids that differ in case are the same',
    foundBy: 'organizers/uid/equality/case',
    plant: onCollections(refusingUid((uid, taken) => uid !== '' && uid.toLowerCase() === taken.toLowerCase())),
  },
  {
    key: 'unique/slug-before-uid',
    title: 'a taken slug is reported before a taken uid',
    foundBy: 'events/uid/before-slug',
    plant: onCollections((collection) => ({
      ...collection,
      async insert(draft) {
        if ((await allOf(collection)).some(({ slug }) => slug === draft.slug)) throw new CalendarError('slug_taken', { slug: draft.slug })
        return collection.insert(draft)
      },
    })),
  },
  {
    key: 'insert-many/refuses-uids',
    title: 'one taken uid refuses all drafts',
    foundBy: 'venues/uid/insert-many',
    plant: onCollections((collection) => ({
      ...collection,
      async insertMany(drafts) {
        const records = await collection.insertMany(drafts)
        const left = drafts.find((_, i) => records[i] === null)
        if (left !== undefined && uidOf(left) !== '') throw new CalendarError('uid_taken', { uid: uidOf(left) })
        return records
      },
    })),
  },
  {
    key: 'forgotten/uids',
    title: 'filters ignore uids',
    foundBy: 'organizers/filter/uid',
    plant: onCollections(refiltered((filter) => without(filter, 'uids'))),
  },
  {
    key: 'empty-list/uids',
    title: 'an empty list of uids matches everything',
    foundBy: 'venues/filter/uids-empty',
    plant: onCollections(refiltered((filter) => (JSON.stringify(Reflect.get(filter, 'uids')) === '[]' ? without(filter, 'uids') : filter))),
  },
  {
    key: 'uids/any-case',
    title: 'uids are compared regardless of case',
    foundBy: 'events/filter/uids',
    plant: onCollections(
      refiltered((filter) => {
        const uids: unknown = Reflect.get(filter, 'uids')
        return Array.isArray(uids) ? { ...filter, uids: uids.map((uid) => String(uid).toLowerCase()) } : filter
      }),
    ),
  },
]
