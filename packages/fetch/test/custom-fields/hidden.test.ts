import { type Actor, allowAll } from '@kalends/core'
import { csv } from '@kalends/formats/csv'
import { geoJson } from '@kalends/formats/geojson'
import { icalendar } from '@kalends/formats/icalendar'
import { jsonFeed } from '@kalends/formats/jsonfeed'
import { jsonLd } from '@kalends/formats/jsonld'
import { rss } from '@kalends/formats/rss'
import { theEventsCalendar } from '@kalends/the-events-calendar'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { formats as useFormats } from '../../src/formats.ts'
import type { Extension } from '../../src/index.ts'
import { type Reply, startCalendar, toReply, toRequest } from '../support.ts'
import { signedIn, twoStores, withFields } from './world.ts'

const formats = [icalendar(), jsonLd(), geoJson(), csv(), rss(), jsonFeed()]
const as = { authorization: 'staff' }

/** A field that anonymous callers may read, and one that only the staff may. Each of the two worlds has other values of the second. */
const readable = (actor: Actor | null): boolean => actor !== null
const open = { schema: z.string().optional(), filter: 'is' } as const
const secret = { schema: z.string().max(9).optional(), filter: 'range', readable, description: 'For the staff' } as const
const kind = { open, secret } as const
const fields = { event: kind, venue: kind, organizer: kind, category: kind, tag: kind }
/** The same without the secret field: for anonymous callers both calendars must be the same. */
const without = { event: { open }, venue: { open }, organizer: { open }, category: { open }, tag: { open } }

const lists = ['events', 'venues', 'organizers', 'categories?hide_empty=0', 'tags?hide_empty=0']

/** Everything that an anonymous caller can read, and writes that are refused. */
const reads: readonly string[] = [
  '',
  '/doc',
  ...lists.map((list) => `/${list}`),
  ...lists.flatMap((list) =>
    [
      '[secret]=hidden',
      '[secret]=x',
      '[secret]=',
      '[secret]=longer than allowed',
      '[secret][gte]=a',
      '[secret][x]=a',
      '[secret]=a&[secret][lte]=b',
    ].map((filter) => `/${list}${list.includes('?') ? '&' : '?'}${filter.replaceAll('[secret]', 'custom_fields[secret]')}`),
  ),
  ...['events', 'venues', 'organizers', 'categories', 'tags'].map((list) => `/${list}/1`),
  ...formats.flatMap(({ extension }) => [
    `/events.${extension}`,
    `/events/1.${extension}`,
    `/events.${extension}?custom_fields[secret]=hidden`,
  ]),
  '/venues.geojson',
  '/events/fullcalendar?start=2026-05-01&end=2026-07-01',
  '/events/fullcalendar?start=2026-05-01&end=2026-07-01&custom_fields[secret]=hidden',
]

const answerOf = async ({ status, headers, text }: Reply): Promise<object> => ({ status, headers: [...headers], text })

describe.each(twoStores)('a field that a caller may not read, on $name', ({ open: openStore }) => {
  test.each<[adapter: string, use: readonly Extension[]]>([
    ['the interface', []],
    ['the adapter of The Events Calendar', [theEventsCalendar()]],
  ])('changes no byte for them, also from the cache: %s', async (_, use) => {
    const start = async (declared: object, value: string | undefined) => {
      const { store, close } = await openStore()
      const { calendar, handler } = startCalendar({ ...signedIn, use: [...use, useFormats(formats)] }, { store, fields: declared })
      const values = { open: 'seen', ...(value !== undefined && { secret: value }) }
      await calendar.venues.create({ name: 'Hall', geoLat: 1, geoLng: 2, fields: values })
      await calendar.organizers.create({ name: 'Club', fields: values })
      await calendar.categories.create({ name: 'Sports', fields: values })
      await calendar.tags.create({ name: 'free', fields: values })
      const event = { title: 'Course', startDate: '2026-05-31 19:30', endDate: '2026-05-31 21:00', venues: 1, organizers: 1 }
      await calendar.events.create({ ...event, categories: 1, tags: 'free', fields: values })
      const ask = async (path: string, headers = {}): Promise<Reply> => {
        const response = await handler(toRequest('GET', path, undefined, headers))
        return response.headers.get('content-type')?.includes('json') === true
          ? toReply(response)
          : { status: response.status, headers: response.headers, text: await response.text(), body: undefined }
      }
      return { ask, close }
    }
    const worlds = [await start(fields, 'hidden'), await start(fields, 'other'), await start(without, undefined)]
    for (const path of reads) {
      const [one, other, third] = await Promise.all(
        worlds.map(async ({ ask }) => {
          // The staff comes first, so that a shared cache would have their response.
          await ask(path, as)
          return [await answerOf(await ask(path)), await answerOf(await ask(path))]
        }),
      )
      expect([path, other]).toEqual([path, one])
      expect([path, third]).toEqual([path, one])
      expect([path, JSON.stringify(one).includes('For the staff')]).toEqual([path, false])
    }
    // The test would also pass if the field were hidden from every caller.
    for (const path of ['/events', '/events/1', '/events.ics', '/events.csv', '/events.geojson', '/events.jsonld', '/venues'])
      expect([path, (await worlds[0]?.ask(path, as))?.text]).toEqual([path, expect.stringContaining('hidden')])
    expect((await worlds[0]?.ask('/doc', as))?.text).toContain('For the staff')
    expect((await worlds[0]?.ask('', as))?.text).toContain('For the staff')
    for (const { close } of worlds) await close()
  })

  test('writes ignore it, and its issues are not reported', async () => {
    const { store, close } = await openStore()
    const { calendar, handler } = startCalendar({ access: allowAll(), authenticate: signedIn.authenticate }, { store, fields })
    const send = async (method: string, path: string, body: unknown, headers = {}): Promise<Reply> =>
      toReply(await handler(toRequest(method, path, body, headers)))
    const created = await send('POST', '/events', withFields({ open: 'seen', secret: 'much too long a text' }))
    expect([created.status, created.body.custom_fields]).toEqual([201, { open: 'seen' }])
    const venue = { venue: 'Hall', custom_fields: { secret: 'much too long a text' } }
    const staffed = await send('PATCH', '/events/1', { custom_fields: { secret: 'hidden' } }, as)
    expect(staffed.body.custom_fields).toEqual({ open: 'seen', secret: 'hidden' })
    const changed = await send('PATCH', '/events/1', { custom_fields: { secret: null, open: 'new' }, venue })
    expect([changed.status, changed.body.custom_fields, changed.body.venue.custom_fields]).toEqual([200, { open: 'new' }, {}])
    expect((await calendar.events.get(1)).fields).toEqual({ open: 'new', secret: 'hidden' })
    await close()
  })

  test('the document in process is that of anonymous callers', () => {
    const { handler } = startCalendar(signedIn, { fields })
    expect(JSON.stringify(handler.openapi())).not.toContain('secret')
  })
})
