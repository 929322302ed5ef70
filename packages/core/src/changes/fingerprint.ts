/** FNV-1a over the UTF-16 code units. */
function fnv(text: string, basis: number): number {
  let hash = basis
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/**
 * A short text that differs for different texts, up to an accident of 1 in 2^64: says whether a token belongs to the same question. It
 * protects nothing, so it need not be hard to invert.
 */
export const fingerprint = (text: string): string =>
  [fnv(text, 0x811c9dc5), fnv(`${text.length} ${text}`, 0x1b873593)].map((part) => part.toString(36)).join('.')
