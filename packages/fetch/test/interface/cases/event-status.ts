import { expect } from 'vitest'
import { collect } from '../coverage.ts'
import { type CalendarPair, least, namesIn } from '../pair.ts'

const concert = least['events'] ?? {}
const moved = { start_date: '2026-06-07 19:30:00', end_date: '2026-06-07 21:00:00' }

/** Changes an event; returns the `previous_start_date` of the response, which a later read must repeat. */
async function previousStartAfter(pair: CalendarPair, id: number, body: object, method = 'PATCH'): Promise<string> {
  const answered = await pair.send(method, `/events/${id}`, body)
  expect(answered.status, answered.text).toBe(200)
  expect((await pair.get(`/events/${id}`)).previous_start_date).toBe(answered.body.previous_start_date)
  return answered.body.previous_start_date
}

/** Events that are cancelled, postponed, online or moved. */
export const eventStatusCases = collect('records.test.ts', (covers) => {
  covers('wire-7-event-status', 'a cancelled event stays in lists, with its status', async (pair) => {
    for (const event_status of ['scheduled', 'cancelled', 'postponed', 'moved_online'])
      await pair.post('/events', { ...concert, title: event_status, event_status, slug: `e-${event_status}` })
    const list = await pair.get('/events')
    expect(namesIn(list)).toEqual(['scheduled', 'cancelled', 'postponed', 'moved_online'])
    expect(list.events.map((event: Record<string, string>) => `${event['status']} ${event['event_status']}`)).toEqual([
      'publish scheduled',
      'publish cancelled',
      'publish postponed',
      'publish moved_online',
    ])
    expect((await pair.get('/events/by-slug/e-cancelled')).event_status).toBe('cancelled')
    expect((await pair.post('/events', concert)).event_status).toBe('scheduled')
  })

  covers('wire-7-event-status', 'a cancelled event says why', async (pair) => {
    const event_status_reason = 'The hall is flooded'
    const { id } = await pair.post('/events', { ...concert, event_status: 'cancelled', event_status_reason })
    expect((await pair.get(`/events/${id}`)).event_status_reason).toBe(event_status_reason)
    expect((await pair.send('PATCH', `/events/${id}`, { event_status_reason: null })).body.event_status_reason).toBe('')
  })

  covers('wire-7-event-status', 'a refused event_status names the values of the REST interface', async (pair) => {
    const { body } = await pair.send('POST', '/events', { event_status: 'movedOnline', venue: { venue: '' } })
    expect(body.data.params).toEqual({
      title: 'is required',
      start_date: 'is required',
      end_date: 'is required',
      venue: 'venue must not be empty',
      event_status: 'must be one of: scheduled, cancelled, postponed, moved_online',
    })
    expect(await pair.problem('PUT', '/events/9999999999999999999', { event_status: 'moved_online' })).toBe('404 not_found')
  })

  covers(
    'wire-7-event-status wire-7-attendance',
    'event_status and attendance_mode refuse null and every value that is not one of their words',
    async (pair) => {
      const { id } = await pair.post('/events', { ...concert, event_status: 'cancelled', attendance_mode: 'mixed' })
      const params = {
        event_status: 'must be one of: scheduled, cancelled, postponed, moved_online',
        attendance_mode: 'must be one of: offline, online, mixed',
      }
      for (const wrong of [null, '', 7, ['online'], 'x'.repeat(300)]) {
        const { status, body } = await pair.send('PATCH', `/events/${id}`, { event_status: wrong, attendance_mode: wrong })
        expect([status, body.data.params], JSON.stringify(wrong)).toEqual([400, params])
      }
      expect(await pair.get(`/events/${id}`)).toMatchObject({ event_status: 'cancelled', attendance_mode: 'mixed' })
    },
  )

  covers('wire-7-attendance', 'an event has the attendance mode and the online URL that it was given', async (pair) => {
    const made = await pair.post('/events', { ...concert, attendance_mode: 'mixed', online_url: 'https://meet.example/room' })
    expect([made.attendance_mode, made.online_url]).toEqual(['mixed', 'https://meet.example/room'])
    const other = await pair.post('/events', concert)
    expect([other.attendance_mode, other.online_url]).toEqual(['offline', ''])
  })

  covers(
    'wire-7-previous-start',
    'a published event that moves has its first start as previous_start_date until it moves back',
    async (pair) => {
      const { id } = await pair.post('/events', { ...concert, previous_start_date: '2020-01-01 00:00:00' })
      expect((await pair.get(`/events/${id}`)).previous_start_date).toBe('')
      expect(await previousStartAfter(pair, id, moved, 'PUT')).toBe('2026-05-31 19:30:00')
      expect(await previousStartAfter(pair, id, { start_date: '2026-06-06 19:30:00', previous_start_date: '' }, 'POST')).toBe(
        '2026-05-31 19:30:00',
      )
      expect(await previousStartAfter(pair, id, { timezone: 'America/New_York' })).toBe('2026-05-31 13:30:00')
      expect(await previousStartAfter(pair, id, { timezone: 'Europe/Berlin' })).toBe('2026-05-31 19:30:00')
      expect(await previousStartAfter(pair, id, { start_date: '2026-05-31T17:30:00Z' })).toBe('')
    },
  )

  covers(
    'wire-7-previous-start wire-1-ignored',
    'posting a moved event back keeps previous_start_date, and a copy of it has none',
    async (pair) => {
      const { id } = await pair.post('/events', concert)
      await previousStartAfter(pair, id, moved)
      const read = await pair.get(`/events/${id}`)
      expect(await previousStartAfter(pair, id, read, 'PUT')).toBe('2026-05-31 19:30:00')
      expect((await pair.post('/events', read)).previous_start_date).toBe('')
    },
  )

  covers('wire-7-previous-start', 'drafts, scheduled and trashed events get no previous_start_date when they move', async (pair) => {
    const draft = await pair.post('/events', { ...concert, status: 'draft' })
    expect(await previousStartAfter(pair, draft.id, moved)).toBe('')
    const later = await pair.post('/events', { ...concert, date: '2026-04-01' })
    expect([later.status, await previousStartAfter(pair, later.id, moved)]).toEqual(['future', ''])
    pair.clock.advance(40 * 86_400_000)
    expect(await previousStartAfter(pair, later.id, concert)).toBe('2026-06-07 19:30:00')
    const trashed = await pair.post('/events', concert)
    await pair.send('DELETE', `/events/${trashed.id}`)
    expect(await previousStartAfter(pair, trashed.id, { ...moved, status: 'publish' })).toBe('')
  })
})
