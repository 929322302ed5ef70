import {
  type EntityId,
  type HowWritten,
  type Kind,
  type LinkField,
  type LoggedChange,
  type ReadLinks,
  replacedVerb,
  type StoredStatus,
  type TermsOfEvent,
  type WriteScope,
} from '@kalends/core/store'
import { sql } from 'kysely'
import { compactCounts } from '../count/compact.ts'
import { isConflict } from '../drivers/driver-errors.ts'
import { rowsWithin } from '../engine/chunks.ts'
import { insertedLast, insertPrepared } from '../engine/prepared.ts'
import { withSavepoint } from '../engine/savepoint.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { linkFields } from '../query/links.ts'
import type { SqlValue } from '../schema/tables.ts'
import { toStoredLinks } from './event-links.ts'
import { clearHistory } from './history.ts'
import type { StoredRow } from './record-kind.ts'
import { changedColumns } from './stored-rows.ts'

/** A row to insert into the log. All rows have the same columns in the same order, so that their statements are compiled once. */
export type LogRow = {
  readonly pending: number | null
  readonly kind: Kind
  readonly record_id: EntityId
  readonly verb: LoggedChange['verb']
  readonly at_ms: number
  readonly part_of: EntityId
  readonly scope: WriteScope | null
  readonly was_status: string | null
  readonly was_before_trash: string | null
  readonly was_hidden: number | null
  readonly was_author: string | null
  readonly was_published_ms: number | null
  readonly was_terms: string | null
  readonly was_venues: string | null
  readonly was_organizers: string | null
  readonly was_categories: string | null
  readonly version: number
  readonly actor: string
  readonly changed: string | null
}

/** The columns of a stored row that the log reads, of records with a status. */
export const accessColumns = ['status', 'author_id', 'published_ms', 'status_before_trash', 'updated_ms'] as const

type WasColumns = Pick<LogRow, Extract<keyof LogRow, `was_${string}`>>

const noLinks = { was_venues: null, was_organizers: null, was_categories: null } as const

const nothing: WasColumns = {
  was_status: null,
  was_before_trash: null,
  was_hidden: null,
  was_author: null,
  was_published_ms: null,
  was_terms: null,
  ...noLinks,
}

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

/** The terms of an event, as the column `was_terms` has them. */
export const termsText = ({ categoryIds, tagIds }: TermsOfEvent): string => JSON.stringify([categoryIds, tagIds])

/** The terms of an event as {@link termsText} has written them. */
export function toTerms(text: string): TermsOfEvent {
  // The column holds what this file has written.
  const [categoryIds, tagIds] = JSON.parse(text) as [readonly EntityId[], readonly EntityId[]]
  return { categoryIds, tagIds }
}

/** The ids of a link field, as the columns of links before a write have them. */
const idsText = (ids: readonly EntityId[]): string | null => (ids.length === 0 ? null : JSON.stringify(ids))

/** The columns of links before a write. */
const linksBefore = ({ venueIds, organizerIds, categoryIds }: ReadLinks): typeof noLinks | Pick<WasColumns, keyof typeof noLinks> => ({
  was_venues: idsText(venueIds),
  was_organizers: idsText(organizerIds),
  was_categories: idsText(categoryIds),
})

/** The columns of a stored event that decide which callers can see its terms. */
const shownByColumns = ['status', 'author_id', 'published_ms'] as const

/** The links of a stored event, and its terms if a write leaves not all of its links and readers as they are; nothing for other records. */
function linkedBefore(
  row: StoredRow,
  after: Pick<LoggedWrite, 'row' | 'links'> | undefined,
): Pick<WasColumns, 'was_terms' | keyof typeof noLinks> {
  if (row['categoryIds'] === undefined) return { was_terms: null, ...noLinks }
  const { links } = toStoredLinks(0, row)
  const isSame = after?.links !== undefined && linkFields.every((member) => String(after.links?.[member]) === String(links[member]))
  const isKept = isSame && changedColumns(after.row, row, shownByColumns).length === 0
  return { was_terms: isKept ? null : termsText(links), ...linksBefore(links) }
}

/**
 * The state of a record before a write, from its stored row; nothing for terms, whose rows have no status.
 * @param after the record after the write; undefined for a deletion
 */
const toWas = (row: StoredRow | undefined, after?: Pick<LoggedWrite, 'row' | 'links'>): WasColumns =>
  row?.['status'] === undefined
    ? nothing
    : {
        was_status: textOf(row['status']),
        was_before_trash: textOf(row['status_before_trash']),
        was_hidden: Number(row['hidden'] ?? 0),
        was_author: textOf(row['author_id']),
        was_published_ms: Number(row['published_ms']),
        ...linkedBefore(row, after),
      }

/**
 * What the log says of a term that was deleted.
 * @param publishedMs the publication of the first published event that linked it; 0 if everybody knew it
 */
const wasOfTerm = (publishedMs: number | undefined): WasColumns => ({
  was_status: publishedMs === undefined ? 'draft' : 'publish',
  was_before_trash: null,
  was_hidden: 0,
  was_author: '',
  was_published_ms: publishedMs ?? 0,
  was_terms: null,
  ...noLinks,
})

// The column holds what `toRow` has written; rows of terms have none.
const statusOf = (row: Readonly<Record<string, unknown>> | undefined): StoredStatus | undefined =>
  row?.['status'] as StoredStatus | undefined

/** A write of one record, for the log. */
export interface LoggedWrite extends HowWritten {
  /** The kind of record. */
  readonly kind: Kind
  /** Its id. */
  readonly id: EntityId
  /** The row as it was stored; undefined for a new record. */
  readonly before: StoredRow | undefined
  /** The columns that were written. */
  readonly row: Readonly<Record<string, SqlValue>>
  /** The links that an event gets. */
  readonly links?: Readonly<Record<LinkField, readonly EntityId[]>> | undefined
}

/** 1 for rows that get a number later. */
const pendingOf = ({ dialect }: StoreContext): number | null => (dialect.hasOneWriter ? null : 1)

/** An occurrence that is written by a call with several records is logged as a part of its series. */
function extentOf(row: Readonly<Record<string, unknown>>, { isBulk, scope }: HowWritten): Pick<LogRow, 'part_of' | 'scope'> {
  const seriesId = isBulk ? Number(row['series_id'] ?? 0) : 0
  return { part_of: seriesId, scope: seriesId === 0 ? (scope ?? null) : null }
}

/** The row of the log for a record that was inserted or replaced. */
export const writtenRow = (context: StoreContext, { kind, id, before, row, links, ...how }: LoggedWrite): LogRow => {
  const verb = before === undefined ? 'created' : replacedVerb(statusOf(before), statusOf(row))
  return {
    pending: pendingOf(context),
    kind,
    record_id: id,
    verb,
    at_ms: Number(row['updated_ms']),
    ...extentOf(row, how),
    ...toWas(before, { row, links }),
    version: before === undefined ? 1 : Number(before['version']) + 1,
    actor: how.actor ?? '',
    changed: verb === 'deleted' ? null : (how.changed?.get(id) ?? null),
  }
}

/** A deletion of one record, for the log. */
export interface LoggedDeletion extends Pick<LoggedWrite, 'kind' | 'id'>, HowWritten {
  /** The row as it was stored. */
  readonly before: StoredRow
  /** When; undefined for the time of the last change. */
  readonly atMs: number | undefined
  /** For a term: the smallest publication of the published events that linked it; 0 if everybody knew it; undefined otherwise. */
  readonly publishedMs?: number | undefined
}

/** The row of the log for a record that was deleted. */
export const deletedRow = (context: StoreContext, { kind, id, before, atMs, publishedMs, ...how }: LoggedDeletion): LogRow => ({
  pending: pendingOf(context),
  kind,
  record_id: id,
  verb: 'deleted',
  at_ms: atMs ?? Number(before['updated_ms']),
  ...extentOf(before, how),
  ...(before['status'] === undefined ? wasOfTerm(publishedMs) : toWas(before)),
  version: Number(before['version']),
  actor: how.actor ?? '',
  changed: null,
})

/** The row of the log for a write that changes the results of filters or counts, but no record. */
const indexedRow = (context: StoreContext, kind: Kind, atMs: number): LogRow => ({
  pending: pendingOf(context),
  kind,
  record_id: 0,
  verb: 'indexed',
  at_ms: atMs,
  part_of: 0,
  scope: null,
  ...nothing,
  version: 0,
  actor: '',
  changed: null,
})

/** The row of the log for one of an archive, which has its number already. */
export const restoredRow = ({ kind, id, verb, atMs, partOf, scope, was, version, actor, changed }: LoggedChange): LogRow => ({
  pending: null,
  kind,
  record_id: id,
  verb,
  at_ms: atMs,
  part_of: partOf,
  scope,
  ...(was === null
    ? nothing
    : {
        was_status: was.status,
        was_before_trash: was.statusBeforeTrash,
        was_hidden: Number(was.hidden),
        was_author: was.authorId,
        was_published_ms: was.publishedMs,
        was_terms: was.terms === null ? null : termsText(was.terms),
        ...linksBefore(was),
      }),
  version,
  actor,
  changed,
})

/** Whether a row counts as one of the writes to keep: others are parts of one, or change no record. */
export const isWrite = ({ part_of, verb }: { readonly part_of: unknown; readonly verb: string }): boolean =>
  Number(part_of) === 0 && verb !== 'indexed'

/**
 * One write in this many compacts the event counts. It is a prime: servers that share the ids between them (`auto_increment_increment`) each
 * assign only every second or third id, and might never assign a multiple of 2,000.
 */
const compactEvery = 2_003

/**
 * Adds rows to the log in the write's transaction.
 *
 * With one writer they have their numbers at once, and the number of writes up to each: the number that the last row has, and the writes of
 * the same statement.
 */
export async function recordChanges(context: StoreContext, rows: readonly LogRow[]): Promise<void> {
  const { db, dialect, parts, tables } = context
  const deleted = rows.filter(({ verb }) => verb === 'deleted')
  if (deleted.length > 0) await clearHistory(context, deleted)
  const size = rowsWithin(dialect, Object.keys(rows[0] ?? {}).length + 1)
  for (let from = 0; from < rows.length; from += size) {
    let writes = 0
    const counted = rows.slice(from, from + size).map((row) => {
      if (isWrite(row)) writes++
      return { ...row, writes: dialect.hasOneWriter ? writes : null }
    })
    const inserted = await insertPrepared(context, 'insert changes', counted, (some) => {
      const insert = db.insertInto(tables.changes).$castTo<{ id: unknown }>()
      if (!dialect.hasOneWriter) return dialect.supportsReturning ? insert.values(some).returning('id') : insert.values(some)
      const before = sql`coalesce((select writes from ${parts.changes} order by id desc limit 1), 0)`
      return insert.values(some.map((row) => ({ ...row, writes: sql<number>`${before} + ${row.writes}` })))
    })
    // MariaDB's driver returns the first id of the statement.
    const lastId = dialect.hasOneWriter
      ? await insertedLast(context, inserted)
      : Number(inserted.rows[0]?.id ?? inserted.insertId) + counted.length - 1
    if (lastId % compactEvery < counted.length) await compact(context)
  }
}

/** Notes that a write has changed the results of filters or counts, but no record. */
export const recordIndexed = (context: StoreContext, kind: Kind, atMs: number): Promise<void> =>
  recordChanges(context, [indexedRow(context, kind, atMs)])

/**
 * Compacts the event counts, which a later write can do as well. In a strict transaction of the host, PostgreSQL reports a conflict for rows
 * that another write has removed; that must not undo what the host wrote.
 */
async function compact(context: StoreContext): Promise<void> {
  if (context.transaction?.isOfHost !== true) return compactCounts(context)
  try {
    await withSavepoint(context, () => compactCounts(context))
  } catch (error) {
    // After a conflict MariaDB has already rolled back the whole transaction.
    if (!context.dialect.errorEndsTransaction || !isConflict(error)) throw error
  }
}
