import type { Status } from '../access/policy.ts'
import type { PublishedRecord } from '../store/records.ts'

/** The status that readers see: a published record is `future` until its publication date comes. */
export function statusOf(record: Pick<PublishedRecord, 'status' | 'publishedMs'>, nowMs: number): Status {
  return record.status === 'publish' && record.publishedMs > nowMs ? 'future' : record.status
}
