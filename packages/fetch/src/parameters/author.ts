import { idsField, integerField } from '@kalends/core/internal'
import type { Settings } from '../options/settings.ts'
import type { ParameterRow } from './parameter.ts'
import type { QueryInput } from './query.ts'

/** The author in a body. */
export const authorRow = { name: 'author', type: 'integer', schema: integerField, text: 'author' } as const satisfies ParameterRow

/** The filter by authors. */
export const authorFilterRow = { name: 'author', type: 'array', schema: idsField, text: 'filterAuthor' } as const satisfies ParameterRow

type IdSettings = Pick<Settings, 'authorIds'>

/**
 * Converts the author in a body to the core's text. A JSON number is its digits, so one body means the same in every handler.
 * @returns null, which the core refuses, where an integer is invalid
 */
export function toAuthorId(value: unknown, { authorIds }: IdSettings): unknown {
  if (authorIds === 'text' && typeof value !== 'number') return value
  const id = integerField.safeParse(value)
  return id.success ? String(id.data) : null
}

/** Converts the filter by authors in a query to the core's texts; null, which the core refuses, stands for each invalid integer. */
export function withAuthorIds(query: QueryInput['values'], { authorIds }: IdSettings): object {
  const { authorIds: given } = query
  if (given === undefined || authorIds === 'text') return query
  const parts = [given].flat().flatMap((text) => text.split(','))
  return { ...query, authorIds: parts.map((part) => idsField.safeParse(part).data?.[0]?.toString() ?? null) }
}

/**
 * Converts the id of an author to an integer: 0 for none, and for an id that is not the digits of an integer. `Number` also reads `0x7` and
 * `07`, which are ids of other authors than 7.
 */
export function toAuthorInteger(id: string): number {
  const integer = Number(id)
  return Number.isSafeInteger(integer) && integer > 0 && String(integer) === id ? integer : 0
}
