import type { JsonValue } from '@kalends/fetch'

/** The parameters of a query by their names in the core; lists as lists of strings. */
export type QueryValues = Readonly<Record<string, string | readonly string[]>>

/** The fields of a body by their names in the core. */
export type FieldValues = Readonly<Record<string, unknown>>

/** The body and the headers of a list. */
export interface ListAnswer {
  /** The envelope with its records. */
  readonly body: Readonly<Record<string, JsonValue>>
  /** Totals and links. */
  readonly headers: Readonly<Record<string, string>>
}

/** The numbers of events of terms, by kind and id. */
export type TermCounts = Readonly<Record<'category' | 'tag', ReadonlyMap<number, number>>>
