import { type ChangeLog, type HistoryRow, type LoggedChange, prunedRows } from '@kalends/core/store'
import { isWrite, type Log } from './log-rows.ts'
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
    async history({ kind, id, beforeVersion = Number.POSITIVE_INFINITY, limit }) {
      const { log, written } = access.view()
      const isWanted = (row: Omit<LoggedChange, 'seq'>): boolean =>
        row.kind === kind && row.id === id && row.version > 0 && row.version < beforeVersion
      const own = written.filter(isWanted).map((row) => ({ ...row, seq: 0 }))
      const rows = [log.past, log.rows, own].flatMap((some) => some.filter(isWanted))
      return rows
        .reverse()
        .slice(0, limit)
        .map(({ was: _, ...row }): HistoryRow => row)
    },
    prune: async ({ beforeMs, keptRows, historyBeforeMs = Number.POSITIVE_INFINITY }) => {
      const log = committed(access.view())
      let held = Number.POSITIVE_INFINITY
      for (const [name, { seq, atMs }] of log.holds) {
        if (atMs < beforeMs) log.holds.delete(name)
        else held = Math.min(held, seq)
      }
      const most = Math.min(prunedRows, log.rows.length - 1)
      let old = 0
      for (const row of log.rows.slice(0, Math.max(0, most))) {
        const { seq, atMs } = row
        const newer = isWrite(row) ? log.writes - 1 : log.writes
        if (atMs >= beforeMs && (newer < keptRows || seq >= held)) break
        log.writes = newer
        old++
      }
      const pruned = log.rows.splice(0, old)
      log.past.push(...pruned.filter(({ atMs, partOf, version }) => atMs >= historyBeforeMs && partOf === 0 && version > 0))
      const past = log.past.filter(({ atMs }) => atMs < historyBeforeMs).slice(0, prunedRows - old)
      const gone = new Set(past)
      if (gone.size > 0) log.past = log.past.filter((row) => !gone.has(row))
      return old + gone.size
    },
    hold: (name, hold) => access.write(({ holds }) => holds.set(name, hold ?? undefined)),
    writtenSince: async ({ seq, atMs }) => {
      const { log, written } = access.view()
      const first = log.rows[0]?.seq ?? 1
      const at = seq - first
      const isThere = seq === 0 ? first === 1 : log.rows[at]?.atMs === atMs
      const later = [...log.rows.slice(at + 1), ...written]
      return isThere && !later.some(({ verb }) => verb === 'indexed') ? later : null
    },
  }
}
