import type { Status } from '../access/policy.ts'
import type { PublishedRecord } from '../store/records.ts'

/**
 * The status that readers see: a published record is `future` until its publication date comes. No caller can read a deleted one, which counts as in
 * the trash.
 */
export function statusOf(record: Pick<PublishedRecord, 'status' | 'publishedMs'>, nowMs: number): Status {
  if (record.status === 'deleted') return 'trash'
  return record.status === 'publish' && record.publishedMs > nowMs ? 'future' : record.status
}
