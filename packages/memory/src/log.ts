import { type ChangeLog, type LoggedChange, prunedRows } from '@kalends/core/store'
import type { Log } from './log-rows.ts'
import type { View } from './tables.ts'
import type { Access } from './transaction.ts'

/** The log of the store. */
export function changeLog(access: Access): ChangeLog {
  const committed = ({ log }: View): Log => log
  return {
    number: async () => {},
    head: async () => committed(access.view()).last,
    async read({ after, kinds, limit }) {
      const { rows } = committed(access.view())
      const first = rows[0]?.seq ?? 1
      const found: LoggedChange[] = []
      for (let at = Math.max(0, after + 1 - first); at < rows.length && found.length < limit; at++) {
        const row = rows[at]
        if (row !== undefined && (kinds === undefined || kinds.includes(row.kind))) found.push(row)
      }
      return found
    },
    prune: async ({ beforeMs, keptRows }) => {
      const log = committed(access.view())
      const isOld = ({ seq, atMs }: LoggedChange): boolean => seq <= log.last - keptRows || atMs < beforeMs
      const candidates = log.rows.slice(0, Math.min(prunedRows, log.rows.length - 1))
      const firstKept = candidates.findIndex((row) => !isOld(row))
      const old = firstKept === -1 ? candidates.length : firstKept
      log.rows = log.rows.slice(old)
      return old
    },
  }
}
