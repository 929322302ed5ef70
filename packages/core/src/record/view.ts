import type { Status } from '../access/policy.ts'
import type { PublishedRecord } from '../store/records.ts'
import { toUtcTime, toWireTime } from './publication.ts'
import { statusOf } from './status.ts'
import type { ViewContext } from './view-context.ts'

/** The shared members of returned events, venues and organizers. */
export interface PublishedView {
  /** Its id. */
  readonly id: number
  /** Counts the changes of the record itself, from 1; changes of linked records do not count. */
  readonly version: number
  /** The host's id of the author; empty without one. */
  readonly authorId: string
  /** Its status; `future` until the publication date comes. */
  readonly status: Status
  /** The publication date as wall time in the calendar's zone, `YYYY-MM-DD HH:MM:SS`. */
  readonly published: string
  /** The publication date in UTC. */
  readonly publishedUtc: string
  /** The publication date in milliseconds since 1970-01-01T00:00:00Z; writes ignore it, and read `published` or `publishedUtc`. */
  readonly publishedMs: number
  /** The last change as wall time in the calendar's zone, `YYYY-MM-DD HH:MM:SS`. */
  readonly updated: string
  /** The last change in UTC. */
  readonly updatedUtc: string
  /** The last change in milliseconds since 1970-01-01T00:00:00Z. Finer than `updated`, which has whole seconds. */
  readonly updatedMs: number
  /** Unique within its kind. */
  readonly slug: string
  /** Safe HTML. */
  readonly description: string
  /** Safe HTML. */
  readonly excerpt: string
  /** A media id of the host, an address, or null. */
  readonly image: number | string | null
  /** The identity of the record across systems; empty without one. */
  readonly uid: string
}

/** The shared members of a returned record. */
export const toPublishedView = (record: PublishedRecord, { nowMs }: ViewContext): PublishedView => ({
  id: record.id,
  version: record.version,
  authorId: record.authorId,
  status: statusOf(record, nowMs),
  published: toWireTime(record.publishedLocal),
  publishedUtc: toUtcTime(record.publishedMs),
  publishedMs: record.publishedMs,
  updated: toWireTime(record.updatedLocal),
  updatedUtc: toUtcTime(record.updatedMs),
  updatedMs: record.updatedMs,
  slug: record.slug,
  description: record.description,
  excerpt: record.excerpt,
  image: record.image,
  uid: record.uid,
})
