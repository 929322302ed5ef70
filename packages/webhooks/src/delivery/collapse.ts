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
  /** The progress of an endpoint that has got the message. */
  readonly progress: EndpointPatch
}

/** A change without rows of the record itself. */
export const noRows = { verb: 'updated', lastVerb: 'updated', rows: [], scope: null, progress: {} } as const

/** Identifies a record. */
export const keyOf = ({ kind, id }: Pick<RecordChange, 'kind' | 'id'>): string => `${kind} ${id}`

/** Whether an update found a public record; true for other writes, and for terms, which are always public. */
const wasPublic = ({ verb, was, atMs }: LoggedChange): boolean =>
  verb !== 'updated' || was === null || (was.status === 'publish' && was.publishedMs <= atMs)

/**
 * The changes of records in a part of the log, by their keys, in the order of their first rows. Each date that was written with its series is a
 * change; events that have lost a link are left out, as they are for listeners, and so are rows of no record.
 *
 * The place of a change is its first row, so that the cursor can move past each message that was sent: a later row of a record that was reported
 * already is reported again after a crash, under the same id. The id names the last row, so that a row that comes meanwhile makes another message.
 */
export function collapse(rows: readonly LoggedChange[]): Map<string, RecordChange> {
  const changes = new Map<string, RecordChange>()
  for (const row of rows) {
    if (row.verb === 'unlinked' || row.verb === 'indexed') continue
    const { kind, id, seq, atMs } = row
    const known = changes.get(keyOf(row)) ?? { ...noRows, kind, id, progress: { cursor: seq } }
    const next = {
      verb: foldVerb(known, wasPublic(row) ? row.verb : 'published'),
      lastVerb: row.verb,
      rows: [...known.rows, row],
      scope: foldScope(known.scope, row.scope),
    }
    changes.set(keyOf(row), { ...known, ...next, messageId: `log_${seq}`, atMs })
  }
  return changes
}

/** The verb of several writes: an update adds nothing to what came before it, and a record that was created meanwhile is a created one. */
function foldVerb({ verb, rows: [first] }: Pick<RecordChange, 'verb' | 'rows'>, next: WebhookVerb): WebhookVerb {
  if (first === undefined) return next
  if (next === 'updated') return verb
  return (next === 'restored' || next === 'published') && first.verb === 'created' ? 'created' : next
}

/** The scope of several writes: with different ones, any occurrence may have changed. */
const foldScope = (before: WriteScope | null, next: WriteScope | null): WriteScope | null =>
  before === null || next === null || before === next ? (before ?? next) : 'all'
