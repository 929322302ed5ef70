import { fromBase64, toBase64 } from './base64.ts'

/** What each signature begins with. Standard Webhooks also defines `v1a`, for public keys. */
const version = 'v1,'

/** The most signatures that are compared: a header of a stranger must not cost more work than a rotation needs. */
const maxSignatures = 16

/** The signed parts of a message. */
export interface SignedParts {
  /** The id of the message, the header `webhook-id`. */
  readonly id: string
  /** The time of the attempt in whole seconds, the header `webhook-timestamp`. */
  readonly timestamp: string
  /** The body as sent. */
  readonly body: string
}

const encoder = new TextEncoder()

const toSignedBytes = ({ id, timestamp, body }: SignedParts) => encoder.encode(`${id}.${timestamp}.${body}`)

/** The header `webhook-signature`: one signature for each key, separated by spaces. */
export async function sign(parts: SignedParts, keys: readonly CryptoKey[]): Promise<string> {
  const bytes = toSignedBytes(parts)
  const signatures = await Promise.all(keys.map((key) => crypto.subtle.sign('HMAC', key, bytes)))
  return signatures.map((signature) => version + toBase64(new Uint8Array(signature))).join(' ')
}

/** Whether one of the signatures of a header was made with one of the keys. `crypto.subtle.verify` compares in constant time. */
export async function hasSignature(parts: SignedParts, header: string, keys: readonly CryptoKey[]): Promise<boolean> {
  const bytes = toSignedBytes(parts)
  for (const text of header.split(' ').slice(0, maxSignatures)) {
    const signature = text.startsWith(version) && fromBase64(text.slice(version.length))
    if (!signature) continue
    for (const key of keys) if (await crypto.subtle.verify('HMAC', key, signature, bytes)) return true
  }
  return false
}
