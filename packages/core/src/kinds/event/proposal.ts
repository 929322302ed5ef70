import type { FieldsShape, UnknownFields } from '../../fields/typed-fields.ts'
import type { RecordRef } from '../../record/lookup.ts'
import type { ProposalState } from '../../store/proposals.ts'
import type { EventPatch } from './schema.ts'
import type { Event } from './view.ts'

/** A change of an event that somebody proposes, and what was decided about it. */
export interface Proposal<F extends FieldsShape = UnknownFields> {
  /** Its id; later proposals have higher ones. */
  readonly id: number
  /** The id of the event. */
  readonly eventId: number
  /** The version of the event that the proposal changes. */
  readonly version: number
  /** The id of the proposer; empty for the host's own code. */
  readonly authorId: string
  /** The proposed change: a patch as `update` takes it. Its HTML is safe. Of declared fields it has those that the viewer may read. */
  readonly patch: EventPatch<F>
  /** Whether it was decided. */
  readonly state: ProposalState
  /** What the proposer is told about the decision. */
  readonly note: string
  /** The id of the actor who decided; empty for the host's own code, and while it is open. */
  readonly deciderId: string
  /** When it was made, in UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly at: string
  /** When it was decided, in UTC; null while it is open. */
  readonly decidedAt: string | null
}

/** Which proposals to read. */
export interface ProposalListInput {
  /** Of this event. @default all events */
  readonly event?: RecordRef | undefined
  /** By this proposer. @default all */
  readonly authorId?: string | undefined
  /** In this state. @default all */
  readonly state?: ProposalState | undefined
  /** Only proposals with a smaller id: `next` of the page before. @default all */
  readonly before?: number | undefined
  /** The maximum number of proposals, up to 100. @default 20 */
  readonly limit?: number | undefined
}

/** A part of a list of proposals. */
export interface ProposalPage<F extends FieldsShape = UnknownFields> {
  /** The proposals, newest first. */
  readonly items: readonly Proposal<F>[]
  /** `before` of the next page; null if there is none. A page may have fewer items than its limit, and still a next one. */
  readonly next: number | null
}

/** Proposals: changes of events that wait for the decision of an editor. */
export interface EventProposals<F extends FieldsShape = UnknownFields> {
  /**
   * Proposes a change of an event, which a caller with the permission to update the event accepts or declines. It needs the permissions to
   * read the event and to create events. The patch is checked as by `update`, except for what depends on stored data: that is checked when the proposal is accepted.
   * A proposal is for the record that it names: one event, one date of a series, or with the series itself all of it. It is deleted with the
   * record.
   * @param patch at most 524,288 bytes as JSON
   * @param options `version` is the version that the proposer has read @default the stored one
   * @throws invalid_input naming every invalid field, or `event` if the viewer has 20 open proposals for it
   * @throws not_found, in_trash the event does not exist, or the viewer may not see it
   * @throws unauthenticated, forbidden the viewer may create no event
   * @throws version_conflict the event has another version
   * @example
   * const { id } = await calendar.events.propose('choir', { startDate: '2026-05-31 20:00' })
   */
  propose(ref: RecordRef, patch: EventPatch<F>, options?: { readonly version?: number | undefined }): Promise<Proposal<F>>
  /**
   * Proposals, newest first. The viewer gets their own, and those for events that they may update; of events in the trash only with `event`.
   * @throws invalid_input naming every invalid member
   * @throws not_found the event does not exist, or the viewer may not see it
   * @throws TypeError a member is unknown
   * @example
   * for (const { patch } of (await calendar.events.proposals({ event: 'choir', state: 'open' })).items) console.log(patch)
   */
  proposals(input?: ProposalListInput): Promise<ProposalPage<F>>
  /**
   * Makes the change of an open proposal, by an ordinary update of the viewer, if the event still has the version of the proposal.
   * @param options `version` is the version that the viewer has read, to accept a proposal for an earlier one @default that of the proposal
   * @returns the event after the update
   * @throws not_found no such proposal, or the viewer may not see it or its event
   * @throws version_conflict the event has changed since, or the proposal is decided already; nothing is written
   * @throws invalid_input, uid_taken, in_trash, unauthenticated, forbidden as for an update
   */
  accept(id: number, options?: { readonly version?: number | undefined }): Promise<Event<F>>
  /**
   * Declines an open proposal. For those who may update the event; proposers withdraw their own.
   * @param note what the proposer is told: one line of at most 500 characters @default ''
   * @throws not_found no such proposal, or the viewer may not see it
   * @throws version_conflict it is decided already
   * @throws invalid_input the note is too long
   */
  decline(id: number, note?: string): Promise<Proposal<F>>
}
