import { wrapStore } from '../../../packages/testing/src/wrap-store.ts'
import { onCollections } from './mutant-wrappers.ts'
import type { StoreMutant } from './store-mutant.ts'

/** Mutants of abort signals. */
export const signalMutants: readonly StoreMutant[] = [
  {
    key: 'signals/own-error',
    title: 'an aborted read throws another error than the reason',
    foundBy: 'signals/reads/events',
    plant: onCollections((collection) => ({
      ...collection,
      find: async (query) => {
        if (query.signal?.aborted) throw new Error('aborted')
        return collection.find(query)
      },
    })),
  },
  {
    key: 'signals/half-answers',
    title: 'an aborted read returns what it has found so far',
    foundBy: 'signals/reads/venues',
    plant: onCollections((collection) => ({
      ...collection,
      find: async (query) => (query.signal?.aborted ? [] : collection.find(query)),
    })),
  },
  {
    key: 'signals/half-counts',
    title: 'an aborted countByLink returns what it has counted so far',
    foundBy: 'signals/count-by-link',
    plant: (store) =>
      wrapStore(store, {
        rest: (inner) => ({
          countByLink: async (linkField, ids, filter, signal) =>
            signal?.aborted ? new Map() : inner.countByLink(linkField, ids, filter, signal),
        }),
      }),
  },
]
