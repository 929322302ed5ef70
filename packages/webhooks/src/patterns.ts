import type { WebhookKind, WebhookVerb } from './message.ts'

/** The kinds of records in messages. */
export const webhookKinds: readonly WebhookKind[] = ['event', 'venue', 'organizer', 'category', 'tag']

const verbs: readonly WebhookVerb[] = ['created', 'updated', 'trashed', 'restored', 'deleted', 'published']

/**
 * The messages that an endpoint gets: `*` for all, a type such as `venue.updated`, or a type with `*` for one of its halves, such as
 * `event.*` or `*.deleted`.
 */
export type WebhookPattern = '*' | `${WebhookKind | '*'}.${WebhookVerb | '*'}`

/** The reason why a list of patterns is refused; undefined if it is valid. */
export function patternsIssue(patterns: unknown): string | undefined {
  if (!Array.isArray(patterns) || patterns.length === 0 || patterns.length > 100) return 'must be a list of 1 to 100 patterns'
  const unknown: unknown = patterns.find((pattern) => !isPattern(pattern))
  return unknown === undefined ? undefined : `has no messages of the type ${String(unknown)}`
}

function isPattern(pattern: unknown): boolean {
  if (pattern === '*') return true
  const [kind, verb, ...rest] = typeof pattern === 'string' ? pattern.split('.') : []
  const isKnown = (name: string | undefined, names: readonly string[]) => name === '*' || (name !== undefined && names.includes(name))
  return rest.length === 0 && isKnown(kind, webhookKinds) && isKnown(verb, verbs)
}

/** Whether one of the patterns stands for a type. */
export const matchesType = (patterns: readonly string[], kind: WebhookKind, verb: WebhookVerb): boolean =>
  ['*', '*.*', `${kind}.*`, `*.${verb}`, `${kind}.${verb}`].some((pattern) => patterns.includes(pattern))

/** The kinds of records that the patterns can stand for, in a fixed order. */
export const kindsOf = (patterns: readonly string[]): readonly WebhookKind[] =>
  webhookKinds.filter((kind) => verbs.some((verb) => matchesType(patterns, kind, verb)))
