import { CalendarError } from '../errors/calendar-error.ts'
import { sha256 } from '../text/secret.ts'

/** A hash follows after this many lines, or earlier after this many characters: a reader holds the lines of one hash in memory. */
const linesOfHash = 1_000
const lengthOfHash = 1_000_000
/** More than the longest record: a file without ends of lines is not held in memory as a whole. */
const longestLine = 20_000_000

/** The SHA-256 of the lines since the previous hash, and of that hash, as hexadecimal digits: so the order of the parts counts. */
const hashOf = (previous: string, lines: readonly string[]): Promise<string> => sha256([previous, ...lines].join('\n'))

const hashLine = (hash: string): string => JSON.stringify({ hash })

/** A value as a line. U+2028 and U+2029 are escaped, because `readline` of Node takes them for ends of lines. */
export const toLine = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u2028\u2029]/g, (separator) => (separator === '\u2028' ? '\\u2028' : '\\u2029'))

/** The members of a line; none of a text that is no object. */
export function parseLine(line: string): object {
  try {
    return Object(JSON.parse(line))
  } catch {
    return {}
  }
}

/** Adds hashes to lines, and an end to each line. */
export async function* withHashes(lines: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let [hash, length]: [string, number] = ['', 0]
  let part: string[] = []
  for await (const line of lines) {
    yield `${line}\n`
    part.push(line)
    length += line.length
    if (part.length < linesOfHash && length < lengthOfHash) continue
    hash = await hashOf(hash, part)
    yield `${hashLine(hash)}\n`
    part = []
    length = 0
  }
  if (part.length > 0) yield `${hashLine(await hashOf(hash, part))}\n`
}

/**
 * Splits text into lines. Pieces are lines already, as `readline` gives them, where the first one is a whole object without an end of its line, and
 * the second one begins another object.
 */
async function* splitLines(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string, void, undefined> {
  let rest = ''
  let areLines: boolean | undefined
  for await (const piece of typeof pieces === 'string' ? [pieces] : pieces) {
    if (piece.includes('\n')) areLines ??= false
    else if (rest.endsWith('}') && piece.startsWith('{')) areLines ??= true
    const lines = areLines === true ? [...(rest === '' ? [] : [rest]), piece, ''] : (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) throw refusedArchive('A line of the archive is longer than any record.')
    yield* lines
  }
  if (rest !== '') yield rest
}

/** The error for an archive that cannot be restored. */
export const refusedArchive = (message: string): CalendarError => new CalendarError('refused', {}, { message })

/** The error for an archive that does not end with its last line. */
export const cutArchive = (): CalendarError => refusedArchive('The archive is cut, or other text follows it.')

/**
 * The lines between two hashes, once the second hash was compared, without the first line of all.
 * @param checkFirst checks the first line, before its hash: another version may have other hashes
 * @throws refused a line was changed, or lines without a hash are at the end
 */
export async function* withoutHashes(
  pieces: AsyncIterable<string> | Iterable<string>,
  checkFirst: (line: string) => void,
): AsyncGenerator<readonly string[], void, undefined> {
  let [hash, number] = ['', 0]
  let part: string[] = []
  for await (const line of splitLines(pieces)) {
    if (++number === 1) checkFirst(line)
    if (!line.startsWith('{"hash":')) {
      if (part.push(line) > linesOfHash) throw refusedArchive(`The archive was changed before line ${number}: a hash is missing.`)
      continue
    }
    hash = await hashOf(hash, part)
    if (line !== hashLine(hash)) throw refusedArchive(`The archive was changed in the ${part.length} lines before line ${number}.`)
    yield part.slice(number - part.length === 1 ? 1 : 0)
    part = []
  }
  if (part.length > 0) throw cutArchive()
}
