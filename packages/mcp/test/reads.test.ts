import { roles } from '@kalends/core'
import { describe, expect, test } from 'vitest'
import { openTools } from './open-tools.ts'

const night = { startDate: '2031-03-05 20:00', endDate: '2031-03-06 01:00' }

describe('now_and_zone', () => {
  test('says the time of the calendar, and that of another zone', async () => {
    const { call } = await openTools()
    expect(await call('now_and_zone', { timeZone: 'america/new_york' })).toMatchObject({
      now: { sentence: 'Saturday 1 March 2031, 13:00 in Berlin (CET)', utc: '2031-03-01T12:00:00Z', offset: '+01:00' },
      timeZone: 'Europe/Berlin',
      there: { sentence: 'Saturday 1 March 2031, 07:00 in New York (EST)', local: '2031-03-01T07:00:00' },
    })
    expect(await call('now_and_zone', { timeZone: 'New York' })).toMatchObject({
      error: { code: 'invalid_input', field: 'timeZone', message: expect.stringContaining('America/New_York') },
    })
  })

  test('has the time of the option now', async () => {
    const { call } = await openTools({ now: () => Date.parse('2031-07-01T10:00Z') })
    expect((await call('now_and_zone', {}))['now'].sentence).toBe('Tuesday 1 July 2031, 12:00 in Berlin (CEST)')
  })
})

describe('search_events', () => {
  test('finds coming events by default, with their times and texts', async () => {
    const { calendar, call, hall } = await openTools()
    await calendar.events.create({ title: 'Past', startDate: '2031-02-01 10:00', endDate: '2031-02-01 11:00' })
    await calendar.events.create({ title: 'Ball', ...night, venues: hall.id, description: '<p>Come & dance</p>' })
    const answer = await call('search_events', {})
    expect(answer).toMatchObject({ total: 1, page: 1, pages: 1, notice: expect.stringContaining('data') })
    expect(answer['events']).toMatchObject([
      {
        when: {
          sentence: 'Wednesday 5 March 2031, 20:00 to Thursday 6 March 2031, 01:00 in Berlin (CET)',
          timeZone: 'Europe/Berlin',
          start: { local: '2031-03-05T20:00:00', offset: '+01:00', utc: '2031-03-05T19:00:00Z' },
        },
        venues: [hall.id],
        untrusted: { title: 'Ball', venues: ['Hall, Ulm'] },
      },
    ])
  })

  test('has at most 20 events of at most 4 kB each, and pages', async () => {
    const { calendar, call } = await openTools()
    const texts = {
      title: 'ä'.repeat(200),
      description: '"\\'.repeat(3_000),
      website: `https://example.org/${'x'.repeat(2_000)}`,
      tags: ['t'.repeat(200)],
    }
    await calendar.events.createMany(Array.from({ length: 25 }, () => ({ ...texts, ...night })))
    const first = await call('search_events', {})
    expect([first['total'], first['pages'], first['events'].length]).toEqual([25, 2, 20])
    for (const event of first['events']) expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThanOrEqual(4_096)
    expect((await call('search_events', { page: 2 }))['events']).toHaveLength(5)
    const { event } = await call('get_event', { id: first['events'][0].id })
    expect([event.truncated, Buffer.byteLength(JSON.stringify(event)) <= 4_096]).toEqual([true, true])
  })
})

test('get_event has the rule of a date, and errors have a code', async () => {
  const { calendar, call } = await openTools()
  const series = await calendar.events.create({ title: 'Course', ...night, recurrence: 'FREQ=WEEKLY;COUNT=3' })
  const [date] = (await calendar.events.list({ seriesIds: series.id })).items
  expect((await call('get_event', { id: date?.id }))['event'].series).toEqual({
    id: series.id,
    rule: 'FREQ=WEEKLY;COUNT=3',
    isSeriesItself: false,
  })
  expect(await call('get_event', { id: 999 })).toEqual({ error: { code: 'not_found', message: 'There is no such record.' } })
})

test('list_places finds places by their names', async () => {
  const { call, hall } = await openTools()
  expect((await call('list_places', { search: 'hall' }))['places']).toMatchObject([
    { id: hall.id, untrusted: { name: 'Hall', city: 'Ulm' } },
  ])
  expect((await call('list_places', { search: 'pool' }))['places']).toEqual([])
})

describe('find_free_time', () => {
  test('leaves out what is taken, by the hours of each day, also when clocks change', async () => {
    const { calendar, call, hall } = await openTools()
    await calendar.events.create({ title: 'Ball', startDate: '2031-03-29 20:00', endDate: '2031-03-30 04:00', venues: hall.id })
    const input = { venueIds: [hall.id], from: '2031-03-29', to: '2031-03-30', earliest: '18:00', latest: '06:00', minutes: 90 }
    expect((await call('find_free_time', input))['free'].map(({ when }: { when: { sentence: string } }) => when.sentence)).toEqual([
      'Saturday 29 March 2031, 00:00 to 06:00 in Berlin (CET)',
      'Saturday 29 March 2031, 18:00 to 20:00 in Berlin (CET)',
      'Sunday 30 March 2031, 04:00 to 06:00 in Berlin (CEST)',
      'Sunday 30 March 2031, 18:00 to Monday 31 March 2031, 00:00 in Berlin (CEST)',
    ])
    const all = await call('find_free_time', { venueIds: [hall.id], from: '2031-03-30', to: '2031-03-30', timeZone: 'America/New_York' })
    expect(all['free']).toMatchObject([{ when: { start: { utc: '2031-03-30T04:00:00Z' }, end: { utc: '2031-03-31T04:00:00Z' } } }])
  })

  test('names what is invalid', async () => {
    const { call, hall } = await openTools()
    const input = { venueIds: [hall.id], from: 'today', to: '+2 years', earliest: '9' }
    expect(await call('find_free_time', input)).toMatchObject({ error: { field: 'earliest' } })
    expect(await call('find_free_time', { ...input, earliest: '09:00' })).toMatchObject({
      error: { field: 'to', issues: [{ code: 'too_many_days' }] },
    })
    expect(await call('find_free_time', { ...input, earliest: '09:00', to: 'today', venueIds: [99] })).toMatchObject({
      error: { code: 'not_found' },
    })
  })
})

describe('why_not_listed', () => {
  test('gives every reason, and the page of a listed event', async () => {
    const { calendar, call } = await openTools()
    const { id } = await calendar.events.create({ title: 'Ball', ...night, status: 'draft' })
    const answer = await call('why_not_listed', { id, to: '2031-03-04', asVisitor: true })
    expect(answer).toMatchObject({ listed: false, untrusted: { reasons: [expect.any(String), expect.stringContaining('2031-03-05')] } })
    expect(answer['when'].sentence).toContain('Wednesday 5 March 2031')
    expect(await call('why_not_listed', { id, status: 'any' })).toMatchObject({ listed: true, page: 1, reasons: [] })
  })

  test('is for those who may change the event', async () => {
    const { calendar, call } = await openTools({}, roles({ editors: ['editor'] }), { id: '3', roles: [] })
    const { id } = await calendar.events.create({ title: 'Ball', ...night })
    expect(await call('why_not_listed', { id })).toMatchObject({ error: { code: 'forbidden' } })
  })
})
