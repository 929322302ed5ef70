import type { Problems } from '../input/read.ts'
import type { PublishedRecord } from '../store/records.ts'
import type { Operation } from './context.ts'
import type { PublishedFields } from './fields.ts'
import { resolvePublication, toStoredStatus } from './publication.ts'

/** The members that events, venues and organizers share, but what is folded from their texts. */
export type ComposedCommon = Pick<
  PublishedRecord,
  'authorId' | 'status' | 'publishedMs' | 'publishedLocal' | 'description' | 'excerpt' | 'image'
>

/**
 * The shared members as a write wants them: what is given, else what was, else the default.
 * @param before the record that is updated
 * @param problems takes the fields at fault
 */
export function composeCommon(
  op: Pick<Operation, 'timeZone' | 'nowMs' | 'viewer' | 'sanitizeHtml'>,
  fields: Partial<PublishedFields>,
  before: PublishedRecord | undefined,
  problems: Problems,
): ComposedCommon {
  const html = (given: string | undefined, kept: string | undefined): string =>
    given === undefined ? (kept ?? '') : op.sanitizeHtml(given)
  return {
    authorId: fields.author ?? before?.authorId ?? op.viewer.actor?.id ?? 0,
    status: fields.status === undefined ? (before?.status ?? 'publish') : toStoredStatus(fields.status),
    ...resolvePublication(op, fields, before, problems),
    description: html(fields.description, before?.description),
    excerpt: html(fields.excerpt, before?.excerpt),
    image: fields.image === undefined ? (before?.image ?? null) : fields.image,
  }
}
