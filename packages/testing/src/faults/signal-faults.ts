import { wrapStore } from '../wrap-store.ts'
import { onCollections } from './disguises.ts'
import type { PlantedFault } from './planted-fault.ts'

/** Mistakes with callers who go away. */
export const signalFaults: readonly PlantedFault[] = [
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
    title: 'an aborted read gives what it has found so far',
    foundBy: 'signals/reads/venues',
    plant: onCollections((collection) => ({
      ...collection,
      find: async (query) => (query.signal?.aborted ? [] : collection.find(query)),
    })),
  },
  {
    key: 'signals/half-tallies',
    title: 'an aborted tally gives what it has counted so far',
    foundBy: 'signals/tally',
    plant: (store) =>
      wrapStore(store, {
        rest: (inner) => ({
          tally: async (edge, ids, filter, signal) => (signal?.aborted ? new Map() : inner.tally(edge, ids, filter, signal)),
        }),
      }),
  },
]
