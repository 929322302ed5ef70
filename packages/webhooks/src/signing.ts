import { fromBase64, toBase64 } from './base64.ts'
import { importSecret } from './secret.ts'

/** The version of the signatures; Standard Webhooks also defines `v1a`, for public keys. */
const version = 'v1'

/** The most signatures that are compared: a header of a stranger must not cost more work than a rotation needs. */
const maxSignatures = 16

/** The signed parts of a message. */
export interface SignedParts {
  /** The id of the message, the header `webhook-id`. */
  readonly id: string
  /** The time of the attempt in whole seconds, the header `webhook-timestamp`. */
  readonly timestamp: string
  /** The body as sent. */
  readonly body: Uint8Array
}

const encoder = new TextEncoder()

/** The bytes that are signed: `id.timestamp.body`. */
function toSignedBytes({ id, timestamp, body }: SignedParts): Uint8Array<ArrayBuffer> {
  const head = encoder.encode(`${id}.${timestamp}.`)
  const bytes = new Uint8Array(head.length + body.length)
  bytes.set(head)
  bytes.set(body, head.length)
  return bytes
}

/**
 * The header `webhook-signature`: one signature for each secret, separated by spaces.
 * @throws TypeError a secret is malformed
 */
export async function sign(parts: SignedParts, secrets: readonly string[]): Promise<string> {
  const bytes = toSignedBytes(parts)
  const signatures = await Promise.all(
    secrets.map(async (secret) => {
      const signature = await crypto.subtle.sign('HMAC', await importSecret(secret), bytes)
      return `${version},${toBase64(new Uint8Array(signature))}`
    }),
  )
  return signatures.join(' ')
}

/**
 * Whether one of the signatures of a header was made with one of the secrets. `crypto.subtle.verify` compares in constant time.
 * @throws TypeError a secret is malformed
 */
export async function hasSignature(parts: SignedParts, header: string, secrets: readonly string[]): Promise<boolean> {
  const bytes = toSignedBytes(parts)
  const keys = await Promise.all(secrets.map(importSecret))
  for (const text of header.split(' ').slice(0, maxSignatures)) {
    const signature = text.startsWith(`${version},`) ? fromBase64(text.slice(version.length + 1)) : undefined
    if (signature === undefined) continue
    for (const key of keys) if (await crypto.subtle.verify('HMAC', key, signature, bytes)) return true
  }
  return false
}
