/** Decodes the octets of a file in parts. */
export interface Decoder {
  /** The text of the next part. The last octets of a character may wait for the next part. */
  push(octets: Uint8Array): string
  /** The text of what has waited. */
  end(): string
  /** Which encoding was taken, if the file is no UTF-8; undefined if it is. */
  guess(): 'windows-1252' | 'broken' | undefined
}

const noOctets = new Uint8Array()

/** Decodes UTF-8. A file that is none is Windows-1252, as Excel writes it in Europe, unless other characters of UTF-8 came before. */
export function createDecoder(): Decoder {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let other: TextDecoder | undefined
  let waiting: Uint8Array = noOctets
  let [isAscii, isFirst] = [true, true]
  const decode = (octets: Uint8Array): string => {
    if (other !== undefined) return other.decode(octets, { stream: true })
    try {
      const text = utf8.decode(octets)
      // Each character beyond ASCII has more octets than units, and so has the mark of UTF-8.
      isAscii &&= text.length === octets.length
      return text
    } catch {
      isAscii &&= isWindows(octets)
      other = new TextDecoder(isAscii ? 'windows-1252' : 'utf-8', { ignoreBOM: true })
      return other.decode(octets, { stream: true })
    }
  }
  const withoutMark = (text: string): string => {
    if (!isFirst || text === '') return text
    isFirst = false
    return text.replace(/^\ufeff/, '')
  }
  return {
    push(octets) {
      const all = join(waiting, octets)
      const end = other === undefined ? wholeLength(all) : all.length
      waiting = all.slice(end)
      return withoutMark(decode(all.subarray(0, end)))
    },
    end: () => withoutMark(decode(waiting) + (other?.decode() ?? '')),
    guess: () => (other === undefined ? undefined : isAscii ? 'windows-1252' : 'broken'),
  }
}

/** Whether octets that are no UTF-8 have more broken characters than whole ones beyond ASCII. */
function isWindows(octets: Uint8Array): boolean {
  const beyond = new TextDecoder().decode(octets).match(/[^\0-\x7f]/gu) ?? []
  return beyond.filter((character) => character === '\ufffd').length * 2 > beyond.length
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

/** The length without a character of UTF-8 whose octets have begun at the end. */
function wholeLength(octets: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, octets.length); back++) {
    const octet = octets[octets.length - back] ?? 0
    if (octet < 0x80) return octets.length
    // The first octet of a character says how many there are.
    if (octet >= 0xc0) return back < (octet >= 0xf0 ? 4 : octet >= 0xe0 ? 3 : 2) ? octets.length - back : octets.length
  }
  return octets.length
}
