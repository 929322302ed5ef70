import { fillMessage } from './issues.ts'

/**
 * The closed table of reasons why a list lacks a record: code and English message. `{filter}`, `{value}` and `{wanted}` are members of the
 * reason. Translations are derived from it.
 */
export const listReasonMessages = {
  published: 'It is published; the list asks for: {wanted}.',
  scheduled: 'It is published only at {value}; the list asks for: {wanted}.',
  draft: 'It is a draft; the list asks for: {wanted}.',
  pending: 'It waits for review; the list asks for: {wanted}.',
  private: 'It is private; the list asks for: {wanted}.',
  in_trash: 'It is in the trash; the list asks for: {wanted}.',
  not_readable: 'Its status is {value}: this viewer may not read it.',
  hidden: 'It is hidden from lists.',
  not_hidden: 'It is not hidden; the list asks for hidden events alone.',
  hidden_from_viewer: 'It is hidden from lists, and this viewer gets no lists with it.',
  series: 'It is a series; a list has its dates instead.',
  starts_too_early: 'It starts at {value}; the list begins at {wanted}.',
  starts_too_late: 'It starts at {value}; the list ends at {wanted}.',
  ends_too_early: 'It ends at {value}; the list begins at {wanted}.',
  ends_too_late: 'It ends at {value}; the list ends at {wanted}.',
  lacks_words: 'Its texts lack: {wanted}.',
  other_categories: 'It is in none of these categories: {wanted}.',
  other_tags: 'It has none of these tags: {wanted}.',
  other_venues: 'It is at none of these venues: {wanted}.',
  other_organizers: 'It has none of these organizers: {wanted}.',
  other_value: 'Its {filter} is {value}; the list asks for {wanted}.',
  no_value: 'It has no {filter}; the list asks for {wanted}.',
  too_far: 'It is at no venue within {wanted} km of the place.',
  not_after_id: 'Its id is {value}; the list begins after {wanted}.',
  not_changed_after: 'It was last changed at {value}; the list asks for later changes than {wanted}.',
  left_out: 'The list leaves out: {wanted}.',
  not_linked: 'The event {wanted} does not link it.',
  not_known: 'No event that this viewer may read has it.',
  later_date: 'It is a later date of its series; the list has the date {wanted} alone.',
} as const

/** Every code of a reason why a list lacks a record. */
export type ListReasonCode = keyof typeof listReasonMessages

/** What a record has, or what a list asks for: `null` where a text or a number cannot show it. */
export type ReasonValue = string | number | boolean | null | readonly (string | number)[]

/** Why a list lacks a record. */
export interface ListReason {
  /** The filter of the list, such as `startsFrom` or `fields.level`; `access` for what no filter of this viewer changes. */
  readonly filter: string
  /** The code of the table. */
  readonly code: ListReasonCode
  /** The reason as a sentence in English. */
  readonly message: string
  /** What the record has, as the viewer of the list would read it. */
  readonly value: ReasonValue
  /** What the list asks for: times are no longer relative, and of a search it is the words that are missing. */
  readonly wanted: ReasonValue
  /** The filters with which this reason falls away. @default it falls away without the filter */
  readonly suggestion?: Readonly<Record<string, ReasonValue>>
}

/** A reason before its message. */
export type UnwordedReason = Omit<ListReason, 'message'>

/** The reason with its English message. */
export const withMessage = (reason: UnwordedReason): ListReason => {
  const { filter, code, value, wanted, suggestion } = reason
  const message = fillMessage(listReasonMessages[code], reason)
  return { filter, code, message, value, wanted, ...(suggestion !== undefined && { suggestion }) }
}
