import { CalendarError } from '@kalends/core'
import { sha256 } from './digest.ts'

/** Strong entity tag: the SHA-256 of the body. It changes exactly when the representation changes. */
export const toEtag = async (body: Uint8Array<ArrayBuffer>): Promise<string> => `"${await sha256(body)}"`

// RFC 9110, 8.8.3: any printable character except the quote; commas are allowed.
const tag = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/y
// RFC 9110, 5.6.1: empty elements of a list are ignored.
const separators = /[ \t,]*/y
const spaces = /[ \t]*/y

/** The tags of a condition; undefined for a header that is no list of tags. */
function readTags(header: string): readonly { isWeak: boolean; value: string }[] | undefined {
  const tags: { isWeak: boolean; value: string }[] = []
  for (let index = skip(separators, header, 0); index < header.length; index = skip(separators, header, index)) {
    tag.lastIndex = index
    const found = tag.exec(header)
    if (found === null) return undefined
    tags.push({ isWeak: found[1] !== undefined, value: found[2] ?? '' })
    index = skip(spaces, header, tag.lastIndex)
    if (index < header.length && header[index] !== ',') return undefined
  }
  return tags
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  pattern.test(text)
  return pattern.lastIndex
}

/** Whether `If-Match` names exactly this representation. A malformed header matches nothing: a write must not pass by mistake. */
function matchesStrongly(header: string, etag: string): boolean {
  if (header.trim() === '*') return true
  return readTags(header)?.some(({ isWeak, value }) => !isWeak && value === etag) ?? false
}

/** Whether `If-None-Match` names an equivalent of this representation (weak comparison). */
function matchesWeakly(header: string, etag: string): boolean {
  if (header.trim() === '*') return true
  return readTags(header)?.some(({ value }) => value === etag) ?? false
}

/**
 * Reads the condition of a write in its headers; undefined without one. The returned function takes the entity tag of the current record.
 * It throws `version_conflict` if `If-Match` does not name this tag or `If-None-Match` names it, and `precondition_required` if a required
 * `If-Match` is missing.
 * @param isRequired whether a write without `If-Match` is refused
 */
export function toPrecondition(headers: Headers, isRequired = false): ((etag: string) => void) | undefined {
  const ifMatch = headers.get('if-match')
  const ifNoneMatch = headers.get('if-none-match')
  if (ifMatch === null && ifNoneMatch === null && !isRequired) return undefined
  return (etag) => {
    if (isRequired && ifMatch === null) throw new CalendarError('precondition_required', {})
    const isBroken = (ifMatch !== null && !matchesStrongly(ifMatch, etag)) || (ifNoneMatch !== null && matchesWeakly(ifNoneMatch, etag))
    if (isBroken) throw new CalendarError('version_conflict', {})
  }
}

/**
 * Whether the caller already has this representation.
 * @throws version_conflict `If-Match` names another representation
 */
export function isKnownToCaller(headers: Headers, etag: string): boolean {
  const ifMatch = headers.get('if-match')
  if (ifMatch !== null && !matchesStrongly(ifMatch, etag)) throw new CalendarError('version_conflict', {})
  const ifNoneMatch = headers.get('if-none-match')
  return ifNoneMatch !== null && matchesWeakly(ifNoneMatch, etag)
}
