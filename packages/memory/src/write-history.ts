import type { WrittenKind, WrittenRecord } from '@kalends/core/store'
import type { View } from './tables.ts'

/** The records of the last commits. */
export interface WriteHistory {
  /** Adds a commit, before its view is applied. */
  add(commit: number, view: View): void
  /** The records that were written after the commit with the number in a token; null if that is too long ago. */
  since(token: string): readonly WrittenRecord[] | null
}

/** How many written records are kept. */
const maxRecords = 1_000

const tables = { event: 'events', venue: 'venues', organizer: 'organizers', term: 'terms' } as const satisfies Record<
  WrittenKind,
  keyof View
>

/** A history that begins after a commit. */
export function writeHistory(first: number): WriteHistory {
  let records: (WrittenRecord & { readonly commit: number })[] = []
  let [known, last] = [first, first]
  return {
    add(commit, view) {
      last = commit
      for (const [kind, table] of Object.entries(tables) as [WrittenKind, (typeof tables)[WrittenKind]][])
        for (const id of view[table].records.changes.keys()) records.push({ commit, kind, id })
      if (records.length <= 2 * maxRecords) return
      known = records.at(-maxRecords)?.commit ?? commit
      records = records.filter((record) => record.commit > known)
    },
    since(token) {
      const commit = /^\d+$/.test(token) ? Number(token) : -1
      if (!(commit >= known && commit <= last)) return null
      return records.filter((record) => record.commit > commit)
    },
  }
}
