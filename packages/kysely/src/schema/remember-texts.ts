/** The maximum number of cached texts; a full cache is cleared. */
const maxTexts = 1_000

/** The maximum length of a cached text; longer texts are parsed each time. */
const maxLength = 200

/**
 * Caches the parsed values of a column's texts: many rows of a page have the same cost or the same venue, and parsing JSON takes five times
 * as long as looking its text up.
 * @param parse returns an immutable value, because all records with the text share it
 */
export function rememberTexts<T extends object>(parse: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const value = parse(text)
    if (text.length > maxLength) return value
    if (known.size >= maxTexts) known.clear()
    known.set(text, value)
    return value
  }
}
