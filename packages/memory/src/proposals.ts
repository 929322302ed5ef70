import { deletedPreviews, type EntityId, type PreviewTable, type ProposalTable } from '@kalends/core/store'
import type { View } from './tables.ts'
import type { Access } from './transaction.ts'

/** The proposals. They are plain texts and numbers, so a frozen copy is enough. */
export function proposalTable(access: Access): ProposalTable {
  return {
    insert: (proposal) =>
      access.write((view) => {
        if (view.events.records.get(proposal.eventId) === undefined) return null
        const id = view.nextProposalId()
        view.proposals.set(id, Object.freeze({ ...proposal, id, state: 'open', note: '', deciderId: '', decidedMs: null }))
        return id
      }),
    get: async (id) => access.view().proposals.get(id),
    find: async ({ eventId, authorId, state, beforeId = Number.POSITIVE_INFINITY, limit }) =>
      [...access.view().proposals.values()]
        .filter(
          (one) =>
            one.id < beforeId &&
            (eventId === undefined || one.eventId === eventId) &&
            (authorId === undefined || one.authorId === authorId) &&
            (state === undefined || one.state === state),
        )
        .sort((a, b) => b.id - a.id)
        .slice(0, limit),
    decide: (id, decision) =>
      access.write(({ proposals }) => {
        const stored = proposals.get(id)
        if (stored?.state !== 'open') return false
        proposals.set(id, Object.freeze({ ...stored, ...decision }))
        return true
      }),
  }
}

/** The preview tokens. */
export function previewTable(access: Access): PreviewTable {
  return {
    insert: (preview) =>
      access.write(({ events, previews }) => {
        if (events.records.get(preview.eventId) === undefined) return false
        previews.set(preview.tokenHash, Object.freeze({ ...preview }))
        return true
      }),
    get: async (tokenHash) => access.view().previews.get(tokenHash),
    deleteOf: (eventId) =>
      access.write(({ previews }) => {
        const own = [...previews.values()].filter((one) => one.eventId === eventId)
        for (const { tokenHash } of own) previews.set(tokenHash, undefined)
        return own.length
      }),
    deleteEnded: (untilMs) =>
      access.write(({ previews }) => {
        const ended = [...previews.values()].filter((one) => one.untilMs < untilMs).sort((a, b) => a.untilMs - b.untilMs)
        const deleted = ended.slice(0, deletedPreviews)
        for (const { tokenHash } of deleted) previews.set(tokenHash, undefined)
        return deleted.length
      }),
  }
}

/** Removes the proposals and preview tokens of a deleted event. */
export function removeOfEvent({ proposals, previews }: View, eventId: EntityId): void {
  for (const one of [...proposals.values()]) if (one.eventId === eventId) proposals.set(one.id, undefined)
  for (const one of [...previews.values()]) if (one.eventId === eventId) previews.set(one.tokenHash, undefined)
}
