import type { Actor, Calendar } from '@kalends/core'
import { internals } from '@kalends/core/internal'
import type { WebhookData, WebhookMessage, WebhookVerb } from '../message.ts'
import type { Settings } from '../options.ts'
import { matchesType } from '../patterns.ts'
import type { WebhookRecord } from '../record.ts'
import type { OutgoingMessage } from './attempt.ts'
import type { RecordChange } from './collapse.ts'
import type { ReadRecord } from './record-reader.ts'

/** The viewer of an endpoint, and what it wants to know. */
export interface Recipient {
  /** The calendar as the actor of the endpoint sees it. */
  readonly viewer: Calendar
  /** The actor of the endpoint. */
  readonly actor: Actor | null
  /** The patterns of its messages. */
  readonly events: readonly string[]
}

/** The message of a change; undefined if the endpoint does not want it, or must not learn of it. */
export async function messageOf(
  { present }: Settings,
  { viewer, actor, events }: Recipient,
  change: RecordChange,
  readRecord: ReadRecord,
): Promise<OutgoingMessage | undefined> {
  const verbs = [change.verb, change.lastVerb]
  const isWanted = (verb: WebhookVerb): boolean => matchesType(events, change.kind, verb)
  if (![...verbs, 'updated' as const].some(isWanted)) return undefined
  const record = change.verb === 'deleted' ? null : await readRecord(change)
  const verb = verbs.map((one) => verbToReport(one, record, change)).find(isWanted)
  if (verb === undefined) return undefined
  // An endpoint must not learn of a record that its actor could never read: for it, a deleted draft has never existed.
  if (record === null && !(await couldRead(viewer, change))) return undefined
  const { kind, id, scope } = change
  const data: WebhookData = {
    kind,
    id,
    slug: record?.slug ?? null,
    version: record?.version ?? null,
    record: record && present ? await present(kind, record, actor) : record,
    ...(scope && { scope }),
  }
  const message: WebhookMessage = { type: `${kind}.${verb}`, timestamp: new Date(change.atMs).toISOString(), data }
  return { id: change.messageId, body: JSON.stringify(message) }
}

/** A record that cannot be read any more is neither created nor restored for the actor, and one that is not public was not published. */
function verbToReport(verb: WebhookVerb, record: WebhookRecord | null, { atMs }: RecordChange): WebhookVerb {
  if (record === null) return verb === 'deleted' || verb === 'trashed' ? verb : 'updated'
  const isPublic = 'status' in record && record.status === 'publish' && record.publishedMs <= atMs
  return verb === 'published' && !isPublic ? 'updated' : verb
}

async function couldRead(viewer: Calendar, { rows }: RecordChange): Promise<boolean> {
  const { log } = internals(viewer)
  for (const row of rows) if (await log.wasReadable(row)) return true
  return false
}
