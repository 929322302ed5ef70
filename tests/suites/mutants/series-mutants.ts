import { CalendarError, type CalendarStore } from '@kalends/core'
import { type Collection, type EventFilter, type EventRecord, type EventSort, earliestOfSeries, inheritFrom } from '@kalends/core/store'
import { wrapStore } from '../../../packages/testing/src/wrap-store.ts'
import { pageOf, unlimited, without } from './mutant-wrappers.ts'
import type { StoreMutant } from './store-mutant.ts'

type Events = Collection<EventRecord, EventFilter, EventSort>

/** Replaces methods of the events of a store. */
const onEvents =
  (wrap: (events: Events) => Partial<Events>) =>
  (store: CalendarStore): CalendarStore =>
    wrapStore(store, { rest: ({ events }) => ({ events: { ...events, ...wrap(events) } }) })

/** Finds events by a function over all of them, instead of the filter. */
const found = (search: (events: Events, filter: EventFilter, order: readonly EventSort[]) => Promise<readonly EventRecord[]>) =>
  onEvents((events) => ({
    find: async (query) => pageOf(await search(events, query.filter, query.order), query),
    count: async (filter) => (await search(events, filter, [])).length,
  }))

const all = (events: Events, filter: EventFilter, order: readonly EventSort[] = []): Promise<readonly EventRecord[]> =>
  events.find({ filter, order, ...unlimited })

/** Replaces the choice of an occurrence in distinct lists. */
const chosen = (
  choose: (
    matching: readonly EventRecord[],
    filter: EventFilter,
    events: Events,
  ) => readonly EventRecord[] | Promise<readonly EventRecord[]>,
) =>
  found(async (events, filter, order) => {
    const { distinct, ...others } = filter
    const matching = await all(events, others, order)
    return distinct === undefined ? matching : choose(matching, filter, events)
  })

/** The first event of each key, in the order of the list. */
function firstBy(events: readonly EventRecord[], toKey: (event: EventRecord) => number | string): readonly EventRecord[] {
  const known = new Set<number | string>()
  return events.filter((event) => {
    const key = toKey(event)
    return !known.has(key) && known.add(key)
  })
}

const seriesKey = ({ seriesId, id }: EventRecord): string => (seriesId === 0 ? `single ${id}` : `${seriesId}`)

const distinctMutants: readonly StoreMutant[] = [
  {
    key: 'distinct/ignored',
    title: 'distinct lists contain every occurrence of a series',
    foundBy: 'series/distinct/listed',
    plant: chosen((matching) => matching),
  },
  {
    key: 'distinct/after-first',
    title: 'afterId leaves occurrences out before the earliest is chosen',
    foundBy: 'series/distinct/after',
    plant: chosen((matching) => earliestOfSeries(matching)),
  },
  {
    key: 'distinct/order-of-list',
    title: 'the first occurrence in the order of the list is chosen',
    foundBy: 'series/distinct/all',
    plant: chosen((matching) => firstBy(matching, seriesKey)),
  },
  {
    key: 'distinct/lowest-id',
    title: 'the occurrence with the lowest id is chosen',
    foundBy: 'series/distinct/window',
    plant: chosen((matching) => {
      const first = new Set(
        firstBy(
          matching.toSorted((a, b) => a.id - b.id),
          seriesKey,
        ),
      )
      return matching.filter((event) => first.has(event))
    }),
  },
  {
    key: 'distinct/before-filter',
    title: 'the earliest occurrence of all is chosen, whether it matches or not',
    foundBy: 'series/distinct/coming',
    plant: chosen(async (matching, _, events) => {
      const earliest = new Set(earliestOfSeries(await all(events, {})).map(({ id }) => id))
      return matching.filter(({ id }) => earliest.has(id))
    }),
  },
  {
    key: 'distinct/no-series-as-one',
    title: 'all events without a series are treated as one series',
    foundBy: 'series/distinct/all',
    plant: chosen((matching) => {
      const kept = new Set(earliestOfSeries(matching))
      return firstBy(
        matching.filter((event) => kept.has(event)),
        ({ seriesId }) => seriesId,
      )
    }),
  },
  {
    key: 'distinct/page',
    title: 'distinct removes occurrences from a page after the page was cut',
    foundBy: 'series/distinct/listed',
    plant: onEvents((events) => ({
      find: async ({ filter: { distinct, ...filter }, ...query }) => {
        const page = await events.find({ ...query, filter })
        return distinct === undefined ? page : earliestOfSeries(page)
      },
    })),
  },
  {
    key: 'distinct/counted-all',
    title: 'the total counts each occurrence',
    foundBy: 'series/distinct/listed',
    plant: onEvents((events) => ({ count: (filter, signal) => events.count(without(filter, 'distinct'), signal) })),
  },
  {
    key: 'distinct/links',
    title: 'counts by link count the earliest occurrence alone',
    foundBy: 'linked-filters/countByLink',
    plant: (store) =>
      wrapStore(store, {
        rest: ({ events, countByLink }) => ({
          countByLink: async (linkField, ids, filter, signal) =>
            filter.distinct === undefined
              ? countByLink(linkField, ids, filter, signal)
              : countByLink(linkField, ids, { ids: (await all(events, filter)).map(({ id }) => id) }, signal),
        }),
      }),
  },
]

/** Changes occurrences when they are read. */
const occurrencesRead = (change: (event: EventRecord, series: EventRecord) => EventRecord) =>
  onEvents((events) => {
    const changed = async (records: readonly EventRecord[]): Promise<readonly EventRecord[]> => {
      const series = new Map((await events.getMany(records.map(({ seriesId }) => seriesId))).map((one) => [one.id, one]))
      return records.map((event) => {
        const own = series.get(event.seriesId)
        return own === undefined ? event : change(event, own)
      })
    }
    return {
      getMany: async (ids) => changed(await events.getMany(ids)),
      find: async (query) => changed(await events.find(query)),
    }
  })

/** Reads return occurrences with the texts that they were written with. */
function plantStale(store: CalendarStore): CalendarStore {
  const written = new Map<number, EventRecord>()
  const note = <T extends EventRecord | null>(record: T): T => {
    if (record?.role === 'occurrence') written.set(record.id, record)
    return record
  }
  const stale = (event: EventRecord): EventRecord => {
    const { description, excerpt, website } = written.get(event.id) ?? event
    return { ...event, description, excerpt, website }
  }
  return onEvents((events) => ({
    insert: async (draft) => note(await events.insert(draft)),
    insertMany: async (drafts) => (await events.insertMany(drafts)).map(note),
    update: async (record) => note(await events.update(record)),
    updateMany: async (records) => (await events.updateMany(records)).map(note),
    getMany: async (ids) => (await events.getMany(ids)).map(stale),
    find: async (query) => (await events.find(query)).map(stale),
  }))(store)
}

const inheritanceMutants: readonly StoreMutant[] = [
  {
    key: 'inherit/stale',
    title: 'occurrences keep the texts that their series had when they were written',
    foundBy: 'series/inherit/update',
    plant: plantStale,
  },
  {
    key: 'inherit/always',
    title: 'occurrences show the texts of their series instead of their own',
    foundBy: 'series/override',
    plant: occurrencesRead((event, series) => ({ ...inheritFrom(series, { ...event, overridden: [] }), overridden: event.overridden })),
  },
  {
    key: 'inherit/empty-as-missing',
    title: 'an empty text of an occurrence counts as none',
    foundBy: 'series/override/many',
    plant: occurrencesRead((event, series) => ({ ...event, description: event.description || series.description })),
  },
  {
    key: 'inherit/null-as-missing',
    title: 'an occurrence cannot be without an image',
    foundBy: 'series/override',
    plant: occurrencesRead((event, series) => ({ ...event, image: event.image ?? series.image })),
  },
  {
    key: 'inherit/search-text',
    title: 'an occurrence always has the search text of its series',
    foundBy: 'series/override',
    plant: occurrencesRead((event, { searchText }) => ({ ...event, searchText })),
  },
  {
    key: 'inherit/versions',
    title: 'a change of a series changes the versions of its occurrences',
    foundBy: 'series/inherit/update',
    plant: onEvents((events) => ({
      async update(record) {
        const updated = await events.update(record)
        if (record.role === 'series') await events.updateMany(await all(events, { seriesIds: [record.id] }))
        return updated
      },
    })),
  },
  {
    key: 'inherit/unsearched',
    title: 'searches find only occurrences with a text of their own',
    foundBy: 'series/search',
    plant: found(async (events, filter, order) =>
      (await all(events, filter, order)).filter(
        ({ role, overridden }) =>
          role !== 'occurrence' || filter.textAll === undefined || overridden.includes('title') || overridden.includes('description'),
      ),
    ),
  },
]

let lastKey = 0

const keyMutants: readonly StoreMutant[] = [
  {
    key: 'keys/not-unique',
    title: 'two occurrences of a series may have one key',
    foundBy: 'series/keys/taken',
    plant: onEvents((events) => {
      const withUniqueKey = <R extends { readonly occurrenceKey: string }>(record: R): R =>
        record.occurrenceKey === '' ? record : { ...record, occurrenceKey: `${record.occurrenceKey} ${++lastKey}` }
      const withoutSuffix = (event: EventRecord): EventRecord => ({ ...event, occurrenceKey: event.occurrenceKey.slice(0, 19) })
      return {
        insert: async (draft) => withoutSuffix(await events.insert(withUniqueKey(draft))),
        update: async (record) => withoutSuffix(await events.update(withUniqueKey(record))),
        find: async (query) => (await events.find(query)).map(withoutSuffix),
      }
    }),
  },
  {
    key: 'keys/all-series',
    title: 'two series cannot have one key',
    foundBy: 'series/keys/taken',
    plant: onEvents((events) => ({
      async insert(draft) {
        const known = (await all(events, { roles: ['occurrence'] })).map(({ occurrenceKey }) => occurrenceKey)
        if (known.includes(draft.occurrenceKey)) throw new CalendarError('version_conflict', { kind: 'event', id: draft.seriesId })
        return events.insert(draft)
      },
    })),
  },
  {
    key: 'keys/insert-many-refuses',
    title: 'one taken key refuses all drafts',
    foundBy: 'series/keys/insert-many',
    plant: onEvents((events) => ({
      async insertMany(drafts) {
        const records = await events.insertMany(drafts)
        if (records.includes(null)) throw new CalendarError('version_conflict', { kind: 'event' })
        return records
      },
    })),
  },
  {
    key: 'keys/no-exchange',
    title: 'a record of updateMany cannot take the key that another record of the call gives up',
    foundBy: 'series/keys/exchange',
    plant: onEvents((events) => ({
      async updateMany(records) {
        const stored = await all(events, { seriesIds: records.map(({ seriesId }) => seriesId) })
        const isTaken = ({ id, seriesId, occurrenceKey }: EventRecord): boolean =>
          stored.some((other) => other.id !== id && other.seriesId === seriesId && other.occurrenceKey === occurrenceKey)
        if (records.some(isTaken)) throw new CalendarError('version_conflict', { kind: 'event' })
        return events.updateMany(records)
      },
    })),
  },
  {
    key: 'keys/slug-first',
    title: 'a taken slug is reported before a taken key',
    foundBy: 'series/keys/before-slug',
    plant: onEvents((events) => ({
      async insert(draft) {
        if ((await events.count({ slugs: [draft.slug] })) > 0) throw new CalendarError('slug_taken', { slug: draft.slug })
        return events.insert(draft)
      },
    })),
  },
]

/** Mutants of series, their occurrences and distinct lists. */
export const seriesMutants: readonly StoreMutant[] = [...distinctMutants, ...inheritanceMutants, ...keyMutants]
