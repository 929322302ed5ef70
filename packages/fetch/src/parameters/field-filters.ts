import { fieldPath, type Issues, type Reason } from '@kalends/core/internal'

/** What a query asks of the values of one declared field. */
export interface FieldTexts {
  /** The values of which any matches. */
  readonly values: readonly string[]
  /** At least. */
  readonly gte?: string
  /** At most. */
  readonly lte?: string
}

/** The conditions of a query on declared fields, by the names of the fields. Whether there are such fields depends on the caller. */
export type FieldFilters = ReadonlyMap<string, FieldTexts>

/** One parameter `custom_fields[...]` of a query. */
export interface FieldPair {
  /** The whole name, decoded. */
  readonly name: string
  /** The value; undefined if it is not UTF-8. */
  readonly text: string | undefined
}

/** The conditions in a query, as readQuery finds them. */
interface ReadFieldFilters {
  /** The conditions. */
  readonly filters: FieldFilters
  /** The parameters as links repeat them: each value by itself, because commas are part of values. */
  readonly parameters: readonly (readonly [name: string, values: readonly string[]])[]
  /** Issues by the core's names. */
  readonly issues: Readonly<Issues>
}

const parts = /^custom_fields\[([^[\]]+)\](?:\[([^[\]]*)\])?$/

/** Reads conditions on declared fields: `custom_fields[level]=pro`, with or without `[]` or `[0]`, and `custom_fields[seats][gte]=10`. */
export function toFieldFilters(pairs: readonly FieldPair[]): ReadFieldFilters {
  const filters = new Map<string, { values: string[]; gte?: string; lte?: string }>()
  const parameters: [string, string[]][] = []
  const issues: Issues = {}
  for (const { name: whole, text } of pairs) {
    const [, name, part = ''] = parts.exec(whole) ?? []
    if (name === undefined) {
      issues['fields'] = { code: 'filter_without_field' }
      continue
    }
    const texts = filters.get(name) ?? { values: [] }
    filters.set(name, texts)
    const issue = addText(texts, part, text)
    if (issue !== undefined) issues[fieldPath(name)] ??= issue
    else if (text !== undefined) parameters.push([part === 'gte' || part === 'lte' ? whole : `custom_fields[${name}]`, [text]])
  }
  return { filters, parameters, issues }
}

/** Adds a text to the conditions on a field, and returns the issue if it cannot be added. */
function addText(texts: { values: string[]; gte?: string; lte?: string }, part: string, text: string | undefined): Reason | undefined {
  if (text === undefined) return { code: 'not_utf8' }
  if (text === '') return { code: 'empty' }
  if (part === 'gte' || part === 'lte') {
    if (texts[part] !== undefined) return { code: 'given_twice' }
    texts[part] = text
  } else if (/^\d{0,9}$/.test(part)) texts.values.push(text)
  else return { code: 'filter_without_value' }
  return texts.values.length > 0 && (texts.gte ?? texts.lte) !== undefined ? { code: 'filter_with_both' } : undefined
}
