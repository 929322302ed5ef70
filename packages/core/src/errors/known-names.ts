import { editDistance } from '../text/edit-distance.ts'

/**
 * Passes if every member of an options object is known. Without this check, a misspelt option would be ignored silently.
 * @param owner the function that takes the options, such as `createCalendar`
 * @param table every known option
 * @throws TypeError names the unknown option and the nearest known one
 */
export function requireKnownOptions(owner: string, options: object | null | undefined, table: Readonly<Record<string, true>>): void {
  if (options === undefined) return
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`${owner} takes its options as an object, not ${String(options)}`)
  for (const name of Object.keys(options))
    if (!Object.hasOwn(table, name)) throw unknownName(`${owner} has no option ${name}`, name, Object.keys(table))
}

/**
 * Passes if a name is known.
 * @throws TypeError names the nearest known one
 */
export function requireKnownName(owner: string, name: string, known: readonly string[]): void {
  if (!known.includes(name)) throw unknownName(`${owner} has no ${String(name)}`, String(name), known)
}

/**
 * The error for an unknown name.
 * @param sentence says what is unknown, without a full stop
 * @returns an error with this sentence and the nearest known name, or all of them
 */
export function unknownName(sentence: string, name: string, known: readonly string[]): TypeError {
  const near = nearestName(name, known)
  return new TypeError(near === undefined ? `${sentence}. It has: ${known.join(', ')}.` : `${sentence}. Is it ${near}?`)
}

/**
 * The known name with the fewest letters to change, in any letter case; undefined when half of the letters or more would change. Of a name of
 * up to four letters, one letter may change.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const start = name.toLowerCase().slice(0, maxLength)
  const distances = known.map((candidate) => editDistance(start, candidate.toLowerCase()))
  const least = Math.min(...distances)
  return least < Math.max(2, start.length / 2) ? known[distances.indexOf(least)] : undefined
}

/** Longer names are no misspellings of known ones, and comparing them takes time. */
const maxLength = 64
