import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calendarLinks } from '../src/index.ts'
import { listedEvent, wholeDays } from './events.ts'

/** The parameters of each link. */
const parametersOf = (event = listedEvent()) => {
  const { google, outlook, yahoo } = calendarLinks(event)
  const read = (address: string) => Object.fromEntries(new URL(address).searchParams)
  return { google: read(google), outlook: read(outlook), yahoo: read(yahoo) }
}

describe('the links of an event', () => {
  test('name the same instants, place and page', () => {
    const { google, outlook, yahoo } = parametersOf(listedEvent({ excerpt: '<p>Songs &amp; <em>more</em></p>' }))
    const location = 'Town Hall, Market 1, 89073, Ulm, Germany'
    const details = 'Songs & more\n\nhttps://town.example/event/choir'
    expect(google).toEqual({
      action: 'TEMPLATE',
      text: 'Choir',
      dates: '20310605T173000Z/20310605T190000Z',
      details,
      location,
      ctz: 'Europe/Berlin',
    })
    expect(outlook).toMatchObject({
      subject: 'Choir',
      startdt: '2031-06-05T17:30:00Z',
      enddt: '2031-06-05T19:00:00Z',
      allday: 'false',
      body: details,
      location,
    })
    expect(yahoo).toEqual({ v: '60', title: 'Choir', st: '20310605T173000Z', et: '20310605T190000Z', desc: details, in_loc: location })
    expect(calendarLinks(listedEvent()).ics).toBe('https://town.example/calendar/events/v1/events/7.ics')
  })

  test('name whole days, the last one as each calendar does', () => {
    const { google, outlook, yahoo } = parametersOf(wholeDays('2031-12-30', '2031-12-31'))
    expect(google['dates']).toBe('20311230/20320101')
    expect(google).not.toHaveProperty('ctz')
    expect(outlook).toMatchObject({ startdt: '2031-12-30', enddt: '2032-01-01', allday: 'true' })
    expect(yahoo).toMatchObject({ st: '20311230T000000', et: '20311231T235900' })
    expect(parametersOf(wholeDays('2031-12-30', '2031-12-30')).yahoo).toMatchObject({ dur: 'allday', st: '20311230' })
  })

  test('name the address of an event online, and no zone that is an offset', () => {
    const { google } = parametersOf(listedEvent({ venue: [], online_url: 'https://meet.example', timezone: '+02:00' }))
    expect(google['location']).toBe('https://meet.example')
    expect(google).not.toHaveProperty('ctz')
  })

  test('are addresses, whatever stands in the event', () => {
    fc.assert(
      fc.property(fc.record({ title: fc.string({ unit: 'binary' }), description: fc.string({ unit: 'binary' }) }), (members) => {
        const { google, outlook, yahoo } = calendarLinks(listedEvent(members))
        for (const address of [google, outlook, yahoo]) expect(address).toMatch(/^[\x21-\x7e]+$/)
        for (const address of [google, outlook, yahoo]) expect(address).not.toContain('+')
        // Half of a surrogate pair has no address.
        expect(parametersOf(listedEvent(members)).google['text']).toBe(new URLSearchParams(members).get('title'))
      }),
      { numRuns: 40 },
    )
  })

  test('are no longer than calendars take', () => {
    expect(calendarLinks(listedEvent({ description: 'word '.repeat(10_000) })).google.length).toBeLessThan(2_000)
  })
})
