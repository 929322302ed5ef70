import type { Reason } from '@kalends/core/internal'

/** The name of the request header. */
export const keyHeader = 'Idempotency-Key'

/** The name of the response header of a repeated request. */
export const replayedHeader = 'Idempotency-Replayed'

/** The reason for a key that is none. */
export const keyReason: Reason = { code: 'not_a_key' }

const visible = /^[\x21-\x7e]{1,255}$/

/** A string of structured fields (RFC 9651, 3.3.3), as the draft of the header writes a key. */
const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/

/**
 * The key in the value of the header; undefined for an invalid one. `"abc"` and `abc` are the same key: the draft of the header has quotes,
 * and most clients send none.
 */
export function parseKey(value: string): string | undefined {
  const [, inner] = quoted.exec(value) ?? []
  const key = inner === undefined ? value : inner.replace(/\\(["\\])/g, '$1')
  return visible.test(key) ? key : undefined
}
