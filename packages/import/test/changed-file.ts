import fc from 'fast-check'

const encoder = new TextEncoder()

/** A change of a file: some octets at a place are replaced, or repeated. */
export const change = fc.record({
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.nat(12),
  inserted: fc.oneof(
    fc.uint8Array({ maxLength: 4 }),
    fc
      .constantFrom(':', ';', '"', '\r\n', '\r\n ', '\\', 'BEGIN:VEVENT\r\n', 'END:VEVENT\r\n', '99999999', 'Z', '-', '=')
      .map((text) => encoder.encode(text)),
  ),
})

/** A file after a change. */
export function changed(
  octets: Uint8Array,
  { place, removed, inserted }: { place: number; removed: number; inserted: Uint8Array },
): Uint8Array {
  const at = Math.floor(place * octets.length)
  return Uint8Array.from([...octets.subarray(0, at), ...inserted, ...octets.subarray(at + removed)])
}
