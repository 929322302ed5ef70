import { noFields, type PublishedRecord, type StoredRecord } from '@kalends/core/store'

/** The default time at which records of the factories are created, changed and published. */
export const writtenLocal = '2026-01-01T00:00:00'

/** Converts local time in UTC to an instant. */
export const utcMs = (local: string): number => Date.parse(`${local}Z`)

/** Converts an instant to local time in UTC, `YYYY-MM-DDTHH:mm:ss`. */
export const utcLocal = (ms: number): string => new Date(ms).toISOString().slice(0, 19)

/** Default members of drafts of all kinds. */
export const storedDefaults = {
  createdMs: utcMs(writtenLocal),
  updatedMs: utcMs(writtenLocal),
  updatedLocal: writtenLocal,
  fields: noFields,
} satisfies Partial<StoredRecord>

/** Default members of drafts of events, venues and organizers. */
export const publishedDefaults = {
  ...storedDefaults,
  authorId: '',
  status: 'publish',
  statusBeforeTrash: null,
  publishedMs: utcMs(writtenLocal),
  publishedLocal: writtenLocal,
  description: '',
  excerpt: '',
  image: null,
  uid: '',
} satisfies Partial<PublishedRecord>

/** Derives missing local times from the given instants, in UTC. */
export function localTimes(given: Partial<Pick<PublishedRecord, 'publishedMs' | 'publishedLocal' | 'updatedMs' | 'updatedLocal'>>): {
  publishedLocal?: string
  updatedLocal?: string
} {
  return {
    ...(given.publishedMs !== undefined && given.publishedLocal === undefined && { publishedLocal: utcLocal(given.publishedMs) }),
    ...(given.updatedMs !== undefined && given.updatedLocal === undefined && { updatedLocal: utcLocal(given.updatedMs) }),
  }
}
