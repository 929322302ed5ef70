import SwaggerParser from '@apidevtools/swagger-parser'
import type { Event, Venue } from '@kalends/core'
import type { Format, FormatContext } from '@kalends/core/format'
import { describe, expect, test } from 'vitest'
import { cors as useCors } from '../../src/cors.ts'
import { formats as useFormats } from '../../src/formats.ts'
import type { HandlerOptions } from '../../src/index.ts'
import { de } from '../../src/messages/de.ts'
import { base, startCalendar, toRequest } from '../support.ts'
import { lines, serve } from './support.ts'

/** Writes the context that it receives. */
const facts: Format<Event | Venue> = {
  mediaType: 'application/json',
  extension: 'facts',
  kinds: ['event', 'venue'],
  isFile: true,
  encode: (items, { pageUrl, restUrl, imageUrl, uid, ...others }: FormatContext) =>
    new TextEncoder().encode(
      JSON.stringify({ ...others, items: items.map((item) => [pageUrl(item), restUrl(item), imageUrl(item), uid(item)]) }),
    ),
}

describe('the URLs of a format', () => {
  test('are those of lists and of events, by id and by slug', async () => {
    const { read, add } = serve([lines])
    const { id } = await add('Choir', '2026-05-31')
    await add('Band', '2026-06-01')
    expect((await read('/events.txt')).text).toBe('2026-05-31 19:00 Choir\n2026-06-01 19:00 Band')
    expect((await read('/events.txt?search=band')).text).toBe('2026-06-01 19:00 Band')
    expect((await read(`/events/${id}.txt`)).text).toBe('2026-05-31 19:00 Choir')
    expect((await read('/events/by-slug/choir.txt')).text).toBe('2026-05-31 19:00 Choir')
    expect((await read('/events/by-slug/choir')).status).toBe(200)
    expect((await read('/venues.txt')).status).toBe(404)
  })

  test.each(['/events.txt', '/events/1.txt', '/events/by-slug/choir.txt', '/venues.txt'])(
    'are unknown without formats: %s',
    async (path) => {
      const { read, add } = serve([])
      await add('Choir', '2026-05-31')
      expect((await read(path)).status).toBe(404)
    },
  )

  test.each([
    ['/events/7.txt', 404],
    ['/events/99999999999999999999.txt', 404],
    ['/events/by-slug/nothing.txt', 404],
    ['/events/by-slug/.txt', 404],
    ['/events.txt?start_date=soon', 400],
    ['/events.md', 404],
    ['/events/x.txt', 404],
  ])('answer errors as JSON: %s', async (path, status) => {
    const { read } = serve([lines])
    const reply = await read(path)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([status, 'application/json; charset=utf-8'])
    expect(JSON.parse(reply.text)).toMatchObject({ data: { status } })
  })

  test('ignore page, after_id and order', async () => {
    const { read, add } = serve([lines])
    await add('B', '2026-05-31')
    await add('A', '2026-06-01')
    const reply = await read('/events.txt?page=7&per_page=none&after_id=1&orderby=title&order=desc')
    expect(reply.text).toBe('2026-05-31 19:00 B\n2026-06-01 19:00 A')
  })
})

describe('a document', () => {
  test('has the headers of a response that caches may reuse, and gets 304 for its entity tag', async () => {
    const { read, add } = serve([facts])
    await add('Choir', '2026-05-31')
    const { headers, text, status } = await read('/events.facts')
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toEqual({
      'cache-control': 'public, max-age=300',
      'content-disposition': 'inline; filename="events.facts"',
      'content-length': String(text.length),
      'content-type': 'application/json',
      etag: expect.stringMatching(/^"/),
      vary: 'Authorization, Cookie',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'test',
    })
    const same = await read('/events.facts', { 'if-none-match': headers.get('etag') ?? '' })
    expect([same.status, same.text]).toEqual([304, ''])
    const head = await read('/events.facts', {}, 'HEAD')
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', headers.get('etag')])
    expect((await read('/events/1.facts')).headers.get('content-disposition')).toBe('inline; filename="event-1.facts"')
    expect((await read('/events.facts', {}, 'POST')).status).toBe(405)
  })

  const authenticate: HandlerOptions['authenticate'] = ({ headers }) => {
    if (headers.get('authorization') === 'broken') throw new Error('down')
    return headers.get('authorization') === null ? null : { id: '7' }
  }
  const use = [useCors({ origins: ['https://other.example'] })]
  const reusable = ['public, max-age=300', 'Authorization, Cookie']
  test.each<[string, Partial<HandlerOptions>, string, string | undefined, readonly unknown[]]>([
    ['without callers', {}, '/events.facts', undefined, [200, ...reusable]],
    ['to an anonymous caller', { authenticate }, '/events.facts', undefined, [200, ...reusable]],
    ['of one event', { authenticate }, '/events/1.facts', undefined, [200, ...reusable]],
    ['of one event by slug', { authenticate }, '/events/by-slug/choir.facts', undefined, [200, ...reusable]],
    ['of venues', { authenticate }, '/venues.facts', undefined, [200, ...reusable]],
    ['under a language', { languages: { de } }, 'http://localhost/de/calendar/events/v1/events.facts', undefined, [200, ...reusable]],
    ['with CORS', { use }, '/events.facts', undefined, [200, 'public, max-age=300', 'Authorization, Cookie, Origin']],
    ['with both', { authenticate, use }, '/events.facts', undefined, [200, 'public, max-age=300', 'Authorization, Cookie, Origin']],
    ['to an actor', { authenticate }, '/events.facts', 'me', [200, 'private, no-store', 'Authorization, Cookie']],
    ['after a failure', { authenticate }, '/events.facts', 'broken', [500, 'private, no-store', 'Authorization, Cookie']],
    ['that is an error', { authenticate }, '/events.facts?start_date=x', undefined, [400, 'no-cache', 'Authorization, Cookie']],
    ['that is missing', {}, '/events/7.facts', undefined, [404, 'no-cache', null]],
    ['in JSON', { authenticate }, '/events', undefined, [200, 'no-cache', 'Authorization, Cookie']],
  ])('%s says for how long and for whom caches may reuse it', async (_name, options, path, authorization, expected) => {
    const { read, add } = serve([facts], { onError: () => undefined, ...options })
    await add('Choir', '2026-05-31')
    const headers = { ...(authorization !== undefined && { authorization }) }
    for (const method of ['GET', 'HEAD']) {
      const reply = await read(path, headers, method)
      const reported = [reply.headers.get('cache-control'), reply.headers.get('vary')]
      expect([reply.status, ...reported]).toEqual(expected)
      const etag = reply.headers.get('etag')
      if (etag === null) continue
      const same = await read(path, { ...headers, 'if-none-match': etag }, method)
      expect([same.status, same.headers.get('cache-control'), same.headers.get('vary')]).toEqual([304, ...reported])
    }
  })

  test('receives paths of the host as addresses', async () => {
    const options: Partial<HandlerOptions> = {
      publicUrl: 'https://town.example/calendar',
      links: (kind, { id }) => `/${kind}/${id}`,
      resolveImage: (image) => ({ url: `/image/${image}` }),
    }
    const { read, add } = serve([facts], options)
    await add('Choir', '2026-05-31', { image: 7 })
    const { items } = JSON.parse((await read('/events.facts')).text)
    expect(items[0].slice(0, 3)).toEqual([
      'https://town.example/event/1',
      `https://town.example/calendar${base}/events/1`,
      'https://town.example/image/7',
    ])
  })

  test('receives URLs, images, uids and the newest change', async () => {
    const options: Partial<HandlerOptions> = {
      publicUrl: 'https://town.example',
      languages: { de },
      links: (kind, { id }) => `https://town.example/${kind}/${id}`,
      resolveImage: (image) => ({ url: `https://town.example/image/${image}` }),
    }
    const { handler, calendar, clock, add } = serve([facts], options)
    const ask = async (path: string): Promise<unknown> => (await handler(toRequest('GET', `https://town.example${path}`))).json()
    await add('Choir', '2026-05-31', { image: 7, venues: { name: 'Hall', uid: 'hall' } })
    clock.advance(1_000)
    await calendar.venues.update(1, { city: 'Quellbrunn' })
    const updatedMs = clock.nowMs()
    const rest = `https://town.example${base}`
    expect(await ask(`${base}/events.facts?search=choir&key=1`)).toEqual({
      kind: 'event',
      isSingle: false,
      title: 'Calendar of events',
      language: 'en',
      timeZone: 'Europe/Berlin',
      todayMs: Date.parse('2026-03-03T23:00:00Z'),
      selfUrl: `${rest}/events.facts?search=choir`,
      updatedMs,
      items: [['https://town.example/event/1', `${rest}/events/1`, 'https://town.example/image/7', 'event-1@town.example']],
    })
    const german = await handler(toRequest('GET', `https://town.example/de${base}/venues.facts`))
    expect(german.headers.get('content-language')).toBe('de')
    expect(await german.json()).toMatchObject({
      kind: 'venue',
      language: 'de',
      title: 'Veranstaltungskalender',
      items: [['https://town.example/venue/1', `https://town.example/de${base}/venues/1`, '', 'hall']],
    })
    expect(await ask(`${base}/events/1.facts`)).toMatchObject({ isSingle: true, title: 'Choir', selfUrl: `${rest}/events/1.facts` })
  })

  test('is encoded once for equal requests', async () => {
    let made = 0
    const counted: Format<Event> = { ...lines, encode: () => String(++made) }
    const { read, add } = serve([counted])
    await add('Choir', '2026-05-31')
    expect([(await read('/events.txt')).text, (await read('/events.txt')).text, (await read('/events.txt?search=x')).text]).toEqual([
      '1',
      '1',
      '2',
    ])
    await add('Band', '2026-05-31')
    expect((await read('/events.txt')).text).toBe('3')
  })
})

describe('JSON', () => {
  test('links to the formats after the neighbouring pages, with the filters that formats accept', async () => {
    const { read, add } = serve([lines, facts])
    await add('Choir', '2026-05-31', { venues: { name: 'Hall' } })
    const links = async (path: string): Promise<readonly string[]> => (await read(path)).headers.get('link')?.split(', ') ?? []
    const text = 'rel="alternate"; type="text/plain"'
    const json = 'rel="alternate"; type="application/json"'
    const at = `http://localhost${base}`
    expect((await links('/events?per_page=1&search=choir')).slice(-3)).toEqual([
      `<${at}/events?per_page=1&search=choir&page=1>; rel="last"`,
      `<${at}/events.txt?search=choir>; ${text}`,
      `<${at}/events.facts?search=choir>; ${json}`,
    ])
    expect(await links('/events/1')).toEqual([`<${at}/events/1.txt>; ${text}`, `<${at}/events/1.facts>; ${json}`])
    expect((await links('/venues')).at(-1)).toBe(`<${at}/venues.facts>; ${json}`)
    expect(await links('/venues/1')).toEqual([])
    expect((await links('/categories')).filter((link) => link.includes('alternate'))).toEqual([])
  })

  test('describes the formats in the document and the root route', async () => {
    const { handler, request } = startCalendar({ use: [useFormats([lines, facts])] })
    const document = handler.openapi()
    const added = [
      '/events.txt',
      '/events/{id}.txt',
      '/events/by-slug/{slug}.txt',
      '/events.facts',
      '/events/{id}.facts',
      '/events/by-slug/{slug}.facts',
      '/venues.facts',
    ]
    const plain = Object.keys(startCalendar().handler.openapi()['paths'] ?? {})
    expect(Object.keys(document['paths'] ?? {}).filter((path) => !plain.includes(path))).toEqual(added.map((path) => base + path))
    expect(JSON.stringify(document)).toContain('"text/plain; charset=utf-8":{"schema":{"type":"string"}}')
    await expect(SwaggerParser.validate(JSON.parse(JSON.stringify(document)) as never)).resolves.toBeDefined()
    const { body } = await request('GET', '')
    expect(Object.keys(body.routes)).toEqual(expect.arrayContaining(added.map((path) => base + path)))
    expect(body.routes[`${base}/events.txt`].endpoints[0].args).not.toHaveProperty('page')
  })
})

describe('formats are refused', () => {
  test.each<[string, unknown, RegExp]>([
    ['two of one extension', [lines, { ...facts, extension: 'txt' }], /two formats with the extension txt/],
    ['a dot', [{ ...lines, extension: '.txt' }], /extension of a format must have 1 to 10 small letters and digits, not .txt/],
    ['capitals', [{ ...lines, extension: 'TXT' }], /not TXT/],
    ['eleven characters', [{ ...lines, extension: 'abcdefghijk' }], /not abcdefghijk/],
    ['a media type of two lines', [{ ...lines, mediaType: 'text/plain\r\nX: y' }], /mediaType of the format txt/],
    ['another kind', [{ ...lines, kinds: ['tag'] }], /kinds of the format txt must be among event and venue/],
    ['no kind', [{ ...lines, kinds: [] }], /kinds of the format txt/],
    ['no items', [{ ...lines, maxItems: 0 }], /maxItems of the format txt must be an integer of 1 or more/],
    ['days ahead', [{ ...lines, daysBack: -1 }], /daysBack of the format txt/],
    ['no format', [{}], /formats must hold formats/],
    ['no list', lines, /formats must be a list/],
  ])('%s', (_name, formats, message) => {
    expect(() => useFormats(formats as readonly Format[])).toThrow(message)
  })
})
