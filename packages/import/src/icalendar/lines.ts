/** A content line of RFC 5545, unfolded. */
export interface Line {
  /** The line without its end. */
  readonly text: string
  /** The number of its first line in the file, from 1. */
  readonly number: number
  /** Whether only its beginning was kept, because it is longer than the limit. */
  readonly isTooLong: boolean
}

/** Splits a file into content lines. */
export interface LineSplitter {
  /** Takes the next octets, and returns the lines that they complete. */
  push(octets: Uint8Array): readonly Line[]
  /** Returns the lines that are left at the end of the file. */
  end(): readonly Line[]
}

/** The part of a line beyond the limit that is kept: enough for its name. */
const keptOctets = 200

const [tab, lf, cr, space] = [0x09, 0x0a, 0x0d, 0x20]
const isLineEnd = (octet: number | undefined): boolean => octet === lf || octet === cr

/**
 * Splits octets into content lines. CRLF, LF and CR end a line, and a line that begins with a space or a tab continues the one before. A fold may
 * divide a character of UTF-8, so lines are unfolded before they are decoded. Octets that are not UTF-8 are Windows-1252.
 * @param maxOctets the longest line in octets; of longer ones only the beginning is kept
 */
export function createLineSplitter(maxOctets: number): LineSplitter {
  let pending = new Uint8Array(128 * 1024)
  let length = 0
  let line = 1
  let isCut = false

  const append = (octets: Uint8Array): void => {
    if (length + octets.length > pending.length) {
      const larger = new Uint8Array(2 * (length + octets.length))
      larger.set(pending.subarray(0, length))
      pending = larger
    }
    pending.set(octets, length)
    length += octets.length
  }

  const take = (end: number): readonly Line[] => {
    const octets = pending.subarray(0, end)
    const text = decodeUtf8(octets)
    const { lines, next } = text === undefined ? splitUndecoded(octets, line, maxOctets) : splitText(text, line, maxOctets)
    line = next
    const [first, ...others] = isCut ? lines : []
    isCut = false
    pending.copyWithin(0, end, length)
    length -= end
    return first === undefined ? lines : [{ ...first, isTooLong: true }, ...others]
  }

  /** Drops what a line beyond the limit has so far, except its beginning and its last octet, which decides where it ends. */
  const cut = (): void => {
    for (let at = keptOctets; at < length - 1; at++) if (pending[at] === lf) line++
    pending[keptOctets] = pending[length - 1] ?? 0
    length = keptOctets + 1
    isCut = true
  }

  return {
    push: (octets) => {
      const before = length
      append(octets)
      const end = lastStart(pending, Math.max(1, before), length)
      const lines = end > 0 ? take(end) : []
      if (length > maxOctets || (isCut && length > keptOctets)) cut()
      return lines
    },
    end: () => (length > 0 ? take(length) : []),
  }
}

/** The index of the last content line that begins at or after `from`: an octet after a line end that is neither white space nor a line end; 0 for none. */
function lastStart(octets: Uint8Array, from: number, end: number): number {
  for (let at = end - 1; at >= from; at--) {
    const octet = octets[at]
    if (isLineEnd(octets[at - 1]) && !isLineEnd(octet) && octet !== space && octet !== tab) return at
  }
  return 0
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The text of octets in UTF-8; undefined if they are not. */
function decodeUtf8(octets: Uint8Array): string | undefined {
  try {
    return utf8.decode(octets)
  } catch {
    return undefined
  }
}

interface SplitLines {
  readonly lines: readonly Line[]
  /** The number of the line after them. */
  readonly next: number
}

/** Splits a text that ends with a whole content line. Empty lines are skipped: some programs write them between a line and its continuation. */
function splitText(text: string, firstNumber: number, maxLength: number): SplitLines {
  const ends = hasLoneCr(text) ? text.replace(/\r\n?/g, '\n') : text
  const lines: Line[] = []
  const add = (whole: string, first: number): void =>
    void (whole !== '' && lines.push({ text: whole, number: first, isTooLong: whole.length > maxLength }))
  let [own, number, next] = ['', firstNumber, firstNumber]
  for (let at = 0; at < ends.length; next++) {
    const found = ends.indexOf('\n', at)
    const last = found < 0 ? ends.length : found
    const end = ends.charCodeAt(last - 1) === cr ? last - 1 : last
    const code = ends.charCodeAt(at)
    if (end > at && (code === space || code === tab)) own += ends.slice(at + 1, end)
    else if (end > at) {
      add(own, number)
      own = ends.slice(at, end)
      number = next
    }
    at = last + 1
  }
  add(own, number)
  return { lines, next }
}

/** Whether a CR stands without LF: replacing all line ends of a file takes as long as splitting it. */
function hasLoneCr(text: string): boolean {
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) if (text.charCodeAt(at + 1) !== lf) return true
  return false
}

/** Splits octets that are not UTF-8 as a whole: each line is decoded alone, after it is unfolded. */
function splitUndecoded(octets: Uint8Array, firstNumber: number, maxLength: number): SplitLines {
  const { lines, next } = splitText(toBinary(octets), firstNumber, maxLength)
  const decode = (own: Uint8Array): string => decodeUtf8(own) ?? new TextDecoder('windows-1252').decode(own)
  return { lines: lines.map((line) => ({ ...line, text: decode(Uint8Array.from(line.text, (one) => one.charCodeAt(0))) })), next }
}

/** A text with one character for each octet. */
function toBinary(octets: Uint8Array): string {
  let text = ''
  for (let at = 0; at < octets.length; at += 8_192) text += String.fromCharCode(...octets.subarray(at, at + 8_192))
  return text
}
