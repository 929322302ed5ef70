import type { CalendarStore } from '@kalends/core'
import { wrapStore } from '../../../packages/testing/src/wrap-store.ts'
import { altered, mapped, onCollections } from './mutant-wrappers.ts'
import type { StoreMutant } from './store-mutant.ts'

const recordMutants: readonly StoreMutant[] = [
  {
    key: 'records/basic-plane',
    title: 'characters above U+FFFF are lost',
    foundBy: 'round-trip/text/emoji',
    plant: onCollections(
      altered(
        mapped((value) => (typeof value === 'string' ? value.replace(/[^\0-\uffff]/gu, '?') : value)),
        'stored',
      ),
    ),
  },
  {
    key: 'records/trimmed',
    title: 'spaces at the ends of texts are lost',
    foundBy: 'round-trip/text/outer-spaces',
    plant: onCollections(
      altered(
        mapped((value) => (typeof value === 'string' ? value.trimEnd() : value)),
        'stored',
      ),
    ),
  },
  {
    key: 'records/composed',
    title: 'texts are composed',
    foundBy: 'round-trip/text/composed',
    plant: onCollections(
      altered(
        mapped((value) => (typeof value === 'string' ? value.normalize('NFC') : value)),
        'stored',
      ),
    ),
  },
  {
    key: 'records/cut',
    title: 'long texts are cut',
    foundBy: 'round-trip/long/texts',
    plant: onCollections(
      altered(
        mapped((value) => (typeof value === 'string' ? value.slice(0, 65_535) : value)),
        'stored',
      ),
    ),
  },
  {
    key: 'records/seconds',
    title: 'milliseconds are lost',
    foundBy: 'round-trip/event/milliseconds',
    plant: onCollections(
      altered(
        mapped((value) => (typeof value === 'number' && value > 1e11 ? Math.floor(value / 1000) * 1000 : value)),
        'stored',
      ),
    ),
  },
  {
    key: 'records/single-precision',
    title: 'coordinates are rounded',
    foundBy: 'round-trip/venue/point',
    plant: onCollections(
      altered(
        mapped((value) => (typeof value === 'number' && !Number.isInteger(value) ? Math.fround(value) : value)),
        'stored',
      ),
    ),
  },
  {
    key: 'records/line-breaks',
    title: 'line breaks are changed',
    foundBy: 'round-trip/text/white-space',
    plant: onCollections(
      altered(
        mapped((value) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value)),
        'stored',
      ),
    ),
  },
  {
    key: 'records/sorted-links',
    title: 'links are returned by id',
    foundBy: 'round-trip/links/order',
    plant: onCollections(
      altered((record) => ({ ...record, ...sortedLink(record, 'venueIds'), ...sortedLink(record, 'organizerIds') }), 'read'),
    ),
  },
  {
    key: 'records/sorted-ancestors',
    title: 'ancestors are returned by id',
    foundBy: 'round-trip/links/ancestors',
    plant: onCollections(altered((record) => ({ ...record, ...sortedLink(record, 'ancestorIds') }), 'read')),
  },
  {
    key: 'records/image-as-number',
    title: 'an image that is a text of digits comes back as a number',
    foundBy: 'round-trip/event/image-digits',
    plant: onCollections(altered((record) => ({ ...record, ...numericImage(record) }), 'read')),
  },
  {
    key: 'records/status-in-lower-case',
    title: 'event statuses come back in lower case',
    foundBy: 'round-trip/event/status-movedOnline',
    plant: onCollections(
      altered(
        changed('eventStatus', (status) => String(status).toLowerCase()),
        'read',
      ),
    ),
  },
  {
    key: 'records/attendance-lost',
    title: 'events at a venue and online come back as events at a venue',
    foundBy: 'round-trip/event/mixed',
    plant: onCollections(
      altered(
        changed('attendance', (attendance) => (attendance === 'mixed' ? 'offline' : attendance)),
        'read',
      ),
    ),
  },
  {
    key: 'records/previous-start-falsy',
    title: 'a former start at the instant 0 comes back as none',
    foundBy: 'round-trip/event/previous-start-1970',
    plant: onCollections(
      altered(
        changed('previousStartMs', (ms) => ms || null),
        'read',
      ),
    ),
  },
  {
    key: 'records/previous-start-zero',
    title: 'no former start comes back as the instant 0',
    foundBy: 'round-trip/event/online',
    plant: onCollections(
      altered(
        changed('previousStartMs', (ms) => ms ?? 0),
        'read',
      ),
    ),
  },
  {
    key: 'records/shared',
    title: 'all reads of a record return the same mutable object',
    foundBy: 'events/read/results-are-private',
    plant: plantShared,
  },
  {
    key: 'records/repeats',
    title: 'getMany returns a record as often as its id is repeated',
    foundBy: 'events/get-many/repeats',
    plant: onCollections((collection) => ({
      ...collection,
      getMany: async (ids) => (await Promise.all(ids.map((id) => collection.getMany([id])))).flat(),
    })),
  },
]

/** Changes one member, in records that have it. */
function changed(member: string, change: (value: unknown) => unknown): <R extends object>(record: R) => R {
  return (record) => (Object.hasOwn(record, member) ? { ...record, [member]: change(Reflect.get(record, member)) } : record)
}

function sortedLink(record: object, member: string): object {
  const ids: unknown = Reflect.get(record, member)
  return Array.isArray(ids) ? { [member]: ids.map(Number).sort((a, b) => a - b) } : {}
}

function numericImage(record: object): object {
  const image: unknown = Reflect.get(record, 'image')
  return typeof image === 'string' && /^\d+$/.test(image) ? { image: Number(image) } : {}
}

/** Every read of a record returns the same mutable object. */
function plantShared(store: CalendarStore): CalendarStore {
  const copies = new Map<string, object>()
  return onCollections((collection, name) => {
    const shared = <R extends { id: number; version: number }>(record: R): R => {
      const key = `${name}:${record.id}:${record.version}`
      const known = copies.get(key) ?? structuredCopy(record)
      copies.set(key, known)
      // The key of a record belongs to one collection, so the stored copy has the type of that collection.
      return known as R
    }
    return {
      ...collection,
      getMany: async (ids) => (await collection.getMany(ids)).map(shared),
      find: async (query) => (await collection.find(query)).map(shared),
    }
  })(store)
}

const structuredCopy = (record: object): object => mapped((value) => value)(record)

const otherMutants: readonly StoreMutant[] = [
  {
    key: 'countByLink/unfiltered',
    title: 'counts by link count all events',
    foundBy: 'countByLink/categories-listed',
    plant: (store) => wrapStore(store, { rest: (inner) => ({ countByLink: (linkField, ids) => inner.countByLink(linkField, ids, {}) }) }),
  },
  {
    key: 'countByLink/zeros',
    title: 'counts by link include ids without events',
    foundBy: 'countByLink/no-ids',
    plant: (store) =>
      wrapStore(store, {
        rest: (inner) => ({
          countByLink: async (linkField, ids, filter) =>
            new Map([[0, 0], ...ids.map((id) => [id, 0] as const), ...(await inner.countByLink(linkField, ids, filter))]),
        }),
      }),
  },
  {
    key: 'countByLink/once',
    title: 'counts by link stop at 1',
    foundBy: 'countByLink/venues',
    plant: (store) =>
      wrapStore(store, {
        rest: (inner) => ({
          countByLink: async (linkField, ids, filter) =>
            new Map([...(await inner.countByLink(linkField, ids, filter))].map(([id, n]) => [id, Math.min(n, 1)])),
        }),
      }),
  },
  {
    key: 'events/none-as-some',
    title: 'a filter for venues without events finds those with events',
    foundBy: 'venues/filter/events-none',
    plant: (store) =>
      wrapStore(store, {
        rest: ({ venues }) => ({
          venues: {
            ...venues,
            find: (query) =>
              venues.find({
                ...query,
                filter: { ...query.filter, ...(query.filter.events && { events: { ...query.filter.events, some: true } }) },
              }),
          },
        }),
      }),
  },
  {
    key: 'events/unfiltered',
    title: 'a filter by linked events accepts any event',
    foundBy: 'terms/filter/events-published',
    plant: (store) =>
      wrapStore(store, {
        rest: ({ terms }) => ({
          terms: {
            ...terms,
            find: (query) =>
              terms.find({
                ...query,
                filter: { ...query.filter, ...(query.filter.events && { events: { ...query.filter.events, filter: {} } }) },
              }),
          },
        }),
      }),
  },
]

/** Mutants of records, counts by link and linked events. */
export const readMutants: readonly StoreMutant[] = [...recordMutants, ...otherMutants]
