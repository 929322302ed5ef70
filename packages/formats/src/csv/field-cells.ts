import { toBoolean } from './booleans.ts'

/** The names of the columns of declared fields begin like this. */
export const fieldColumn = 'custom_fields.'

/**
 * The cell of a declared field: a text unchanged, anything else as JSON. A text that would be read as another value, such as `40` or
 * `true`, is written as a JSON text.
 */
export function toFieldCell(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' && value !== '' && fromFieldCell(value) === value ? value : JSON.stringify(value)
}

/** The value in a cell: JSON, or else a text. Spreadsheets turn `true` into a word of their language in capitals, such as `WAHR`. */
export function fromFieldCell(cell: string): unknown {
  try {
    return (/^[A-Z]{4,}$/.test(cell) ? toBoolean(cell) : undefined) ?? JSON.parse(cell)
  } catch {
    return cell
  }
}
