/** The parameters of a query by their names in the core; lists as lists of strings. */
export type QueryValues = Readonly<Record<string, string | readonly string[]>>

/** The fields of a body by their names in the core. */
export type FieldValues = Readonly<Record<string, unknown>>

/** The numbers of events of terms, by kind and id. */
export type TermCounts = Readonly<Record<'category' | 'tag', ReadonlyMap<number, number>>>
