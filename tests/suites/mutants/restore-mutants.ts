import type { CalendarStore, RestoredContent } from '@kalends/core/store'
import { wrapStore } from '../../../packages/testing/src/wrap-store.ts'
import type { StoreMutant } from './store-mutant.ts'

/** A store that restores other content. */
const restoring = (change: (content: RestoredContent) => RestoredContent) => (store: CalendarStore) =>
  wrapStore(store, { rest: (inner) => ({ restore: (content) => inner.restore(change(content)) }) })

/** A store that inserts the records of an archive as new ones. */
const plantInserted = (store: CalendarStore): CalendarStore =>
  wrapStore(store, {
    rest: (inner) => ({
      restore: async ({ terms = [], venues = [], organizers = [], events = [] }) => {
        await inner.terms.insertMany(terms)
        await inner.venues.insertMany(venues)
        await inner.organizers.insertMany(organizers)
        await inner.events.insertMany(events)
      },
    }),
  })

/** Mutants of the restoration of archives. */
export const restoreMutants: readonly StoreMutant[] = [
  { key: 'restore/inserted', title: 'restored records get new ids, and are logged', foundBy: 'restore/unlogged', plant: plantInserted },
  {
    key: 'restore/first-version',
    title: 'restored events begin with version 1',
    foundBy: 'restore/writing',
    plant: restoring(({ events = [], ...rest }) => ({ ...rest, events: events.map((event) => ({ ...event, version: 1 })) })),
  },
  {
    key: 'restore/no-links',
    title: 'restored events lose their tags',
    foundBy: 'restore/filters',
    plant: restoring(({ events = [], ...rest }) => ({ ...rest, events: events.map((event) => ({ ...event, tagIds: [] })) })),
  },
  {
    key: 'restore/no-fields',
    title: 'restored terms lose their fields',
    foundBy: 'restore/records',
    plant: restoring(({ terms = [], ...rest }) => ({
      ...rest,
      terms: terms.map((term) => ({ ...term, fields: { values: {}, keys: {} } })),
    })),
  },
  {
    key: 'restore/no-uids',
    title: 'uids of restored venues are free',
    foundBy: 'restore/unique',
    plant: restoring(({ venues = [], ...rest }) => ({ ...rest, venues: venues.map((venue) => ({ ...venue, uid: '' })) })),
  },
  {
    key: 'restore/new-numbers',
    title: 'rows of the log get new numbers',
    foundBy: 'restore/log',
    plant: restoring(({ changes = [], ...rest }) => ({ ...rest, changes: changes.map((row, index) => ({ ...row, seq: index + 1 })) })),
  },
  {
    key: 'restore/one-part',
    title: 'a part without venues is left out',
    foundBy: 'restore/in-parts',
    plant: restoring((content) => (content.venues === undefined ? {} : content)),
  },
]
