import type { CalendarStore, ChangeLog, Kind, LoggedChange } from '@kalends/core/store'
import { wrapStore } from '../../../packages/testing/src/wrap-store.ts'
import type { StoreMutant } from './store-mutant.ts'

/** A store whose log is changed. */
export const onLog = (change: (log: ChangeLog) => Partial<ChangeLog>) => (store: CalendarStore) =>
  wrapStore(store, { log: (log) => ({ ...log, ...change(log) }) })

/** Changes the rows that are read. */
const reading = (change: (row: LoggedChange) => LoggedChange | null) =>
  onLog((log) => ({ read: async (query) => (await log.read(query)).flatMap((row) => change(row) ?? []) }))

/**
 * Numbers rows in another order than the one in which they were committed: of two rows with neighbouring numbers, the second is reported
 * first.
 */
function plantSwapped(store: CalendarStore): CalendarStore {
  return onLog((log) => ({
    read: async (query) => {
      const rows = await log.read(query)
      const [first, second, ...rest] = rows
      return first && second ? [{ ...second, seq: first.seq }, { ...first, seq: second.seq }, ...rest] : rows
    },
  }))(store)
}

/** Remembers the old values of each row that it has read once. */
function plantRemembering(store: CalendarStore): CalendarStore {
  const known = new Map<string, string>()
  return onLog((log) => ({
    history: async (query) =>
      (await log.history(query)).map((row) => {
        const key = `${row.kind} ${row.id} ${row.version}`
        if (row.changed !== null) known.set(key, row.changed)
        return { ...row, changed: row.changed ?? known.get(key) ?? null }
      }),
  }))(store)
}

/** Mutants of the log of writes. */
export const logMutants: readonly StoreMutant[] = [
  {
    key: 'log/skips-venues',
    title: 'writes of venues are not logged',
    foundBy: 'log/created',
    plant: reading((row) => (row.kind === 'venue' ? null : row)),
  },
  {
    key: 'log/no-earlier-state',
    title: 'rows have no earlier state',
    foundBy: 'log/replaced',
    plant: reading((row) => ({ ...row, was: null })),
  },
  {
    key: 'log/no-venues',
    title: 'rows have no venues before the write',
    foundBy: 'log/links',
    plant: reading((row) => (row.was === null ? row : { ...row, was: { ...row.was, venueIds: [] } })),
  },
  {
    key: 'log/terms-stay',
    title: 'rows lack the terms of an event whose venues have changed',
    foundBy: 'log/links',
    plant: reading((row) => (row.was === null || row.was.venueIds.length === 0 ? row : { ...row, was: { ...row.was, terms: null } })),
  },
  {
    key: 'log/trash-is-update',
    title: 'a move to the trash is logged as an update',
    foundBy: 'log/trash',
    plant: reading((row) => (row.verb === 'trashed' ? { ...row, verb: 'updated' } : row)),
  },
  {
    key: 'log/deleted-is-update',
    title: 'an occurrence that gets the status deleted is logged as updated',
    foundBy: 'log/deleted-status',
    plant: reading((row) => (row.verb === 'deleted' && row.was?.status === 'draft' ? { ...row, verb: 'updated' } : row)),
  },
  {
    key: 'log/ignores-time',
    title: 'a deletion has the time of the last change',
    foundBy: 'log/trash',
    plant: (store) =>
      wrapStore(store, {
        collection: (collection) => ({
          ...collection,
          delete: (id, version, { atMs: _, ...note } = {}) => collection.delete(id, version, note),
          deleteMany: (records, { atMs: _, ...note } = {}) => collection.deleteMany(records, note),
        }),
      }),
  },
  {
    key: 'log/forgets-unlinked',
    title: 'the events that linked a deleted record are not logged',
    foundBy: 'log/unlinked',
    plant: reading((row) => (row.verb === 'unlinked' ? null : row)),
  },
  {
    key: 'log/prunes-twice',
    title: 'one call deletes more than 500 rows',
    foundBy: 'log/prune-portions',
    plant: onLog((log) => ({ prune: async (limits) => (await log.prune(limits)) + (await log.prune(limits)) })),
  },
  {
    key: 'log/term-unknown',
    title: 'a deleted term is always logged as linked by drafts alone',
    foundBy: 'log/term',
    plant: reading((row) =>
      row.kind === 'tag' && row.verb === 'deleted' && row.was ? { ...row, was: { ...row.was, status: 'draft', publishedMs: 0 } } : row,
    ),
  },
  {
    key: 'log/forgets-terms',
    title: 'the former terms of events are not logged',
    foundBy: 'log/terms',
    plant: reading((row) => (row.verb !== 'unlinked' && row.was ? { ...row, was: { ...row.was, terms: null } } : row)),
  },
  {
    key: 'log/no-parts',
    title: 'occurrences are not logged as parts of their series',
    foundBy: 'log/series',
    plant: reading((row) => ({ ...row, partOf: row.verb === 'unlinked' ? row.partOf : 0 })),
  },
  {
    key: 'log/no-scope',
    title: 'the scope of a write of a series is not logged',
    foundBy: 'log/scope',
    plant: reading((row) => ({ ...row, scope: null })),
  },
  {
    key: 'log/includes-number',
    title: 'the row with the given number is read again',
    foundBy: 'log/read',
    plant: onLog((log) => ({ read: (query) => log.read({ ...query, after: Math.max(0, query.after - 1) }) })),
  },
  {
    key: 'log/ignores-kinds',
    title: 'the kinds of a query are ignored',
    foundBy: 'log/read',
    plant: onLog((log) => ({ read: ({ after, limit }) => log.read({ after, limit }) })),
  },
  {
    key: 'log/ignores-limit',
    title: 'the limit of a query is ignored',
    foundBy: 'log/read',
    plant: onLog((log) => ({ read: (query) => log.read({ ...query, limit: 1_000 }) })),
  },
  {
    key: 'log/swapped',
    title: 'two rows have exchanged their numbers',
    foundBy: 'log/created',
    plant: plantSwapped,
  },
  {
    key: 'log/loses-rows',
    title: 'every seventh row is never read',
    foundBy: 'log/concurrent',
    plant: reading((row) => (row.seq % 7 === 0 ? null : row)),
  },
  {
    key: 'log/unindexed',
    title: 'the renewal of keys is not logged',
    foundBy: 'log/indexed',
    plant: reading((row) => (row.verb === 'indexed' ? null : row)),
  },
  {
    key: 'log/never-pruned',
    title: 'no row is ever deleted',
    foundBy: 'log/prune',
    plant: onLog(() => ({ prune: async () => 0 })),
  },
  {
    key: 'log/ignores-age',
    title: 'rows are not deleted by age',
    foundBy: 'log/prune',
    plant: onLog((log) => ({ prune: (limits) => log.prune({ ...limits, beforeMs: Number.MIN_SAFE_INTEGER }) })),
  },
  {
    key: 'log/counts-parts',
    title: 'rows that are part of a write count for the number of rows to keep',
    foundBy: 'log/prune-parts',
    plant: onLog((log) => ({
      prune: async (limits) => log.prune({ ...limits, keptRows: limits.keptRows - (await countOf(log, ({ partOf }) => partOf !== 0)) }),
    })),
  },
  {
    key: 'log/counts-indexed',
    title: 'rows of no record count for the number of rows to keep',
    foundBy: 'log/prune-indexed',
    plant: onLog((log) => ({
      prune: async (limits) => log.prune({ ...limits, keptRows: limits.keptRows - (await countOf(log, ({ verb }) => verb === 'indexed')) }),
    })),
  },
  {
    key: 'log/ignores-holds',
    title: 'rows that are held are deleted',
    foundBy: 'log/hold',
    plant: onLog(() => ({ hold: async () => undefined })),
  },
  {
    key: 'log/last-hold',
    title: 'a hold replaces those of other names',
    foundBy: 'log/hold',
    plant: onLog((log) => ({ hold: (_, hold) => log.hold('one', hold) })),
  },
  {
    key: 'log/never-released',
    title: 'a hold is never released',
    foundBy: 'log/hold',
    plant: onLog((log) => ({ hold: async (name, hold) => (hold === null ? undefined : log.hold(name, hold)) })),
  },
  {
    key: 'log/held-for-ever',
    title: 'holds have no age',
    foundBy: 'log/hold-age',
    plant: onLog((log) => ({ hold: (name, hold) => log.hold(name, hold && { ...hold, atMs: Number.MAX_SAFE_INTEGER }) })),
  },
  {
    key: 'log/no-actor',
    title: 'the caller is not logged',
    foundBy: 'log/notes',
    plant: reading((row) => ({ ...row, actor: '' })),
  },
  {
    key: 'log/cut-values',
    title: 'long old values are cut',
    foundBy: 'log/notes',
    plant: reading((row) => ({ ...row, changed: row.changed?.slice(0, 4_000) ?? null })),
  },
  {
    key: 'log/history-upwards',
    title: 'the history is read oldest first',
    foundBy: 'log/history',
    plant: onLog((log) => ({ history: async (query) => (await log.history(query)).toReversed() })),
  },
  {
    key: 'log/history-of-all-kinds',
    title: 'the history of a record has the rows of other kinds with its id',
    foundBy: 'log/history',
    plant: onLog((log) => ({
      history: async (query) => (await Promise.all(kinds.map((kind) => log.history({ ...query, kind })))).flat().slice(0, query.limit),
    })),
  },
  {
    key: 'log/history-ignores-version',
    title: 'the version of a query is ignored',
    foundBy: 'log/history',
    plant: onLog((log) => ({ history: ({ beforeVersion: _, ...query }) => log.history(query) })),
  },
  {
    key: 'log/history-lost',
    title: 'no row stays for the history',
    foundBy: 'log/history-pruned',
    plant: onLog((log) => ({ prune: ({ historyBeforeMs: _, ...limits }) => log.prune(limits) })),
  },
  {
    key: 'log/history-for-ever',
    title: 'rows stay for the history for ever',
    foundBy: 'log/history-pruned',
    plant: onLog((log) => ({ prune: (limits) => log.prune({ ...limits, historyBeforeMs: Number.MIN_SAFE_INTEGER }) })),
  },
  {
    key: 'log/remembers-deleted',
    title: 'a deletion clears no old values',
    foundBy: 'log/history-deleted',
    plant: plantRemembering,
  },
]

const kinds: readonly Kind[] = ['event', 'venue', 'organizer', 'category', 'tag']

/** How many of the first rows are of some sort. */
const countOf = async (log: ChangeLog, isCounted: (row: LoggedChange) => boolean): Promise<number> =>
  (await log.read({ after: 0, limit: 1_000 })).filter(isCounted).length
