import type { Actor, Calendar } from '@kalends/core'
import type { WebhookData, WebhookKind, WebhookMessage, WebhookVerb } from '../message.ts'
import type { Settings } from '../options.ts'
import { matchesType } from '../patterns.ts'
import { findRecord, type WebhookRecord } from '../record.ts'
import type { OutgoingMessage } from './attempt.ts'
import type { RecordChange } from './collapse.ts'
import type { Publication } from './publications.ts'

/** The viewer of an endpoint, and what it wants to know. */
export interface Recipient {
  /** The calendar as the actor of the endpoint sees it. */
  readonly viewer: Calendar
  /** The actor of the endpoint. */
  readonly actor: Actor | null
  /** The patterns of its messages. */
  readonly events: readonly string[]
}

/** What a message tells. */
interface Told {
  readonly id: string
  readonly kind: WebhookKind
  readonly recordId: number
  readonly verb: WebhookVerb
  readonly atMs: number
  readonly occurrences: number
  readonly record: WebhookRecord | null
}

/** The message of a change; undefined if the endpoint does not want it, or must not learn of it. */
export async function messageOfChange(
  settings: Settings,
  { viewer, actor, events }: Recipient,
  change: RecordChange,
): Promise<OutgoingMessage | undefined> {
  const { kind, id, atMs, occurrences, lastSeq } = change
  const verbs = [change.verb, change.lastVerb]
  const isWanted = (one: WebhookVerb): boolean => matchesType(events, kind, one)
  if (![...verbs, 'updated' as const].some(isWanted)) return undefined
  const record = change.verb === 'deleted' ? null : await findRecord(viewer, kind, id)
  const verb = verbs.map((one) => verbToTell(one, record)).find(isWanted)
  if (verb === undefined) return undefined
  // An endpoint must not learn of a record that its actor could never read: for it, a deleted draft has never existed.
  if (record === null && !(await couldRead(viewer, change))) return undefined
  return toMessage(settings, actor, { id: `log_${lastSeq}`, kind, recordId: id, verb, atMs, occurrences, record })
}

/** The message of a publication; undefined if the endpoint does not want it, or must not learn of it. */
export async function messageOfPublication(
  settings: Settings,
  { viewer, actor, events }: Recipient,
  { kind, id, publishedMs, occurrences }: Publication,
): Promise<OutgoingMessage | undefined> {
  if (!matchesType(events, kind, 'published')) return undefined
  const record = await findRecord(viewer, kind, id)
  if (record === null) return undefined
  const told = { kind, recordId: id, verb: 'published', atMs: publishedMs, occurrences, record } as const
  return toMessage(settings, actor, { id: `published_${kind}_${id}_${publishedMs}`, ...told })
}

/** A record that cannot be read any more is neither created nor restored nor published for the actor. */
const verbToTell = (verb: WebhookVerb, record: WebhookRecord | null): WebhookVerb =>
  record === null && verb !== 'deleted' && verb !== 'trashed' ? 'updated' : verb

async function couldRead(viewer: Calendar, { rows }: RecordChange): Promise<boolean> {
  for (const row of rows) if (await viewer.changes.wasReadable(row)) return true
  return false
}

async function toMessage({ present }: Settings, actor: Actor | null, told: Told): Promise<OutgoingMessage> {
  const { kind, recordId, verb, atMs, record, occurrences } = told
  const data: WebhookData = {
    kind,
    id: recordId,
    slug: record?.slug ?? null,
    version: record?.version ?? null,
    record: record === null ? null : await present(kind, record, actor),
    ...(occurrences > 0 && { occurrences }),
  }
  const message: WebhookMessage = { type: `${kind}.${verb}`, timestamp: new Date(atMs).toISOString(), data }
  return { id: told.id, body: JSON.stringify(message) }
}
