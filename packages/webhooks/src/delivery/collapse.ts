import type { LoggedChange, WriteScope } from '@kalends/core/store'
import type { WebhookVerb } from '../message.ts'
import type { EndpointPatch } from '../store/endpoint.ts'

/** What has happened to one record: it becomes one message. */
export interface RecordChange {
  /** The kind of record. */
  readonly kind: LoggedChange['kind']
  /** The id of the record. */
  readonly id: number
  /** What the rows of the log together have done. */
  readonly verb: WebhookVerb
  /** What the last one of them has done: for endpoints that do not want the other verb. */
  readonly lastVerb: WebhookVerb
  /** The id of the message. */
  readonly messageId: string
  /** When the last row was written, in milliseconds since 1970. */
  readonly atMs: number
  /** The rows of the record itself. */
  readonly rows: readonly LoggedChange[]
  /** How much of a series the rows were for; null without a scope. */
  readonly scope: WriteScope | null
  /** How many of its occurrences have changed with it. */
  readonly occurrences: number
  /** The progress of an endpoint that has got the message. */
  readonly progress: EndpointPatch
}

/** A change without rows of the record itself. */
export const noRows = { verb: 'updated', lastVerb: 'updated', rows: [], scope: null, occurrences: 0, progress: {} } as const

/** Identifies a record. */
export const keyOf = ({ kind, id }: Pick<RecordChange, 'kind' | 'id'>): string => `${kind} ${id}`

/** A verb of the log that messages have. */
type RecordVerb = Exclude<LoggedChange['verb'], 'unlinked'>

/**
 * The changes of records in a part of the log, by their keys, in the order of their first rows. Changes of occurrences that came with their series belong to the series;
 * changes of events that have lost a link are left out, as they are for listeners.
 *
 * The place of a change is its first row, so that the cursor can move past each message that was sent: a later row of a record that was told
 * already is told again after a crash, under the same id. The id names the last row, so that a row that comes meanwhile makes another message.
 */
export function collapse(rows: readonly LoggedChange[]): Map<string, RecordChange> {
  const changes = new Map<string, RecordChange>()
  for (const row of rows) {
    if (row.verb === 'unlinked') continue
    const id = row.partOf || row.id
    const key = keyOf({ kind: row.kind, id })
    const known = changes.get(key) ?? { ...noRows, kind: row.kind, id, progress: { cursor: row.seq } }
    const next =
      row.partOf === 0
        ? { verb: foldVerb(known, row.verb), lastVerb: row.verb, rows: [...known.rows, row], scope: foldScope(known.scope, row.scope) }
        : { occurrences: known.occurrences + 1 }
    changes.set(key, { ...known, ...next, messageId: `log_${row.seq}`, atMs: row.atMs })
  }
  return changes
}

/** The verb of several writes: an update adds nothing to what came before it, and a record that was created meanwhile is a created one. */
function foldVerb({ verb, rows }: Pick<RecordChange, 'verb' | 'rows'>, next: RecordVerb): WebhookVerb {
  const [first] = rows
  // Only parts came before: the series' own row says what happened.
  if (first === undefined) return next
  if (next === 'updated') return verb
  return next === 'restored' && first.verb === 'created' ? 'created' : next
}

/** The scope of several writes: with different ones, any occurrence may have changed. */
const foldScope = (before: WriteScope | null, next: WriteScope | null): WriteScope | null =>
  before === null || next === null || before === next ? (before ?? next) : 'all'
