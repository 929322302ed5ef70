import { CalendarError } from '@kalends/core'

/** A strong entity tag: the SHA-256 of the body. It changes exactly when the representation does. */
export async function toEtag(body: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', body))
  return `"${btoa(String.fromCharCode(...hash))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')}"`
}

// RFC 9110, 8.8.3: anything printable but the quote.
const tag = /^(W\/)?("[\x21\x23-\x7e\x80-\xff]*")$/
// What stands between the commas of a list; a quoted tag can hold commas of its own.
const element = /[ \t]*((?:W\/)?"[^"]*"|[^,"]*)[ \t]*(?:,|$)/gy

/** The tags of a condition; undefined when it is no list of tags. */
function readTags(header: string): readonly { isWeak: boolean; value: string }[] | undefined {
  const tags: { isWeak: boolean; value: string }[] = []
  let end = 0
  for (const found of header.matchAll(element)) {
    if (found.index !== end) return undefined
    end = found.index + found[0].length
    const text = (found[1] ?? '').trim()
    // RFC 9110, 5.6.1: empty elements of lists do not count.
    if (text !== '') {
      const parts = tag.exec(text)
      if (parts === null) return undefined
      tags.push({ isWeak: parts[1] !== undefined, value: parts[2] ?? '' })
    }
    if (end === header.length) break
  }
  return end === header.length ? tags : undefined
}

/** Whether `If-Match` names this very representation. What cannot be read names none: a write must not pass by mistake. */
function matchesStrongly(header: string, etag: string): boolean {
  if (header.trim() === '*') return true
  return readTags(header)?.some(({ isWeak, value }) => !isWeak && value === etag) ?? false
}

/** Whether `If-None-Match` names an equivalent of this representation. */
function matchesWeakly(header: string, etag: string): boolean {
  if (header.trim() === '*') return true
  return readTags(header)?.some(({ value }) => value === etag) ?? false
}

/** What a write is conditional on: throws when the tag of the record as it is does not fit; undefined when nothing is asked. */
export function toPrecondition(headers: Headers): ((etag: string) => void) | undefined {
  const ifMatch = headers.get('if-match')
  const ifNoneMatch = headers.get('if-none-match')
  if (ifMatch === null && ifNoneMatch === null) return undefined
  return (etag) => {
    const isBroken = (ifMatch !== null && !matchesStrongly(ifMatch, etag)) || (ifNoneMatch !== null && matchesWeakly(ifNoneMatch, etag))
    if (isBroken) throw new CalendarError('version_conflict', {})
  }
}

/**
 * Whether the caller has this representation already.
 * @throws version_conflict `If-Match` asks for another one
 */
export function isKnownToCaller(headers: Headers, etag: string): boolean {
  const ifMatch = headers.get('if-match')
  if (ifMatch !== null && !matchesStrongly(ifMatch, etag)) throw new CalendarError('version_conflict', {})
  const ifNoneMatch = headers.get('if-none-match')
  return ifNoneMatch !== null && matchesWeakly(ifNoneMatch, etag)
}
