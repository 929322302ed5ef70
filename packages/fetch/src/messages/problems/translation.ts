import type { ErrorCode, Issue } from '@kalends/core'
import type { IssueTranslation } from '@kalends/core/internal'
import type { en } from '../en.ts'
import type { enProblems } from './en.ts'

/** The key of a description. */
export type MessageKey = keyof typeof en

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

/** All messages of errors and issues in one language. */
export interface ProblemMessages {
  /** One or two sentences for each error code. */
  readonly errors: Readonly<Record<ErrorCode, string>>
  /** The rest of a sentence that begins with the name of the field, for each code of an issue. */
  readonly issues: Readonly<Record<Issue['code'], string>>
  /** The sentences that follow the message of an error. */
  readonly sentences: Readonly<Record<SentenceKey, string>>
}

/** The messages of errors and issues in another language. English replaces missing ones. */
export interface ProblemTranslation {
  /** Error messages by their codes. */
  readonly errors?: { readonly [Code in ErrorCode]?: string | undefined } | undefined
  /** The messages of issues by their codes, with the same parameters as the English ones. */
  readonly issues?: IssueTranslation | undefined
  /** The sentences that follow the message of an error. */
  readonly sentences?: { readonly [Key in SentenceKey]?: string | undefined } | undefined
}
