import { roles } from '@kalends/core'
import { csv } from '@kalends/formats/csv'
import { describe, expect, test } from 'vitest'
import { formats } from '../src/formats.ts'
import { createHandler } from '../src/index.ts'
import { de } from '../src/messages/de.ts'
import { observe } from '../src/observe.ts'
import { preview } from '../src/preview.ts'
import { base, type Started, standard, startCalendar } from './support.ts'

/** A calendar with a draft of Ann and a token for it. Callers name themselves in a header. */
async function open(options: Parameters<typeof startCalendar>[0] = {}): Promise<Started & { token: string; slug: string }> {
  const access = roles()
  const authenticate = ({ headers }: Request) => {
    const id = headers.get('x-caller')
    return id === null ? null : { id, roles: ['author'] }
  }
  const started = startCalendar({ access, authenticate, languages: { de }, ...options })
  const { calendar } = started
  await calendar.venues.create({ name: 'Draft hall', status: 'draft' })
  await calendar.venues.create({ name: 'Private hall', status: 'private' })
  const when = { startDate: '2026-05-31 19:30', endDate: '2026-05-31 21:00' }
  const { id, slug } = await calendar.events.create({ ...when, title: 'Choir', status: 'draft', authorId: '5', venues: [1, 2] })
  return { ...started, token: await calendar.events.previewToken(id, { until: '+1 week' }), slug }
}

const uncached = 'private, no-store'

describe('?preview=', () => {
  test.each([['by id'], ['by slug']])('shows the draft with its linked drafts to strangers, %s', async (by) => {
    const { request, token, slug } = await open()
    const path = by === 'by id' ? '/events/1' : `/events/by-slug/${slug}`
    const { status, body, headers, text } = await request('GET', `${path}?preview=${token}`)
    expect([status, body.id, body.status, body.venue.venue]).toEqual([200, 1, 'draft', 'Draft hall'])
    expect(headers.get('cache-control')).toBe(uncached)
    expect(text).not.toContain(token)
    expect(text).not.toContain('Private hall')
    expect((await request('GET', path)).status).toBe(404)
    const inGerman = await request('GET', `http://localhost/de${base}${path}?preview=${token}`)
    expect([inGerman.status, inGerman.headers.get('content-language')]).toEqual([200, 'de'])
  })

  test('answers HEAD and 304, and no cache stores them', async () => {
    const { request, token } = await open()
    const path = `/events/1?preview=${token}`
    const etag = (await request('GET', path)).headers.get('etag') ?? ''
    const head = await request('HEAD', path)
    expect([head.status, head.text, head.headers.get('cache-control')]).toEqual([200, '', uncached])
    const known = await request('GET', path, undefined, { 'if-none-match': etag })
    expect([known.status, known.headers.get('cache-control')]).toEqual([304, uncached])
  })

  test('is ignored where it shows nothing: the response is that without it', async () => {
    const { request, calendar, token, clock } = await open()
    const other = await calendar.events.create({ title: 'Other', startDate: '2026-05-01', endDate: '2026-05-01', status: 'draft' })
    const shown = await calendar.events.create({ title: 'Shown', startDate: '2026-05-01', endDate: '2026-05-01' })
    const cases: readonly [path: string, token: string][] = [
      ['/events/1', 'unknown'],
      ['/events/1', 'x'.repeat(300)],
      ['/events/1', '%00'],
      [`/events/${other.id}`, token],
      [`/events/by-slug/${other.slug}`, token],
      [`/events/${shown.id}`, token],
      ['/events/999', token],
      ['/events/99999999999999999999', token],
    ]
    const compare = async (path: string, value: string): Promise<void> => {
      const [plain, asked] = [await request('GET', path), await request('GET', `${path}?preview=${value}`)]
      expect([asked.status, asked.text]).toEqual([plain.status, plain.text])
      expect(asked.headers.get('cache-control')).toBe(uncached)
    }
    for (const [path, value] of cases) await compare(path, value)
    clock.set('2026-03-12T12:00:00Z')
    await compare('/events/1', token)
  })

  test('is read after the end of a revocation, of the trash and of a deletion as an unknown one', async () => {
    const { request, calendar, token } = await open()
    const statusNow = async () => (await request('GET', `/events/1?preview=${token}`)).status
    await calendar.events.trash(1)
    expect(await statusNow()).toBe(404)
    await calendar.events.restore(1)
    expect(await statusNow()).toBe(200)
    await calendar.events.revokePreviewTokens(1)
    expect(await statusNow()).toBe(404)
  })

  test('shows the present state: nothing is cached', async () => {
    const { request, calendar, token } = await open({ authenticate: undefined })
    const title = async () => (await request('GET', `/events/1?preview=${token}`)).body.title
    expect(await title()).toBe('Choir')
    await calendar.events.update(1, { title: 'Big choir' })
    expect(await title()).toBe('Big choir')
    await calendar.venues.update(1, { status: 'private' })
    expect((await request('GET', `/events/1?preview=${token}`)).body.venue).toEqual([])
  })

  test('is in no other route', async () => {
    const { request, token } = await open()
    for (const path of [`/events?status=draft&preview=${token}`, `/venues?status=draft&preview=${token}`]) {
      const { body, text } = await request('GET', path)
      expect(body.total).toBe(0)
      expect(text).not.toContain(token)
    }
    expect((await request('GET', `/venues/1?preview=${token}`)).status).toBe(404)
    expect((await request('DELETE', `/events/1?preview=${token}`)).status).toBe(401)
  })

  test('is given once, and not empty', async () => {
    const { request, token } = await open()
    for (const query of [`preview=${token}&preview=${token}`, 'preview=']) {
      const { status, headers } = await request('GET', `/events/1?${query}`)
      expect([status, headers.get('cache-control')]).toEqual([400, uncached])
    }
  })
})

test('the token is in no redirect, no observation and no error that the host hears of', async () => {
  const heard: string[] = []
  const { calendar, token } = await open()
  const { slug } = await calendar.events.create({ title: 'Shown', startDate: '2026-05-01', endDate: '2026-05-01' })
  await calendar.events.update(slug, { slug: 'renamed' })
  const failing = new Error('broken')
  const use = [...standard, formats([csv()]), observe((observation) => void heard.push(JSON.stringify(observation)))]
  const options = { access: roles(), use, onError: (_: unknown, { url }: Request) => void heard.push(url) }
  const handler = createHandler(calendar, options)
  const sent = async (query: string, path = `/events/by-slug/${slug}`) => handler(new Request(`http://localhost${base}${path}?${query}`))
  const moved = await sent(`a=1&preview=${token}`)
  expect([moved.status, moved.headers.get('location')]).toEqual([301, `http://localhost${base}/events/by-slug/renamed?a=1`])
  expect(JSON.stringify([...moved.headers]) + (await moved.text())).not.toContain(token)
  await calendar.venues.create({ name: 'Hall', slug: 'old' })
  await calendar.venues.update('old', { slug: 'new' })
  for (const path of ['/venues/by-slug/old', `/events/by-slug/${slug}.csv`]) {
    const redirect = await sent(`preview=${token}`, path)
    expect([redirect.status, JSON.stringify([...redirect.headers]) + (await redirect.text())]).toEqual([
      301,
      expect.not.stringContaining(token),
    ])
  }
  const broken = createHandler(calendar, {
    ...options,
    resolveImage: () => Promise.reject(failing),
    links: () => {
      throw failing
    },
  })
  for (const name of ['preview', '%70review', 'preview[0]', 'preview[]'])
    for (const path of ['/events/1', '/events', '/nothing']) {
      await sent(`${name}=${token}`, path)
      await broken(new Request(`http://localhost${base}${path}?${name}=${token}`))
    }
  expect(heard.length).toBeGreaterThan(12)
  expect(heard.join()).not.toContain(token)
})

test('without the extension the parameter is unknown', async () => {
  const { calendar, token } = await open()
  const handler = createHandler(calendar, { access: roles(), use: [] })
  expect((await handler(new Request(`http://localhost${base}/events/1?preview=${token}`))).status).toBe(404)
  expect(() => createHandler(calendar, { access: roles(), use: [preview(), preview()] })).toThrow(TypeError)
})
