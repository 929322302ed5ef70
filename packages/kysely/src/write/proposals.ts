import type { EntityId, PreviewTable, ProposalTable, StoredProposal } from '@kalends/core/store'
import { deletedPreviews } from '@kalends/core/store'
import { type Selectable, sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import { atomically, guarded } from '../engine/transaction.ts'
import type { ProposalsTable } from '../schema/proposal-tables.ts'
import { insertRow } from './insert-row.ts'

/**
 * The proposals.
 * @param reading the context of lists; other calls use the store's own
 */
export function proposalTable(context: StoreContext, reading: StoreContext): ProposalTable {
  return {
    insert: ({ eventId, version, authorId, patch, createdMs }) =>
      ofEvent(context, eventId, async (inside) => {
        const decision = { state: 'open', note: '', decider_id: '', decided_ms: null } as const
        const row = { event_id: eventId, version, author_id: authorId, patch, created_ms: createdMs, ...decision }
        return (await insertRow(inside, inside.tables.proposals, row, [])) ?? null
      }),
    get: (id) =>
      guarded(context, async ({ db, tables }) => {
        const row = await db.selectFrom(tables.proposals).selectAll().where('id', '=', id).executeTakeFirst()
        return row && toProposal(row)
      }),
    find: ({ eventId, authorId, state, beforeId, limit }) =>
      guarded(reading, async ({ db, tables }) => {
        let rows = db.selectFrom(tables.proposals).selectAll().orderBy('id', 'desc').limit(limit)
        if (eventId !== undefined) rows = rows.where('event_id', '=', eventId)
        if (authorId !== undefined) rows = rows.where('author_id', '=', authorId)
        if (state !== undefined) rows = rows.where('state', '=', state)
        if (beforeId !== undefined) rows = rows.where('id', '<', beforeId)
        return (await rows.execute()).map(toProposal)
      }),
    decide: (id, { state, note, deciderId, decidedMs }) =>
      guarded(context, async ({ db, tables }) => {
        const decided = db.updateTable(tables.proposals).set({ state, note, decider_id: deciderId, decided_ms: decidedMs })
        const { numUpdatedRows } = await decided.where('id', '=', id).where('state', '=', 'open').executeTakeFirstOrThrow()
        return numUpdatedRows > 0n
      }),
  }
}

const toProposal = (row: Selectable<ProposalsTable>): StoredProposal => ({
  id: Number(row.id),
  eventId: Number(row.event_id),
  version: Number(row.version),
  authorId: row.author_id,
  patch: row.patch,
  state: row.state,
  note: row.note,
  deciderId: row.decider_id,
  createdMs: Number(row.created_ms),
  decidedMs: row.decided_ms === null ? null : Number(row.decided_ms),
})

/** Runs an insert that belongs to an event, whose row it locks: a deletion of the event waits, and removes what was inserted. */
const ofEvent = <T>(context: StoreContext, id: EntityId, insert: (inside: StoreContext) => Promise<T>): Promise<T | null> =>
  atomically(context, (inside) =>
    guarded(inside, async (tx) => {
      const { rows } = await tx.dialect.selectLocked(tx.parts.events, sql`e.id`, [id]).execute(tx.db)
      return rows.length === 0 ? null : insert(tx)
    }),
  )

/** The preview tokens. */
export function previewTable(context: StoreContext, reading: StoreContext): PreviewTable {
  return {
    insert: async ({ tokenHash, eventId, untilMs, drafts }) => {
      const inserted = await ofEvent(context, eventId, ({ db, tables }) =>
        db.insertInto(tables.previews).values({ token_hash: tokenHash, event_id: eventId, until_ms: untilMs, drafts }).execute(),
      )
      return inserted !== null
    },
    get: (tokenHash) =>
      guarded(reading, async ({ db, tables }) => {
        const found = db.selectFrom(tables.previews).select(['event_id', 'until_ms', 'drafts']).where('token_hash', '=', tokenHash)
        const row = await found.executeTakeFirst()
        return row && { tokenHash, eventId: Number(row.event_id), untilMs: Number(row.until_ms), drafts: row.drafts }
      }),
    deleteOf: (eventId) =>
      guarded(context, async ({ db, tables }) => {
        const { numDeletedRows } = await db.deleteFrom(tables.previews).where('event_id', '=', eventId).executeTakeFirstOrThrow()
        return Number(numDeletedRows)
      }),
    deleteEnded: (untilMs) =>
      guarded(context, async ({ db, dialect, parts, tables }) => {
        const ended = db.selectFrom(tables.previews).select('id').where('until_ms', '<', untilMs).orderBy('until_ms').limit(deletedPreviews)
        const rows = await (dialect.supportsSkipLocked ? ended.forUpdate().skipLocked() : ended).execute()
        const ids = rows.map(({ id }) => Number(id))
        if (ids.length > 0) await dialect.deleteByIds(parts.previews, ids).execute(db)
        return ids.length
      }),
  }
}
