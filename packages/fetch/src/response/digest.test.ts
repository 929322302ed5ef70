import { describe, expect, test } from 'vitest'
import { sha256 } from './digest.ts'

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

describe('SHA-256', () => {
  test.each([
    ['', '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU'],
    ['abc', 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0'],
    ['{"id":1}', undefined],
    ['ü'.repeat(100_000), undefined],
  ])('is the same from the runtime and from Web Crypto', async (text, expected) => {
    const own = await sha256(bytes(text))
    expect(await sha256(bytes(text), () => undefined)).toBe(own)
    expect(own).toMatch(/^[A-Za-z0-9_-]{43}$/)
    if (expected !== undefined) expect(own).toBe(expected)
  })

  test('is computed by the synchronous hash of the runtime if there is one', async () => {
    expect(await sha256(bytes('abc'), (algorithm, given, encoding) => `${algorithm} ${given.length} ${encoding}`)).toBe(
      'sha256 3 base64url',
    )
  })

  test('of more than 4 MiB is computed on another thread', async () => {
    const many = new Uint8Array(5_000_000)
    expect(await sha256(many, () => 'at once')).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })
})
