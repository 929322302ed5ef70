import type { Calendar, Clock, Event } from '@kalends/core'
import { findRecord, type WebhookRecord } from '../record.ts'
import type { RecordChange } from './collapse.ts'

/** How many events are read at once: one by one, reading takes longer than sending on a database. */
const eventsAhead = 50

/** An event that was read earlier is read again before it is sent, in milliseconds. */
const freshMs = 1_000

/** The record of a change as a viewer sees it; null if it does not exist, is in the trash, or may not be read. */
export type ReadRecord = (change: RecordChange) => Promise<WebhookRecord | null>

/**
 * Reads the records of changes that come one after the other.
 * @param viewer the calendar as the receiver sees it
 */
export function createRecordReader(viewer: Calendar, { nowMs }: Clock, changes: readonly RecordChange[]): ReadRecord {
  let ahead: ReadonlyMap<number, Event | undefined> = new Map()
  let readMs = 0
  const readAhead = async (from: RecordChange): Promise<void> => {
    readMs = nowMs()
    const events = changes.slice(changes.indexOf(from)).filter(({ kind }) => kind === 'event')
    const ids = events.slice(0, eventsAhead).map(({ id }) => id)
    const found = new Map<number, Event | undefined>(ids.map((id) => [id, undefined]))
    for await (const event of viewer.events.each({ ids, status: 'any', hidden: 'include' })) found.set(event.id, event)
    ahead = found
  }
  return async (change) => {
    const { kind, id } = change
    // A clock may be set back in between.
    if (kind === 'event' && !(ahead.has(id) && Math.abs(nowMs() - readMs) < freshMs)) await readAhead(change)
    // Lists leave series out.
    return (kind === 'event' && ahead.get(id)) || findRecord(viewer, kind, id)
  }
}
