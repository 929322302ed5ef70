/** The texts of ten bits: `toString` with a radix takes ten times as long, and an import digests each value of each item. */
const tenBits = Array.from({ length: 1_024 }, (_, bits) => bits.toString(32).padStart(2, '0'))

/** The text of 32 bits. */
const toText = (bits: number): string =>
  `${tenBits[bits >>> 22]}${tenBits[(bits >>> 12) & 1_023]}${tenBits[(bits >>> 2) & 1_023]}${bits & 3}`

/**
 * A digest of 64 bits, in 14 digits and lower-case letters: databases compare other texts by different rules, and limit their lengths. Two
 * values of a million have the same one with a probability of 3 in 100 million. It protects nothing: a source that makes two keys with one
 * digest only confuses its own items.
 */
export function digest(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  let [first, second] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    first = Math.imul(first ^ code, 0x9e3779b1)
    second = Math.imul(second ^ code, 0x5f356495)
  }
  // The finalizers of MurmurHash 3, each with the other half.
  first = Math.imul(first ^ (first >>> 16), 0x85ebca6b) ^ Math.imul(second ^ (second >>> 13), 0xc2b2ae35)
  second = Math.imul(second ^ (second >>> 16), 0x85ebca6b) ^ Math.imul(first ^ (first >>> 13), 0xc2b2ae35)
  return toText(first) + toText(second)
}
