import { isCalendarError } from '@kalends/core'
import { internals } from '@kalends/core/internal'
import { type Entry, exceptionName } from '../identity/entry.ts'
import type { ImportWarning } from '../item.ts'
import type { ImportRow, MemberDigests } from '../records/import-store.ts'
import { exceptionsOf, partsOf, writeExceptions } from './exceptions.ts'
import { toInput } from './input.ts'
import { fail, skip, warn } from './outcome.ts'
import { noteOrphan, parentIdOf } from './parents.ts'
import { planPatch } from './patch.ts'
import type { AnyRecord } from './record-digests.ts'
import { isItemError, recordKey, recordsOf, type Writer } from './writer.ts'

/** An item with its record. */
export interface Update {
  /** The item. */
  readonly entry: Entry
  /** What is known of it; undefined for nothing. */
  readonly row: ImportRow | undefined
  /** The id of its record. */
  readonly recordId: number
}

const gone = { code: 'record_gone', message: 'Its record was deleted, or is hidden from you.' }
const inTrash = { code: 'in_trash', message: 'Its record is in the trash.' }

/** Why the record of an item is not changed: somebody else has deleted it, or put it into the trash. */
export function whyKept(row: ImportRow | undefined, current: AnyRecord | undefined): ImportWarning | undefined {
  if (current === undefined) return gone
  return current['status'] === 'trash' && row?.isMissing !== true ? inTrash : undefined
}

/** Links a record to an item, and writes nothing: what the source changes from now on is written. */
export function linkRecord({ outcome, pending }: Writer, { entry, row, recordId }: Update, current: AnyRecord | undefined): void {
  if (current === undefined) {
    fail(outcome, entry, row, gone)
    return
  }
  warn(outcome, entry, entry.item.warnings)
  outcome.report.unchanged++
  outcome.made.push(entry.id)
  pending.push({ entry, row, recordId, written: undefined, current, exceptions: {}, isLinked: true })
}

/** Writes what the source has changed of a record. */
export async function updateRecord(writer: Writer, update: Update, current: AnyRecord | undefined): Promise<void> {
  const { outcome, imagined } = writer
  const { entry, row, recordId } = update
  if (imagined.has(recordKey(entry.item.kind, recordId))) {
    outcome.report.updated++
    outcome.seen.push(entry.id)
    outcome.recordIds.set(entry, recordId)
    return
  }
  const reason = whyKept(row, current)
  if (current === undefined || reason !== undefined) {
    skip(outcome, entry, row, reason ?? gone)
    return
  }
  const changes = internals(writer.tx).unpublished
  const changesBefore = changes.length
  const hasChanged = (): boolean => changes.length > changesBefore
  try {
    const isInTrash = current['status'] === 'trash'
    const restored = isInTrash ? await recordsOf(writer.tx, entry.item.kind).restore(recordId) : current
    await writeMembers(writer, update, restored, hasChanged)
  } catch (error) {
    // A part of the item has no row: its chunk is undone.
    if (!isItemError(error) || hasChanged()) throw error
    fail(outcome, entry, row, error)
  }
}

async function writeMembers(
  writer: Writer,
  { entry, row, recordId }: Update,
  current: AnyRecord,
  hasChanged: () => boolean,
): Promise<void> {
  const { tx, settings, outcome, pending } = writer
  const { conflicts, calendar } = settings
  const members = entry.item.kind === 'event' && row !== undefined ? await joinParts(writer, entry, row) : (row?.members ?? {})
  const parentId = parentIdOf(writer, entry)
  const input = toInput(entry, parentId)
  const known = row && { ...row, members }
  const plan = planPatch({ entry, input, row: known, current, sourceWins: conflicts === 'source wins', timeZone: calendar.timeZone })
  const { patch, written, overridden } = plan
  if (written.includes('parentId')) noteOrphan(writer, entry, parentId)
  const hasPatch = Object.keys(patch).length > 0
  const after = hasPatch ? await recordsOf(tx, entry.item.kind).update(recordId, patch) : current
  const exceptions = await writeExceptionsOf(writer, entry, recordId, known)
  if (overridden.length > 0)
    warn(outcome, entry, [
      { code: 'overridden', message: `Somebody else has changed ${overridden.join(', ')}: the source's values are left out.` },
    ])
  warn(outcome, entry, entry.item.warnings)
  outcome.report[hasChanged() ? 'updated' : 'unchanged']++
  const kept = row === undefined ? undefined : written
  pending.push({
    entry,
    row: known,
    recordId,
    written: kept,
    current: after,
    exceptions,
    // A record without a row of this source is one that people have made.
    isLinked: row === undefined || row.recordId === 0 || row.isLinked,
  })
}

async function writeExceptionsOf(
  { tx, settings, outcome }: Writer,
  entry: Entry,
  recordId: number,
  row: ImportRow | undefined,
): Promise<MemberDigests> {
  const exceptions = entry.item.kind === 'event' ? (entry.item.exceptions ?? []) : []
  const known = exceptionsOf(row?.members ?? {})
  if (exceptions.length + Object.keys(known).length === 0) return {}
  const written = await writeExceptions(tx, recordId, exceptions, known, row !== undefined && settings.conflicts !== 'source wins')
  warn(outcome, entry, written.warnings)
  return written.digests
}

/**
 * A series that `following` has split becomes one again where the source changes its dates, or takes the split back: its rule would otherwise
 * have dates that the later part has, too.
 * @returns the digests of members without those that have to be written again
 */
async function joinParts({ tx }: Writer, entry: Entry, { members }: ImportRow): Promise<MemberDigests> {
  const parts = partsOf(members)
  if (parts.length === 0 || entry.item.kind !== 'event') return members
  const wanted = new Set((entry.item.exceptions ?? []).map(exceptionName))
  const isLost = Object.keys(members).some((name) => name.startsWith('@following ') && !wanted.has(name))
  const isMoved = ['times', 'recurrence'].some((name) => members[name]?.[0] !== entry.digests[name])
  if (!isLost && !isMoved) return members
  for (const part of parts)
    await tx.events.trash(part).catch((error: unknown) => {
      // Somebody else has deleted it, or put it into the trash.
      if (!isCalendarError(error, 'not_found') && !isCalendarError(error, 'in_trash')) throw error
    })
  return Object.fromEntries(Object.entries(members).filter(([name]) => name !== 'recurrence' && !name.startsWith('@following ')))
}
