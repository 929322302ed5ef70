import type { CalendarStore } from '@kalends/core'
import type { PreviewTable, ProposalTable, StoredProposal } from '@kalends/core/store'
import { wrapStore } from '../../../packages/testing/src/wrap-store.ts'
import type { StoreMutant } from './store-mutant.ts'

/** A store whose proposals are changed. */
const onProposals = (change: (proposals: ProposalTable) => Partial<ProposalTable>) => (store: CalendarStore) =>
  wrapStore(store, { proposals: (proposals) => ({ ...proposals, ...change(proposals) }) })

/** A store whose preview tokens are changed. */
const onPreviews = (change: (previews: PreviewTable) => Partial<PreviewTable>) => (store: CalendarStore) =>
  wrapStore(store, { previews: (previews) => ({ ...previews, ...change(previews) }) })

/** Changes the proposals that are read by their ids. */
const reading = (change: (proposal: StoredProposal) => StoredProposal) =>
  onProposals((proposals) => ({
    get: async (id) => {
      const found = await proposals.get(id)
      return found && change(found)
    },
  }))

/** A member of a query has no effect. */
const ignoring = (member: 'eventId' | 'authorId' | 'state' | 'beforeId') =>
  onProposals((proposals) => ({ find: (query) => proposals.find({ ...query, [member]: undefined }) }))

/** Mutants of the proposals and the preview tokens. */
export const proposalMutants: readonly StoreMutant[] = [
  {
    key: 'proposals/cut',
    title: 'patches are cut after 65,535 characters',
    foundBy: 'proposals/long',
    plant: onProposals((proposals) => ({ insert: (one) => proposals.insert({ ...one, patch: one.patch.slice(0, 65_535) }) })),
  },
  {
    key: 'proposals/author-lost',
    title: 'every proposal comes back without its proposer',
    foundBy: 'proposals/get',
    plant: reading((one) => ({ ...one, authorId: '' })),
  },
  {
    key: 'proposals/of-no-event',
    title: 'a proposal of no event is stored',
    foundBy: 'proposals/get',
    plant: onProposals((proposals) => ({ insert: async (one) => (await proposals.insert(one)) ?? 1 })),
  },
  {
    key: 'proposals/decided-twice',
    title: 'decide reports success for a decided proposal',
    foundBy: 'proposals/decide',
    plant: onProposals((proposals) => ({ decide: async (id, decision) => (await proposals.decide(id, decision)) || true })),
  },
  {
    key: 'proposals/note-lost',
    title: 'decide drops the note',
    foundBy: 'proposals/decide',
    plant: onProposals((proposals) => ({ decide: (id, decision) => proposals.decide(id, { ...decision, note: '' }) })),
  },
  ...(['eventId', 'authorId', 'state', 'beforeId'] as const).map((member) => ({
    key: `proposals/without-${member}`,
    title: `find ignores ${member}`,
    foundBy: 'proposals/find',
    plant: ignoring(member),
  })),
  {
    key: 'proposals/oldest-first',
    title: 'find returns the lowest ids first',
    foundBy: 'proposals/find',
    plant: onProposals((proposals) => ({ find: async (query) => (await proposals.find(query)).toReversed() })),
  },
  {
    key: 'proposals/no-limit',
    title: 'find ignores the limit',
    foundBy: 'proposals/find',
    plant: onProposals((proposals) => ({ find: (query) => proposals.find({ ...query, limit: 1_000 }) })),
  },
  {
    key: 'proposals/any-case',
    title: 'proposers that differ in case are the same',
    foundBy: 'proposals/find',
    plant: onProposals((proposals) => ({ insert: (one) => proposals.insert({ ...one, authorId: one.authorId.toLowerCase() }) })),
  },
  {
    key: 'proposals/kept',
    title: 'the proposals of a deleted event stay',
    foundBy: 'proposals/deleted',
    plant: (store) => {
      const kept = new Map<number, StoredProposal>()
      return wrapStore(store, {
        proposals: (proposals) => ({
          ...proposals,
          insert: async (one) => {
            const id = await proposals.insert(one)
            const stored = id === null ? undefined : await proposals.get(id)
            if (stored !== undefined) kept.set(stored.id, stored)
            return id
          },
          find: async () => [...kept.values()],
        }),
      })
    },
  },
  {
    key: 'previews/kept',
    title: 'the tokens of a deleted event stay',
    foundBy: 'proposals/deleted',
    plant: onPreviews((previews) => ({
      get: async (tokenHash) => (await previews.get(tokenHash)) ?? { tokenHash, eventId: 1, untilMs: 5_000, drafts: '{}' },
    })),
  },
  {
    key: 'previews/any-case',
    title: 'hashes that differ in case are the same',
    foundBy: 'previews/get',
    plant: onPreviews((previews) => ({
      insert: (one) => previews.insert({ ...one, tokenHash: one.tokenHash.toLowerCase() }),
      get: (tokenHash) => previews.get(tokenHash.toLowerCase()),
    })),
  },
  {
    key: 'previews/not-revoked',
    title: 'deleteOf deletes nothing',
    foundBy: 'previews/delete',
    plant: onPreviews(() => ({ deleteOf: async () => 1 })),
  },
  {
    key: 'previews/ends-early',
    title: 'deleteEnded deletes a token that ends at the given time, too',
    foundBy: 'previews/delete',
    plant: onPreviews((previews) => ({ deleteEnded: (untilMs) => previews.deleteEnded(untilMs + 1) })),
  },
  {
    key: 'previews/revision',
    title: 'a preview token changes the revision',
    foundBy: 'proposals/revision',
    plant: (store) => {
      let count = 0
      return wrapStore(store, {
        previews: (previews) => ({
          ...previews,
          insert: async (one) => {
            count++
            return previews.insert(one)
          },
        }),
        rest: (inner) => ({
          revision: async (nowMs) => {
            const revision = await inner.revision(nowMs)
            return { ...revision, token: `${revision.token}.${count}` }
          },
        }),
      })
    },
  },
]
