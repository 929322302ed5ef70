import { composeFields } from '../fields/compose-fields.ts'
import { toStoredHtml } from '../input/html.ts'
import type { Issues } from '../input/read.ts'
import type { PublishedRecord, StoredRecord } from '../store/records.ts'
import type { Operation } from './context.ts'
import type { PublishedFields } from './fields.ts'
import { type Publication, resolvePublication, toStoredStatus } from './publication.ts'

/** A record to write, without slug, id and version. */
export type Slugless<R extends StoredRecord> = Omit<R, 'id' | 'version' | 'slug'>

/** A record with a status as the code of its kind composes it; the write sets the other members. */
export type Composed<R extends PublishedRecord> = Omit<Slugless<R>, 'createdMs' | 'updatedMs' | 'updatedLocal' | 'statusBeforeTrash'>

/** The members that access policies decide by. */
export type Ownership = Pick<PublishedRecord, 'authorId' | 'status'> & Publication

/** The members that events, venues and organizers share, without the members that are derived from texts for search and order. */
export type ComposedCommon = Ownership & Pick<PublishedRecord, 'description' | 'excerpt' | 'image' | 'uid' | 'fields'>

type OwnershipFields = Partial<Pick<PublishedFields, 'authorId' | 'status' | 'published' | 'publishedUtc'>>

/**
 * Composes author, status and publication: the given value, else the stored one, else the default.
 * @param before the record that is updated
 */
export function composeOwnership(
  op: Pick<Operation, 'timeZone' | 'nowMs' | 'nowLocal' | 'viewer'>,
  fields: OwnershipFields,
  before: Ownership | undefined,
): Ownership {
  return {
    authorId: fields.authorId ?? before?.authorId ?? op.viewer.actor?.id ?? '',
    status: fields.status === undefined ? (before?.status ?? 'publish') : toStoredStatus(fields.status),
    ...resolvePublication(op, fields, before),
  }
}

/** Composes the members that policies decide by, links apart: author, status, publication and declared fields. */
export const composeDeciding = (
  op: Pick<Operation, 'timeZone' | 'nowMs' | 'nowLocal' | 'viewer'>,
  fields: OwnershipFields & Pick<Partial<PublishedFields>, 'fields'>,
  before: (Ownership & Pick<PublishedRecord, 'fields'>) | undefined,
): Ownership & Pick<PublishedRecord, 'fields'> => ({
  ...composeOwnership(op, fields, before),
  // The record's own plan tells of fields that are too long.
  fields: composeFields(fields.fields, before?.fields, {}),
})

/**
 * Composes the shared members: the given value, else the stored one, else the default.
 * @param before the record that is updated
 * @param issues receives an issue if the values of the host's fields are too long together
 */
export function composeCommon(
  op: Pick<Operation, 'timeZone' | 'nowMs' | 'nowLocal' | 'viewer'>,
  fields: Partial<PublishedFields>,
  before: PublishedRecord | undefined,
  issues: Issues,
): ComposedCommon {
  return {
    ...composeOwnership(op, fields, before),
    description: toStoredHtml(fields.description, before?.description),
    excerpt: toStoredHtml(fields.excerpt, before?.excerpt),
    image: fields.image === undefined ? (before?.image ?? null) : fields.image,
    uid: fields.uid ?? before?.uid ?? '',
    fields: composeFields(fields.fields, before?.fields, issues),
  }
}
