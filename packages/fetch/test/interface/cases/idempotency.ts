import { expect } from 'vitest'
import { collect } from '../coverage.ts'
import { least } from '../pair.ts'

const keyed = (key: string): Readonly<Record<string, string>> => ({ 'idempotency-key': key })

/** Requests with the header `Idempotency-Key`. */
export const idempotencyCases = collect('idempotency.test.ts', (covers) => {
  for (const list of Object.keys(least)) {
    covers('wire-7-idempotency', `a POST to /${list} with the same key gives the same response, and creates one record`, async (pair) => {
      const first = await pair.send('POST', `/${list}`, least[list], keyed('a'))
      const again = await pair.send('POST', `/${list}`, least[list], keyed('a'))
      expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null])
      expect([again.status, again.headers.get('idempotency-replayed'), again.text]).toEqual([201, 'true', first.text])
      for (const name of ['etag', 'location', 'content-type', 'content-length', 'cache-control'])
        expect(again.headers.get(name), name).toBe(first.headers.get(name))
      expect((await pair.get(`/${list}?hide_empty=0`)).total).toBe(1)
    })
    covers('wire-7-idempotency-reused', `another request to /${list} under a key is 422, and creates nothing`, async (pair) => {
      await pair.post(`/${list}`, least[list], keyed('a'))
      const other = { ...least[list], description: 'Another one' }
      expect(await pair.problem('POST', `/${list}`, other, keyed('a'))).toBe('422 key_reused')
      expect(await pair.problem('POST', `/${list}?x=1`, least[list], keyed('a'))).toBe('422 key_reused')
      expect((await pair.get(`/${list}?hide_empty=0`)).total).toBe(1)
      expect((await pair.post(`/${list}`, { ...other, name: 'Another', slug: 'another' }, keyed('b'))).slug).toBe('another')
    })
  }
  covers('wire-7-idempotency-key', 'a key has 1 to 255 visible ASCII characters, in quotes or not', async (pair) => {
    for (const wrong of ['', '""', 'a b', 'a, b', 'é', 'x'.repeat(256)])
      expect(await pair.problem('POST', '/events', least['events'], keyed(wrong)), wrong).toBe('400 invalid_input Idempotency-Key')
    const longest = '~'.repeat(255)
    const { id } = await pair.post('/events', least['events'], keyed(longest))
    expect((await pair.post('/events', least['events'], keyed(`"${longest}"`))).id).toBe(id)
  })
  covers('wire-7-idempotency-failed', 'a request that failed is not stored, and runs again', async (pair) => {
    const body = { ...least['events'], venue: 1 }
    expect(await pair.problem('POST', '/events', body, keyed('a'))).toBe('400 invalid_input venue')
    await pair.post('/venues', least['venues'])
    const reply = await pair.send('POST', '/events', body, keyed('a'))
    expect([reply.status, reply.headers.get('idempotency-replayed'), reply.body.venue.id]).toEqual([201, null, 1])
  })
  covers('wire-7-idempotency-order', 'a key is looked at after the shape of the body, and before linked records', async (pair) => {
    await pair.post('/events', least['events'], keyed('a'))
    expect(await pair.problem('POST', '/events', { title: 'No dates' }, keyed('a'))).toMatch(/^400 invalid_input/)
    expect(await pair.problem('POST', '/events', { ...least['events'], venue: 99 }, keyed('a'))).toBe('422 key_reused')
  })
  for (const list of Object.keys(least)) {
    covers('wire-7-idempotency', `a POST to /${list} with the same key gives the record as it is now`, async (pair) => {
      const { id } = await pair.post(`/${list}`, least[list], keyed('a'))
      await pair.send('PATCH', `/${list}/${id}`, { description: 'Changed' })
      const again = await pair.send('POST', `/${list}`, least[list], keyed('a'))
      const now = await pair.send('GET', `/${list}/${id}`)
      expect([again.status, again.headers.get('idempotency-replayed'), again.text]).toEqual([201, 'true', now.text])
      expect(again.headers.get('etag')).toBe(now.headers.get('etag'))
    })
    covers('wire-7-idempotency-gone', `a POST to /${list} with the same key is 410 when the record is gone`, async (pair) => {
      const { id } = await pair.post(`/${list}`, least[list], keyed('a'))
      await pair.send('DELETE', `/${list}/${id}`)
      expect(await pair.problem('POST', `/${list}`, least[list], keyed('a'))).toBe('410 record_gone')
      await pair.send('DELETE', `/${list}/${id}?force=true`)
      expect(await pair.problem('POST', `/${list}`, least[list], keyed('a'))).toBe('410 record_gone')
      expect((await pair.get(`/${list}?hide_empty=0`)).total).toBe(0)
    })
  }
  covers('wire-7-idempotency', 'a key is known for 24 hours', async (pair) => {
    const { id } = await pair.post('/events', least['events'], keyed('a'))
    pair.clock.advance(86_399_999)
    expect((await pair.post('/events', least['events'], keyed('a'))).id).toBe(id)
    pair.clock.advance(1)
    expect((await pair.post('/events', least['events'], keyed('a'))).id).not.toBe(id)
  })
})
