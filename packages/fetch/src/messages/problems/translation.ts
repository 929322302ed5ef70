import type { ErrorCode, Issue } from '@kalends/core'
import type { IssueTranslation } from '@kalends/core/internal'
import type { en } from '../en.ts'
import type {
  enChanges,
  enCounts,
  enExplain,
  enFreeBusy,
  enFullcalendar,
  enHistory,
  enIdempotency,
  enPreview,
  enTheEventsCalendar,
} from '../extensions/en.ts'
import type { enProblems } from './en.ts'
import type { enReasons } from './reasons.ts'

/** The key of a description. */
export type MessageKey =
  | keyof typeof en
  | keyof typeof enChanges
  | keyof typeof enCounts
  | keyof typeof enExplain
  | keyof typeof enFreeBusy
  | keyof typeof enFullcalendar
  | keyof typeof enHistory
  | keyof typeof enIdempotency
  | keyof typeof enPreview
  | keyof typeof enTheEventsCalendar

/** What describes a part of the interface: the key of a message, or a text of an extension, which is the same in all languages. */
export type Text = MessageKey | { readonly text: string }

/** A description in the language of the messages. */
export const textIn = (text: Text, messages: Messages): string => (typeof text === 'string' ? messages[text] : text.text)

/** All messages in one language: descriptions by their keys, and the messages of errors and issues. */
export type Messages = Readonly<Record<MessageKey, string>> & ProblemMessages

/** The messages in another language. English replaces missing ones. */
export type Translation = { readonly [Key in MessageKey]?: string | undefined } & ProblemTranslation

/** The key of a sentence. */
export type SentenceKey = keyof (typeof enProblems)['sentences']

/** Every code of a reason why a list lacks an event. */
export type ReasonCode = keyof typeof enReasons

/** All messages of errors, issues and reasons in one language. */
export interface ProblemMessages {
  /** One or two sentences for each error code. */
  readonly errors: Readonly<Record<ErrorCode, string>>
  /** The rest of a sentence that begins with the name of the field, for each code of an issue. */
  readonly issues: Readonly<Record<Issue['code'], string>>
  /** Sentences for codes of reasons why a list lacks an event; those that are missing are in English. */
  readonly reasons: Readonly<Partial<Record<ReasonCode, string>>>
  /** The sentences that follow the message of an error. */
  readonly sentences: Readonly<Record<SentenceKey, string>>
}

/** The messages of errors, issues and reasons in another language. English replaces missing ones. */
export interface ProblemTranslation {
  /** Error messages by their codes. */
  readonly errors?: { readonly [Code in ErrorCode]?: string | undefined } | undefined
  /** The messages of issues by their codes, with the same parameters as the English ones. */
  readonly issues?: IssueTranslation | undefined
  /** The messages of reasons by their codes, with the same parameters as the English ones. */
  readonly reasons?: { readonly [Code in ReasonCode]?: string | undefined } | undefined
  /** The sentences that follow the message of an error. */
  readonly sentences?: { readonly [Key in SentenceKey]?: string | undefined } | undefined
}
