import { allowAll } from '@kalends/core'
import { createFormatContext, type Format } from '@kalends/core/format'
import { createHandler } from '@kalends/fetch'
import { describe, expect, test } from 'vitest'
import { atom } from '../src/atom.ts'
import { csv } from '../src/csv.ts'
import { geoJson } from '../src/geojson.ts'
import { icalendar, toIcalendar } from '../src/icalendar.ts'
import { jsonFeed } from '../src/jsonfeed.ts'
import { jsonLd } from '../src/jsonld.ts'
import { rss } from '../src/rss.ts'
import { choir, openCalendar } from './support.ts'

const publicUrl = 'https://town.example/events'

describe('a document without HTTP', () => {
  test.each<[string, Format]>([
    ['iCalendar', icalendar() as Format],
    ['JSON-LD', jsonLd() as Format],
    ['GeoJSON', geoJson() as Format],
    ['CSV', csv() as Format],
    ['RSS', rss() as Format],
    ['Atom', atom() as Format],
    ['JSON Feed', jsonFeed() as Format],
  ])('is written in %s, with events and without', async (_, format) => {
    const { events } = openCalendar()
    const items = [await events.create({ ...choir, venues: { name: 'Hall', geoLat: 1, geoLng: 2 } }), await events.create(choir)]
    const toText = (some: typeof items): string => String(format.encode(some, createFormatContext(some, { publicUrl })))
    expect(toText(items)).toContain('Choir')
    expect(toText([])).not.toContain('Choir')
  })

  test('has uids of the host, pages of the caller, and the newest change', async () => {
    const { events, venues } = openCalendar()
    const { id } = await events.create({ ...choir, recurrence: 'FREQ=WEEKLY;COUNT=2' })
    const { items } = await events.list({ seriesIds: id })
    const hall = await venues.create({ name: 'Hall' })
    const context = createFormatContext(items, { publicUrl, pageUrl: ({ slug }) => `${publicUrl}/${slug}` })
    expect(items.map((event) => context.uid(event))).toEqual([`event-${id}@town.example`, `event-${id}@town.example`])
    expect(context).toMatchObject({ kind: 'event', timeZone: 'UTC', updatedMs: Date.parse('2026-03-04T12:00:00Z') })
    expect(items.map((event) => context.pageUrl(event))).toEqual(items.map(({ slug }) => `${publicUrl}/${slug}`))
    const ofVenues = createFormatContext([hall], { publicUrl })
    expect([ofVenues.kind, ofVenues.uid(hall), ofVenues.pageUrl(hall)]).toEqual(['venue', `venue-${hall.id}@town.example`, ''])
  })

  test.each<[string | undefined, string, string]>([
    [undefined, 'https://town.example', 'town.example'],
    [undefined, 'HTTPS://Town.Example:8443/calendar', 'town.example'],
    [undefined, 'http://[2001:db8::1]:3000', '[2001:db8::1]'],
    [undefined, 'https://xn--bcher-kva.example/x', 'xn--bcher-kva.example'],
    ['old.example', 'https://town.example', 'old.example'],
  ])('has uids with the domain %j at the address %s', async (uidDomain, address, expected) => {
    const event = await openCalendar().events.create(choir)
    expect(createFormatContext([event], { publicUrl: address, uidDomain }).uid(event)).toBe(`event-1@${expected}`)
    // A handler makes the same ones.
    const handler = createHandler(openCalendar(), { access: allowAll(), publicUrl: address, uidDomain })
    const request = new Request('http://localhost/calendar/events/v1/organizers', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"organizer":"Friends"}',
    })
    expect(await (await handler(request)).json()).toMatchObject({ uid: `organizer-1@${expected}` })
  })

  test.each(['', 'town.example', '/events', 'ftp://town.example', 'https://bücher.example', 'https://'])(
    'needs an address, not %j',
    (address) => {
      expect(() => toIcalendar([], { publicUrl: address })).toThrow('publicUrl must be an address such as https://example.org')
    },
  )
})
