import { listOfKind } from '@kalends/core/store'
import type { WebhookKind, WebhookVerb } from './message.ts'

// The type of Object.keys does not know that the table has no other keys.
const kinds = Object.keys(listOfKind) as WebhookKind[]

const verbs: readonly WebhookVerb[] = ['created', 'updated', 'trashed', 'restored', 'deleted', 'published']

/**
 * The messages that an endpoint gets: `*` for all, a type such as `venue.updated`, or a type with `*` for one of its halves, such as
 * `event.*` or `*.deleted`.
 */
export type WebhookPattern = '*' | `${WebhookKind | '*'}.${WebhookVerb | '*'}`

const patterns: readonly string[] = ['*', ...['*', ...kinds].flatMap((kind) => ['*', ...verbs].map((verb) => `${kind}.${verb}`))]

/** @throws TypeError it is not a list of patterns */
export function requirePatterns(given: unknown): void {
  const isValid = Array.isArray(given) && given.length > 0 && given.length <= 100 && given.every((pattern) => patterns.includes(pattern))
  if (!isValid) throw new TypeError(`events of an endpoint must be a list of 1 to 100 types of messages, not ${String(given)}`)
}

/** Whether one of the patterns stands for a type. */
export const matchesType = (given: readonly string[], kind: WebhookKind, verb: WebhookVerb): boolean =>
  ['*', '*.*', `${kind}.*`, `*.${verb}`, `${kind}.${verb}`].some((pattern) => given.includes(pattern))

/** The kinds of records that the patterns can stand for, in a fixed order. */
export const kindsOf = (given: readonly string[]): readonly WebhookKind[] =>
  kinds.filter((kind) => verbs.some((verb) => matchesType(given, kind, verb)))
