import { icalendar } from '@kalends/formats/icalendar'
import { describe, expect, test } from 'vitest'
import { formats } from '../src/formats.ts'
import { base, startCalendar } from './support.ts'

const event = { title: 'Choir', start_date: '2026-05-31 19:30', end_date: '2026-05-31 21:00', venue: { venue: 'Hall' } }

describe('the domain of uids', () => {
  test.each<[string, string, string | undefined]>([
    ['localhost', 'http://localhost:3000', undefined],
    ['example.org', 'https://example.org:8443/calendar', undefined],
    ['[::1]', 'http://[::1]:3000', undefined],
    ['xn--bcher-kva.example', 'https://bücher.example', undefined],
    ['town.example', 'https://example.org:8443', 'town.example'],
    ['bücher.example', 'https://example.org', 'bücher.example'],
  ])('is %s everywhere, at the address %s with the option %j', async (domain, publicUrl, uidDomain) => {
    const { request, handler } = startCalendar({ publicUrl, uidDomain, use: [formats([icalendar()])] })
    const made = await request('POST', '/events', event)
    const uid = `event-1@${domain}`
    const document = async (query: string): Promise<string> =>
      (await handler(new Request(`http://localhost${base}/events.ics${query}`))).text()
    expect([made.body.uid, made.body.venue.uid]).toEqual([uid, `venue-1@${domain}`])
    expect(await document('')).toContain(`\r\nUID:${uid}\r\n`)
    for (const filter of [uid, 'event-1@']) {
      const query = `?uid=${encodeURIComponent(filter)}`
      expect((await request('GET', `/events${query}`)).body.total).toBe(1)
      expect(await document(query)).toContain(`\r\nUID:${uid}\r\n`)
      expect((await request('GET', `/events/fullcalendar${query}&start=2026-01-01&end=2026-12-31`)).body).toHaveLength(1)
      expect((await request('GET', `/venues?uid=${encodeURIComponent(filter.replace('event', 'venue'))}`)).body.total).toBe(1)
      expect((await request('GET', `/changes${query}`)).status).toBe(200)
    }
    expect((await request('GET', `/events?uid=event-1@other.example`)).body.total).toBe(0)
    // It is never stored.
    const copied = await request('POST', '/events', { ...made.body, id: undefined, venue: [1] })
    expect([copied.status, copied.body.uid]).toEqual([201, `event-2@${domain}`])
    expect((await request('PATCH', '/events/2', { uid: 'own' })).body.uid).toBe('own')
    expect((await request('PATCH', '/events/2', { uid })).body.uid).toBe('own')
  })
})
