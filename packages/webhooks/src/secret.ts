import { fromBase64, toBase64 } from './base64.ts'

const prefix = 'whsec_'

/** The number of bytes of a new secret; Standard Webhooks wants 24 to 64. */
const secretBytes = 32

/** A new random secret: `whsec_` and 32 bytes in base64. */
export function createSecret(): string {
  return prefix + toBase64(crypto.getRandomValues(new Uint8Array(secretBytes)))
}

/**
 * The key of a secret for signing and for verifying.
 * @throws TypeError it is not `whsec_` and 24 to 64 bytes in base64
 */
export async function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = typeof secret === 'string' && secret.startsWith(prefix) ? fromBase64(secret.slice(prefix.length)) : undefined
  // The message never contains the secret: it would end up in logs.
  if (bytes === undefined || bytes.length < 24 || bytes.length > 64) {
    throw new TypeError('a secret of a webhook must be whsec_ and 24 to 64 bytes in base64')
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}
