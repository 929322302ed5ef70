import type { StoredProposal } from '@kalends/core/store'
import type { Generated } from 'kysely'
import type { Integer, OptionalInteger } from './column-types.ts'

/** The proposals (write/proposals.ts). */
export interface ProposalsTable {
  id: Generated<number>
  event_id: Integer
  version: Integer
  author_id: string
  /** JSON. */
  patch: string
  state: StoredProposal['state']
  note: string
  decider_id: string
  created_ms: Integer
  /** Null while the proposal is open. */
  decided_ms: OptionalInteger
}

/** The preview tokens (write/proposals.ts). */
export interface PreviewsTable {
  id: Generated<number>
  token_hash: string
  event_id: Integer
  until_ms: Integer
  /** JSON. */
  drafts: string
}
