import type { Status } from '../access/policy.ts'
import type { PublishedRecord } from '../store/records.ts'
import { toUtcTime, toWireTime } from './publication.ts'
import { statusOf } from './status.ts'

/** What events, venues and organizers have in common when they are returned. */
export interface PublishedView {
  /** Its id. */
  readonly id: number
  /** Counts the changes of this record, from 1. */
  readonly version: number
  /** The host's id of who wrote it; 0 when nobody is named. */
  readonly authorId: number
  /** Its state; `future` until the publication date comes. */
  readonly status: Status
  /** When it is published, as wall time in the calendar's zone, `YYYY-MM-DD HH:MM:SS`. */
  readonly published: string
  /** The same in UTC. */
  readonly publishedUtc: string
  /** The publication in milliseconds since 1970-01-01T00:00:00Z; writes ignore it, and take `published` or `publishedUtc`. */
  readonly publishedMs: number
  /** When it was last changed, as wall time in the calendar's zone, `YYYY-MM-DD HH:MM:SS`. */
  readonly updated: string
  /** The same in UTC. */
  readonly updatedUtc: string
  /** The last change in milliseconds since 1970-01-01T00:00:00Z. Finer than `updated`, which has whole seconds. */
  readonly updatedMs: number
  /** Unique among its kind. */
  readonly slug: string
  /** Safe HTML. */
  readonly description: string
  /** Safe HTML. */
  readonly excerpt: string
  /** A media id of the host, an address, or null. */
  readonly image: number | string | null
}

/** The shared part of a returned record. */
export const toPublishedView = (record: PublishedRecord, nowMs: number): PublishedView => ({
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
})
