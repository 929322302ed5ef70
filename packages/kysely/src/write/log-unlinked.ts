import { clauseLinks, type EntityId, type TermsOfEvent } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import { linkedIdsOf } from '../query/links.ts'
import { termsText } from './log-rows.ts'

/** Where events are that link records to be deleted. */
export interface Linking {
  /** The table of the links, or of the events themselves; the statement calls it `u`. */
  readonly table: RawBuilder<unknown>
  /** Its column with the id of the event. */
  readonly eventId: RawBuilder<unknown>
  /** Its column with the id of the linked record. */
  readonly linkedId: RawBuilder<unknown>
}

/**
 * Adds a row to the log for each event that links one of the records, before the links are deleted. Links copy the columns of their event
 * that decide who may read it, except the status before the trash: events in the trash are in no usual list. Their other links are looked up.
 * @param atMs the time of the deletion
 * @param terms the deleted term, as the terms of these events
 */
export async function logUnlinked(
  context: StoreContext,
  { table, eventId, linkedId }: Linking,
  ids: readonly EntityId[],
  atMs: number,
  terms?: TermsOfEvent,
): Promise<void> {
  const was = terms === undefined ? sql`null` : textLiteral(context, termsText(terms))
  const { dialect, parts } = context
  const linkIds = clauseLinks.map((linkField) => linkedIdsOf(context, linkField, eventId))
  const writes = dialect.hasOneWriter ? sql`(select writes from ${parts.changes} order by id desc limit 1)` : sql`null`
  await sql`insert into ${parts.changes}
    (pending, kind, record_id, verb, at_ms, part_of, was_status, was_before_trash, was_hidden, was_author, was_published_ms,
      was_terms, was_venues, was_organizers, was_categories, version, actor, writes)
    select ${pendingLiteral(context)}, 'event', ${eventId}, 'unlinked', ${timeLiteral(context, atMs)}, ${linkedId}, status, null, hidden,
      author_id, published_ms, ${was}, ${sql.join(linkIds)}, 0, '', ${writes}
    from ${table} as u where ${linkedId} in (${sql.join(ids)}) order by ${eventId}`.execute(context.db)
}

// PostgreSQL does not infer the types of parameters in the list of a `select`.
const pendingLiteral = (context: StoreContext): RawBuilder<unknown> => (context.dialect.hasOneWriter ? sql`null` : sql`1`)

const textLiteral = ({ dialect }: StoreContext, text: string): RawBuilder<unknown> =>
  dialect.supportsOnConflict ? sql`cast(${text} as text)` : sql`${text}`

const timeLiteral = ({ dialect }: StoreContext, atMs: number): RawBuilder<unknown> =>
  dialect.supportsOnConflict ? sql`cast(${atMs} as bigint)` : sql`${atMs}`
