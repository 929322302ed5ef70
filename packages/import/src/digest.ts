/** Two independent 32-bit sums of a text, by the multipliers of MurmurHash 3. */
function sums(text: string, seed: number): readonly [number, number] {
  let [first, second] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    first = Math.imul(first ^ code, 0x9e3779b1)
    second = Math.imul(second ^ code, 0x5f356495)
  }
  first = Math.imul(first ^ (first >>> 16), 0x85ebca6b) ^ Math.imul(second ^ (second >>> 13), 0xc2b2ae35)
  second = Math.imul(second ^ (second >>> 16), 0x85ebca6b) ^ Math.imul(first ^ (first >>> 13), 0xc2b2ae35)
  return [first >>> 0, second >>> 0]
}

const toText = ([first, second]: readonly [number, number]): string => `${first.toString(36)}.${second.toString(36)}`

/** A digest of 64 bits, which tells whether a value of one record has changed. It protects nothing. */
export const digest = (value: unknown): string => toText(sums(JSON.stringify(value) ?? '', 0))

/**
 * A digest of 128 bits of some texts, which stands for them in unique columns: databases compare texts by different rules, and limit their
 * lengths. It protects nothing: whoever can choose the keys of a source can also write them into it.
 */
export function keyDigest(...texts: readonly string[]): string {
  const text = JSON.stringify(texts)
  return `${toText(sums(text, 0))}.${toText(sums(text, 0x2545f491))}`
}
