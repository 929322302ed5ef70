import type { CalendarStore } from '@kalends/core'
import { countFacets, type EventFilter, type EventRecord } from '@kalends/core/store'
import { wrapStore } from '../../../packages/testing/src/wrap-store.ts'
import type { StoreMutant } from './store-mutant.ts'

const matching = ({ events }: CalendarStore, filter: EventFilter): Promise<readonly EventRecord[]> =>
  events.find({ filter, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 10_000 })

const fourWeeksMs = 28 * 86_400_000

const noLookups = { venue: () => undefined, organizer: () => undefined }

/** Mutants of counts by facets. */
export const facetMutants: readonly StoreMutant[] = [
  {
    key: 'count-by/unfiltered',
    title: 'counts by facets count all events',
    foundBy: 'usual-lists/window',
    plant: (store) => wrapStore(store, { countBy: (count) => (query) => count({ ...query, filter: {} }) }),
  },
  {
    key: 'count-by/utc',
    title: 'counts by day take the day of the instant',
    foundBy: 'count-by/wall-clock',
    plant: (store) =>
      wrapStore(store, {
        countBy: (count) => async (query) => {
          if (!query.by.includes('day')) return count(query)
          const events = await matching(store, query.filter)
          const instants = events.map((event) => ({
            ...event,
            times: { ...event.times, startLocal: new Date(event.times.startMs).toISOString() },
          }))
          return countFacets(instants, query, noLookups)
        },
      }),
  },
  {
    key: 'count-by/whole-periods',
    title: 'counts by category of a window count all events of its first and last four weeks',
    foundBy: 'count-by/category-window',
    plant: (store) =>
      wrapStore(store, {
        countBy: (count) => (query) => {
          const { gte, lt } = query.filter.startLocal ?? {}
          if (query.by.join() !== 'category' || gte === undefined || lt === undefined) return count(query)
          const weeks = (local: string, round: (weeks: number) => number) =>
            new Date(round(Date.parse(`${local}Z`) / fourWeeksMs) * fourWeeksMs).toISOString().slice(0, 19)
          const startLocal = { gte: weeks(gte, Math.floor), lt: weeks(lt, Math.ceil) }
          return count({ ...query, filter: { ...query.filter, startLocal } })
        },
      }),
  },
  {
    key: 'count-by/any-venue',
    title: 'counts by venue include venues that the caller may not see',
    foundBy: 'count-by/readable',
    plant: (store) =>
      wrapStore(store, {
        countBy:
          (count) =>
          ({ readable: _, ...query }) =>
            count(query),
      }),
  },
  {
    key: 'count-by/short',
    title: 'counts by facets miss the last row',
    foundBy: 'count-by/limit',
    plant: (store) => wrapStore(store, { countBy: (count) => async (query) => (await count(query)).slice(0, -1) }),
  },
  {
    key: 'count-by/once',
    title: 'an event counts for its first category alone',
    foundBy: 'count-by/own-terms',
    plant: (store) =>
      wrapStore(store, {
        countBy: (count) => async (query) => {
          if (query.by.join() !== 'category') return count(query)
          const events = await matching(store, query.filter)
          const first = events.map((event) => ({ ...event, categoryIds: event.categoryIds.slice(0, 1) }))
          return countFacets(first, query, noLookups)
        },
      }),
  },
]
