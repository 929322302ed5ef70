import { fixedClock } from '@kalends/testing'
import fc from 'fast-check'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { describe, expect, test } from 'vitest'
import { createSecret, importSecret } from './secret.ts'
import { sign } from './signing.ts'
import { verifyWebhook } from './verify.ts'

const clock = fixedClock('2031-05-31T12:00:00Z')
const seconds = String(clock.nowMs() / 1000)
const encoder = new TextEncoder()

/** The headers and the body of a signed message. */
async function signed(body: string, secrets: readonly string[], timestamp = seconds, id = 'log_7') {
  const signature = await sign({ id, timestamp, body }, await Promise.all(secrets.map(importSecret)))
  return { headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }, body }
}

const nowSeconds = (): string => String(Math.floor(Date.now() / 1000))

describe('other implementations', () => {
  test.each([
    ['standardwebhooks', (secret: string) => new StandardWebhook(secret)],
    ['svix', (secret: string) => new SvixWebhook(secret)],
  ])('%s verifies what is signed, by both secrets of a rotation, and refuses what is changed', async (_, create) => {
    const secrets = [createSecret(), createSecret()]
    const body = JSON.stringify({ type: 'event.updated', data: { title: 'Chöre – 合唱 🎶' } })
    const { headers } = await signed(body, secrets, nowSeconds())
    for (const secret of secrets) expect(() => create(secret).verify(body, headers)).not.toThrow()
    expect(() => create(createSecret()).verify(body, headers)).toThrow()
    expect(() => create(secrets[0] ?? '').verify(`${body} `, headers)).toThrow()
    expect(() => create(secrets[0] ?? '').verify(body, { ...headers, 'webhook-id': 'log_8' })).toThrow()
  })

  test('verifyWebhook verifies what they sign', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.stringMatching(/^[\w-]{1,40}$/), async (body, id) => {
        const secret = createSecret()
        const at = new Date(Math.floor(Date.now() / 1000) * 1000)
        const headers = { 'webhook-id': id, 'webhook-timestamp': String(at.getTime() / 1000) }
        const signature = new StandardWebhook(secret).sign(id, at, body)
        expect(await verifyWebhook({ headers: { ...headers, 'webhook-signature': signature }, body }, secret)).toEqual({
          isValid: true,
          id,
          message: JSON.parse(body),
        })
      }),
    )
  })
})

describe('verifyWebhook', () => {
  const secret = createSecret()
  const body = '{"type":"event.created"}'

  test('takes a Request, Headers with bytes, and the plain headers of Node', async () => {
    const { headers } = await signed(body, [secret])
    const valid = { isValid: true, id: 'log_7', message: { type: 'event.created' } }
    expect(await verifyWebhook(new Request('https://example.org', { method: 'POST', headers, body }), secret, { clock })).toEqual(valid)
    expect(await verifyWebhook({ headers: new Headers(headers), body: encoder.encode(body) }, secret, { clock })).toEqual(valid)
    expect(await verifyWebhook({ headers: { ...headers, accept: ['a', 'b'] }, body }, [createSecret(), secret], { clock })).toEqual(valid)
  })

  test.each([
    ['another body', { body: '{"type":"event.deleted"}' }, 'no signature matches'],
    ['another id', { headers: { 'webhook-id': 'log_8' } }, 'no signature matches'],
    ['another time', { headers: { 'webhook-timestamp': String(Number(seconds) + 1) } }, 'no signature matches'],
    ['no id', { headers: { 'webhook-id': undefined } }, 'a header is missing'],
    ['no signature', { headers: { 'webhook-signature': '' } }, 'a header is missing'],
    ['a repeated header', { headers: { 'webhook-id': ['log_7', 'log_7'] } }, 'a header is missing'],
    ['a time that is no number', { headers: { 'webhook-timestamp': '1e9' } }, 'not a number of seconds'],
    ['an old time', { headers: { 'webhook-timestamp': String(Number(seconds) - 301) } }, 'too far from now'],
    ['a time to come', { headers: { 'webhook-timestamp': String(Number(seconds) + 301) } }, 'too far from now'],
    ['a signature of another version', { headers: { 'webhook-signature': 'v1a,AAAA v2,AAAA' } }, 'no signature matches'],
    ['a signature that is no base64', { headers: { 'webhook-signature': 'v1,%%% v1,A v1,' } }, 'no signature matches'],
  ])('refuses %s', async (_, change: { headers?: object; body?: string }, reason) => {
    const given = await signed(body, [secret])
    const request = { headers: { ...given.headers, ...change.headers }, body: change.body ?? body }
    expect(await verifyWebhook(request, secret, { clock })).toEqual({ isValid: false, reason: expect.stringContaining(reason) })
  })

  test('refuses every message if the tolerance is no number', async () => {
    const refused = { isValid: false, reason: 'webhook-timestamp is too far from now' }
    expect(await verifyWebhook(await signed(body, [secret]), secret, { clock, toleranceMs: Number.NaN })).toEqual(refused)
  })

  test('reads no body without the headers of a message', async () => {
    const request = { headers: new Headers(), text: () => Promise.reject(new Error('read')) }
    expect(await verifyWebhook(request, secret, { clock })).toMatchObject({ isValid: false })
  })

  test('finds the signature among those of other secrets, and compares a bounded number', async () => {
    const many = await signed(body, [...Array.from({ length: 15 }, createSecret), secret])
    expect(await verifyWebhook(many, secret, { clock })).toMatchObject({ isValid: true })
    const tooMany = await signed(body, [...Array.from({ length: 16 }, createSecret), secret])
    expect(await verifyWebhook(tooMany, secret, { clock })).toMatchObject({ isValid: false })
  })

  test('refuses a signed body that is not JSON', async () => {
    expect(await verifyWebhook(await signed('no', [secret]), secret, { clock })).toEqual({ isValid: false, reason: 'the body is not JSON' })
  })

  test.each(['', 'whsec_', 'whsec_AAAA', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', `whsec_${'A'.repeat(200)}`, 'whsec_ä'])(
    'throws for the secret %j, without showing it',
    async (wrong) => {
      await expect(importSecret(wrong)).rejects.toThrow(new TypeError('a secret of a webhook must be whsec_ and 24 to 64 bytes in base64'))
      await expect(verifyWebhook(await signed(body, [secret]), wrong, { clock })).rejects.toThrow(TypeError)
    },
  )

  test('throws for options that are unknown, and for a parsed body', async () => {
    const { headers } = await signed(body, [secret])
    const options: object = { tolerance: 1 }
    await expect(verifyWebhook({ headers, body }, secret, options)).rejects.toThrow(
      'verifyWebhook has no option tolerance. It has: toleranceMs, clock.',
    )
    const parsed: object = { headers, body: { type: 'event.created' } }
    // @ts-expect-error a parsed body has other bytes
    await expect(verifyWebhook(parsed, secret, { clock })).rejects.toThrow('exactly as received')
  })
})
