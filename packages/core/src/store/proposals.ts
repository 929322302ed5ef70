import type { EntityId } from './records.ts'

/** Whether a proposal waits for a decision. */
export type ProposalState = 'open' | 'accepted' | 'declined'

/** What was decided about a proposal. */
export interface Decision {
  /** The decision. */
  readonly state: Exclude<ProposalState, 'open'>
  /** What the proposer reads about it; at most 500 code points. */
  readonly note: string
  /** The id of the actor who decided, or empty; at most 255 code points. */
  readonly deciderId: string
  /** When, in milliseconds since 1970. */
  readonly decidedMs: number
}

/** A change of an event that somebody proposes. The store does not interpret the patch. */
export interface StoredProposal extends Omit<Decision, 'state' | 'decidedMs'> {
  /** Its id: a positive integer, higher than those of all proposals before. */
  readonly id: number
  /** The id of the event. */
  readonly eventId: EntityId
  /** The version of the event that the proposal changes. */
  readonly version: number
  /** The id of the proposer, or empty; at most 255 code points. */
  readonly authorId: string
  /** The patch as JSON; at most 524,288 bytes of UTF-8. */
  readonly patch: string
  /** Whether it was decided. */
  readonly state: ProposalState
  /** When it was made, in milliseconds since 1970. */
  readonly createdMs: number
  /** When it was decided; null while it is open. */
  readonly decidedMs: number | null
}

/** Which proposals to read; a missing member allows all. */
export interface ProposalQuery {
  /** Of this event. */
  readonly eventId?: EntityId | undefined
  /** By this proposer. */
  readonly authorId?: string | undefined
  /** In this state. */
  readonly state?: ProposalState | undefined
  /** With a smaller id. */
  readonly beforeId?: number | undefined
  /** The maximum number; an integer of 1 or more. */
  readonly limit: number
}

/**
 * The proposals of a store. They change no result of other reads, so they do not change the revision. The deletion of an event deletes its
 * proposals, in every call that deletes events.
 */
export interface ProposalTable {
  /**
   * Inserts an open proposal. No proposal of a deleted event stays: where transactions run beside each other, the call waits for one that
   * deletes the event, or that one waits for this one.
   * @returns its id; null if no event has the id
   */
  insert(proposal: Omit<StoredProposal, 'id' | 'state' | keyof Decision>): Promise<number | null>
  /** The proposal with that id. Outside of transactions it sees all committed ones, so it must not read from a replica that lags behind. */
  get(id: number): Promise<StoredProposal | undefined>
  /** The matching proposals with the highest ids, the highest first. */
  find(query: ProposalQuery): Promise<readonly StoredProposal[]>
  /**
   * Decides a proposal that is open. Of concurrent transactions that decide the same proposal, only one commits.
   * @returns whether it was open
   */
  decide(id: number, decision: Decision): Promise<boolean>
}
