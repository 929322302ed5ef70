import type { LoggedChange } from '@kalends/core/store'
import type { WebhookVerb } from '../message.ts'

/** The rows of one record in a part of the log: they become one message. */
export interface RecordChange {
  /** The kind of record. */
  readonly kind: LoggedChange['kind']
  /** The id of the record. */
  readonly id: number
  /** What the rows together have done. */
  readonly verb: WebhookVerb
  /** What the last one of them has done: for endpoints that do not want the other verb. */
  readonly lastVerb: WebhookVerb
  /** The number of its first row, which is its place in the order of messages. */
  readonly firstSeq: number
  /** The number of its last row, which identifies the message. */
  readonly lastSeq: number
  /** When the last row was written, in milliseconds since 1970. */
  readonly atMs: number
  /** The rows of the record itself. */
  readonly rows: readonly LoggedChange[]
  /** How many of its occurrences have changed with it. */
  readonly occurrences: number
}

/** A verb of the log that messages have. */
type RecordVerb = Exclude<LoggedChange['verb'], 'unlinked'>

/**
 * The changes of records in a part of the log, by their first rows. Changes of occurrences that came with their series belong to the series;
 * changes of events that have lost a link are left out, as they are for listeners.
 *
 * The place of a change is its first row, so that the cursor can move past each message that was sent: a later row of a record that was told
 * already is told again after a crash, under the same id. The id names the last row, so that a row that comes meanwhile makes another message.
 */
export function collapse(rows: readonly LoggedChange[]): readonly RecordChange[] {
  const changes = new Map<string, RecordChange>()
  for (const row of rows) {
    if (row.verb === 'unlinked') continue
    const isPart = row.partOf !== 0
    const id = isPart ? row.partOf : row.id
    const key = `${row.kind} ${id}`
    const known = changes.get(key)
    changes.set(key, {
      kind: row.kind,
      id,
      verb: isPart ? (known?.verb ?? 'updated') : foldVerb(known, row.verb),
      lastVerb: isPart ? (known?.lastVerb ?? 'updated') : row.verb,
      firstSeq: known?.firstSeq ?? row.seq,
      lastSeq: row.seq,
      atMs: row.atMs,
      rows: isPart ? (known?.rows ?? []) : [...(known?.rows ?? []), row],
      occurrences: (known?.occurrences ?? 0) + (isPart ? 1 : 0),
    })
  }
  return [...changes.values()]
}

/** The verb of several writes: an update adds nothing to what came before it, and a record that was created meanwhile is a created one. */
function foldVerb(before: RecordChange | undefined, next: RecordVerb): WebhookVerb {
  // Only parts came before: the series' own row says what happened.
  if (before === undefined || before.rows.length === 0) return next
  if (next === 'updated' || (next === 'restored' && before.rows[0]?.verb === 'created')) return next === 'updated' ? before.verb : 'created'
  return next
}
