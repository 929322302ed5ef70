import type { Draft, PublishedRecord, StoredRecord, StoredStatus } from '@kalends/core/store'
import type { Insertable, Selectable } from 'kysely'
import { toFieldsText, toStoredFields } from './fields-codec.ts'
import type { PublishedColumns, RecordColumns } from './tables.ts'

/** The columns that all records have. */
export const baseColumns: Readonly<Record<keyof RecordColumns, true>> = {
  id: true,
  version: true,
  slug: true,
  created_ms: true,
  updated_ms: true,
  updated_local: true,
  fields: true,
}

/** The columns that events, venues and organizers share. */
export const publishedColumns: Readonly<Record<keyof PublishedColumns, true>> = {
  ...baseColumns,
  author_id: true,
  status: true,
  status_before_trash: true,
  published_ms: true,
  published_local: true,
  description: true,
  excerpt: true,
  image: true,
  search_text: true,
  uid: true,
}

/** A row to write: every column except those that the store assigns. */
export type WrittenRow<Table> = Required<Omit<Insertable<Table>, 'id' | 'version'>>

/** The columns that all records have, in a row to write. */
export function baseRow(record: Draft<StoredRecord>): WrittenRow<RecordColumns> {
  return {
    slug: record.slug,
    created_ms: record.createdMs,
    updated_ms: record.updatedMs,
    updated_local: record.updatedLocal,
    fields: toFieldsText(record.fields),
  }
}

/** The members that all records have. */
export function baseRecord(row: Selectable<RecordColumns>): StoredRecord {
  return {
    id: Number(row.id),
    version: Number(row.version),
    slug: row.slug,
    createdMs: Number(row.created_ms),
    updatedMs: Number(row.updated_ms),
    updatedLocal: row.updated_local,
    fields: toStoredFields(row.fields),
  }
}

/** The columns that events, venues and organizers share, in a row to write. */
export function publishedRow(record: Draft<PublishedRecord>): WrittenRow<PublishedColumns> {
  return {
    ...baseRow(record),
    author_id: record.authorId,
    status: record.status,
    status_before_trash: record.statusBeforeTrash,
    published_ms: record.publishedMs,
    published_local: record.publishedLocal,
    description: record.description,
    excerpt: record.excerpt,
    // As JSON, because the id 5 and the text "5" differ.
    image: record.image === null ? null : JSON.stringify(record.image),
    search_text: record.searchText,
    uid: record.uid === '' ? null : record.uid,
  }
}

/** All stored statuses. */
export const storedStatuses = ['publish', 'draft', 'pending', 'private', 'trash', 'deleted'] as const satisfies readonly StoredStatus[]

const statuses: ReadonlyMap<string, StoredStatus> = new Map(storedStatuses.map((status) => [status, status]))

function statusOf(text: string): StoredStatus {
  const status = statuses.get(text)
  if (status === undefined) throw new TypeError(`A record has the unknown status ${JSON.stringify(text)}.`)
  return status
}

function imageOf(json: string | null): number | string | null {
  // The text `null` is the image of an occurrence without one, where its series has one.
  if (json === null || json === 'null') return null
  const image: unknown = JSON.parse(json)
  if (typeof image === 'number' || typeof image === 'string') return image
  throw new TypeError('The image of a record is not as it was written.')
}

/** The members that events, venues and organizers share. */
export function publishedRecord(row: Selectable<PublishedColumns>): PublishedRecord {
  return {
    ...baseRecord(row),
    authorId: row.author_id,
    status: statusOf(row.status),
    statusBeforeTrash: row.status_before_trash === null ? null : statusOf(row.status_before_trash),
    publishedMs: Number(row.published_ms),
    publishedLocal: row.published_local,
    description: row.description,
    excerpt: row.excerpt,
    image: imageOf(row.image),
    searchText: row.search_text,
    uid: row.uid ?? '',
  }
}
