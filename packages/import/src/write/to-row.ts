import { endless, type ImportRow } from '../records/import-store.ts'
import { toMemberDigests } from './patch.ts'
import { type AnyRecord, recordDigest, timesOf } from './record-digests.ts'
import type { Pending } from './writer.ts'

/**
 * The row of an item after a write.
 * @param record the record as it is now
 */
export function toRow(
  source: string,
  { entry, row, recordId, written, exceptions, isLinked }: Pending,
  record: AnyRecord,
  nowMs: number,
): ImportRow {
  const { item, id, key, address, look, start, content } = entry
  const times = timesOf(item.kind, record)
  const members = toMemberDigests(entry, row?.members ?? {}, record, written)
  const names = written === undefined ? [] : Object.keys({ ...members, ...entry.digests })
  const isForeign = names.some((name) => members[name]?.[1] !== recordDigest(record, name))
  return {
    ...{ id, source, key, recordId, address, look, start, content, isLinked },
    ...times,
    // The dates of a series are found when they are asked for.
    ...(item.kind === 'event' && record['recurrence'] !== null && { endMs: endless }),
    kind: item.kind,
    sequence: item.sequence ?? -1,
    modifiedMs: item.modifiedMs ?? 0,
    members: { ...members, ...exceptions },
    // With another version, `'source wins'` compares the members again.
    version: isForeign ? 0 : Number(record['version']),
    isMissing: false,
    decision: row?.decision ?? {},
    lastRunMs: nowMs,
  }
}
