import type { PublishedRecord, StoredRecord } from '@kalends/core'

/** When records of the factories are created, changed and published, unless told otherwise. */
export const writtenLocal = '2026-01-01T00:00:00'

/** Wall time in UTC as an instant. */
export const utcMs = (local: string): number => Date.parse(`${local}Z`)

/** UTC wall time of an instant, `YYYY-MM-DDTHH:mm:ss`. */
export const utcLocal = (ms: number): string => new Date(ms).toISOString().slice(0, 19)

/** What drafts of all kinds begin with. */
export const storedDefaults = {
  createdMs: utcMs(writtenLocal),
  updatedMs: utcMs(writtenLocal),
  updatedLocal: writtenLocal,
} satisfies Partial<StoredRecord>

/** What drafts of events, venues and organizers begin with. */
export const publishedDefaults = {
  ...storedDefaults,
  authorId: 0,
  status: 'publish',
  statusBeforeTrash: null,
  publishedMs: utcMs(writtenLocal),
  publishedLocal: writtenLocal,
  description: '',
  excerpt: '',
  image: null,
} satisfies Partial<PublishedRecord>

/** The wall times that belong to the instants given, in UTC, where they are not given themselves. */
export function localTimes(given: Partial<Pick<PublishedRecord, 'publishedMs' | 'publishedLocal' | 'updatedMs' | 'updatedLocal'>>): {
  publishedLocal?: string
  updatedLocal?: string
} {
  return {
    ...(given.publishedMs !== undefined && given.publishedLocal === undefined && { publishedLocal: utcLocal(given.publishedMs) }),
    ...(given.updatedMs !== undefined && given.updatedLocal === undefined && { updatedLocal: utcLocal(given.updatedMs) }),
  }
}
