/** The maximum number of cached texts; a full cache is cleared. */
const maxTexts = 1_000

/** The usual maximum length of a cached text. */
const usualMaxLength = 200

/**
 * Caches the parsed values of a column's texts: many rows of a page have the same cost or the same venue, and parsing JSON takes five times
 * as long as looking its text up.
 * @param parse returns an immutable value, because all records with the text share it
 * @param maxLength longer texts are parsed each time
 */
export function rememberTexts<T extends object>(parse: (text: string) => T, maxLength: number = usualMaxLength): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    if (text.length > maxLength) return parse(text)
    const found = known.get(text)
    if (found !== undefined) return found
    const value = parse(text)
    if (known.size >= maxTexts) known.clear()
    known.set(text, value)
    return value
  }
}
