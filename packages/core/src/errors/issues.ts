import { issueMessages } from './issue-messages.ts'

/** Every code of an issue. */
export type IssueCode = keyof typeof issueMessages

/** The parameters of issues: each name has one type in all of them. */
export interface ParameterTypes {
  /** The reason that the schema of a declared field gives, in its own words. */
  readonly reason: string
  /** A character by its code point, such as `U+0000`. */
  readonly character: string
  /** The least valid value. */
  readonly min: number
  /** The greatest valid value, or the maximum number of characters, items or whatever the message counts. */
  readonly max: number
  /** The valid words; for `unknown_names`, the unknown ones. */
  readonly values: readonly string[]
  /** The first valid year. */
  readonly from: number
  /** The last valid year. */
  readonly to: number
  /** The id that names no record. */
  readonly id: number
  /** The name of a member, of a part of a rule, or of another field. */
  readonly name: string
  /** A day, or a wall time of a series. */
  readonly date: string
  /** How many dates a series has. */
  readonly dates: number
  /** How many records each date of a series links. */
  readonly links: number
  /** The first day from the start on that a rule names. */
  readonly first: string
  /** A time zone. */
  readonly zone: string
  /** The time zone with the nearest name. */
  readonly nearest: string
}

/** The names of the parameters in a message. */
export type ParametersIn<Message extends string> = Message extends `${string}{${infer Name extends keyof ParameterTypes}}${infer Rest}`
  ? Name | ParametersIn<Rest>
  : never

/** The names of the parameters that an issue can lack: those in the part of a message in square brackets. */
type OptionalIn<Message extends string> = Message extends `${string}[${infer Part}]${string}` ? ParametersIn<Part> : never

/** Why a part of an input is invalid: a code of the table with its parameters, such as `{ code: 'too_long', max: 200 }`. */
export type Reason = {
  readonly [Code in IssueCode]: { readonly code: Code } & Pick<
    ParameterTypes,
    Exclude<ParametersIn<(typeof issueMessages)[Code]>, OptionalIn<(typeof issueMessages)[Code]>>
  > &
    Partial<Pick<ParameterTypes, OptionalIn<(typeof issueMessages)[Code]>>>
}[IssueCode]

/** An invalid part of an input. */
export type Issue = Reason & {
  /** Where it is, such as `title` or `venues[0].geoLat`; empty for the input as a whole. */
  readonly path: string
  /** The reason as the rest of a sentence that begins with the name of the field, such as `must not be empty`. */
  readonly message: string
}

/** A message with these parameters. */
export type MessageWith<Names extends string> = [Names] extends [never]
  ? string
  : (Names extends string ? (each: `${string}{${Names}}${string}`) => void : never) extends (all: infer All) => void
    ? All
    : never

/** The messages of issues in another language. Each has the parameters of the English one. */
export type IssueTranslation = { readonly [Code in IssueCode]?: MessageWith<ParametersIn<(typeof issueMessages)[Code]>> | undefined }

/** All codes, in the order of the table. */
export const issueCodes: readonly IssueCode[] = Object.freeze(
  // The table has no other keys, which the type of Object.keys does not express.
  Object.keys(issueMessages) as IssueCode[],
)

/** A part of a message that is there only with its parameter. */
const optionalPart = /\[([^[\]{}]*\{(\w+)\}[^[\]{}]*)\]/g

/** A message with the values of its parameters; lists are joined by commas. A part in square brackets is left out without its parameter. */
export const fillMessage = (message: string, parameters: object): string =>
  message
    .replace(optionalPart, (_, part: string, name: string) => (name in parameters ? part : ''))
    .replace(/\{(\w+)\}/g, (_, name: string) => {
      const value: unknown = Reflect.get(parameters, name)
      return Array.isArray(value) ? value.join(', ') : String(value)
    })

/** The English message of a reason. */
export const messageOf = (reason: Reason): string => fillMessage(issueMessages[reason.code], reason)

/** The reason for an id that names no record of a kind, or none that the viewer may see. */
export const unknownId = (kind: 'event' | 'venue' | 'organizer' | 'category' | 'tag', id: number): Reason => ({
  code: `unknown_${kind}`,
  id,
})

/** Whether a result is the reason of a refusal. */
export const isReason = (result: object): result is Reason => 'code' in result
