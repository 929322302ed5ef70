import { expect } from 'vitest'
import { collect } from '../coverage.ts'
import type { CalendarPair } from '../pair.ts'
import { choir, market, slugsOf, tuesdays } from './recurrence.ts'

/** The list as `start title`, in the order of the response. */
const linesOf = async (pair: CalendarPair): Promise<readonly string[]> =>
  (await pair.get('/events')).events.map((event: Record<string, string>) => `${event['start_date']?.slice(5, 16)} ${event['title']}`)

/** Writes to series and occurrences. */
export const scopeCases = collect('scopes.test.ts', (covers) => {
  covers('wire-7-scope', 'an update changes this occurrence, it and the following ones, or all', async (pair) => {
    await pair.post('/events', market)
    const moved = await pair.send('PATCH', '/events/3', { start_date: '2026-06-10 10:00', end_date: '2026-06-10 12:00' })
    expect([moved.status, moved.body.slug, moved.body.recurrence.id, moved.body.recurrence.overridden]).toEqual([
      200,
      'market-2026-06-09',
      '2026-06-09 10:00:00',
      ['times'],
    ])
    expect((await pair.send('PUT', '/events/4?scope=ALL', { title: 'Fair' })).status).toBe(200)
    expect(await linesOf(pair)).toEqual(['06-02 10:00 Fair', '06-10 10:00 Fair', '06-16 10:00 Fair', '06-23 10:00 Fair'])
    const split = await pair.send('POST', '/events/by-slug/market-2026-06-16?scope=following', { title: 'Night fair' })
    expect([split.status, split.body.recurrence.rule]).toEqual([200, 'FREQ=WEEKLY;COUNT=2'])
    expect(await linesOf(pair)).toEqual(['06-02 10:00 Fair', '06-10 10:00 Fair', '06-16 10:00 Night fair', '06-23 10:00 Night fair'])
    expect((await pair.get('/events/1')).recurrence.rule).toMatch(/^FREQ=WEEKLY;/)
    expect((await pair.send('PATCH', '/events/1', { title: 'Market' })).status).toBe(200)
    expect(await linesOf(pair)).toEqual(['06-02 10:00 Market', '06-10 10:00 Market', '06-16 10:00 Night fair', '06-23 10:00 Night fair'])
  })

  covers('wire-7-scope', 'a deletion has the same scopes, with and without force', async (pair) => {
    await pair.post('/events', market)
    expect((await pair.send('DELETE', '/events/3')).body.status).toBe('trash')
    expect(await slugsOf(pair)).toEqual(tuesdays.filter((_, index) => index !== 1))
    expect((await pair.send('DELETE', '/events/4?force=true&scope=this')).status).toBe(200)
    expect(await pair.problem('GET', '/events/4')).toBe('404 not_found')
    expect((await pair.get('/events/1')).recurrence.except).toEqual(['2026-06-16 10:00:00'])
    expect((await pair.send('DELETE', '/events/5?scope=following')).status).toBe(200)
    expect(await slugsOf(pair)).toEqual(['market-2026-06-02'])
    expect((await pair.send('DELETE', '/events/1?force=true')).status).toBe(200)
    expect(await slugsOf(pair)).toEqual([])
    expect(await pair.problem('GET', '/events/2')).toBe('404 not_found')
  })

  covers('wire-7-scope', 'an invalid scope is refused with all other issues, and ignored for other kinds of records', async (pair) => {
    await pair.post('/events', market)
    await pair.post('/events', { ...choir, venue: { venue: 'Square' } })
    expect(await pair.problem('PATCH', '/events/3?scope=some&version=x', { title: '' })).toBe('400 invalid_input scope,title,version')
    expect(await pair.problem('DELETE', '/events/3?scope=')).toBe('400 invalid_input scope')
    expect(await pair.problem('DELETE', '/events/3?scope=some')).toBe('400 invalid_input scope')
    for (const scope of ['this', 'following'])
      expect(await pair.problem('PATCH', `/events/1?scope=${scope}`, {})).toBe('400 invalid_input scope')
    for (const scope of ['following', 'all'])
      expect(await pair.problem('DELETE', `/events/6?scope=${scope}`)).toBe('400 invalid_input scope')
    expect(await pair.problem('PATCH', '/events/6?scope=this', {})).toBe('200')
    expect(await pair.problem('PATCH', '/venues/1?scope=some', { city: 'Quellbrunn' })).toBe('200')
    expect(await pair.problem('GET', '/events/3?scope=some')).toBe('200')
  })

  covers(
    'wire-7-overridden',
    'overridden lists the members that differ from the series; those that a body leaves out are reset',
    async (pair) => {
      await pair.post('/events', market)
      const own = { title: 'Night market', event_status: 'cancelled', cost: '5', tags: 'late', end_date: '2026-06-09 23:00' }
      const { body } = await pair.send('PATCH', '/events/3', own)
      expect(body.recurrence.overridden).toEqual(['cost', 'event_status', 'tags', 'times', 'title'])
      const kept = await pair.send('PATCH', '/events/3', { recurrence: { overridden: ['event_status', 'times', 'unknown', 7] } })
      expect([kept.body.title, kept.body.event_status, kept.body.end_date, kept.body.recurrence.overridden]).toEqual([
        'Market',
        'cancelled',
        '2026-06-09 23:00:00',
        ['event_status', 'times'],
      ])
      const reset = await pair.send('PUT', '/events/3', { recurrence: { overridden: [] } })
      expect([reset.body.event_status, reset.body.end_date, reset.body.recurrence.overridden]).toEqual([
        'scheduled',
        '2026-06-09 12:00:00',
        [],
      ])
    },
  )

  covers(
    'wire-7-scope-recurrence',
    'an update with recurrence changes a series; of an occurrence, it needs the scope following or all',
    async (pair) => {
      await pair.post('/events', { ...market, uid: 'm' })
      const { body } = await pair.send('PATCH', '/events/3', { recurrence: 'FREQ=DAILY;COUNT=2', uid: 'other' })
      expect([body.uid, body.recurrence.rule, (await pair.get('/events')).total]).toEqual(['m', 'FREQ=WEEKLY;COUNT=4', 4])
      expect((await pair.send('PATCH', '/events/3?scope=all', { recurrence: 'FREQ=WEEKLY;COUNT=3' })).status).toBe(200)
      expect(await slugsOf(pair)).toEqual(tuesdays.slice(0, 3))
      expect(await pair.problem('PATCH', '/events/1', { recurrence: 'FREQ=WEEKLY;BYDAY=MO' })).toBe('400 invalid_input recurrence')
      expect((await pair.send('PATCH', '/events/1', { recurrence: null })).body.recurrence).toBeNull()
      expect(await slugsOf(pair)).toEqual(['market'])
    },
  )

  covers('wire-7-scope-caches', 'an update of a series changes responses, versions and ETags of its occurrences', async (pair) => {
    await pair.post('/events', market)
    const etags = async (): Promise<readonly (string | null)[]> =>
      Promise.all(
        ['/events', '/events/3', '/events/by-slug/market'].map(async (path) => (await pair.send('GET', path)).headers.get('etag')),
      )
    const before = await etags()
    expect(await etags()).toEqual(before)
    expect((await pair.send('PATCH', '/events/1', { title: 'Fair' })).status).toBe(200)
    const after = await etags()
    for (const [index, etag] of after.entries()) expect(etag).not.toBe(before[index])
    expect(await pair.get('/events/3')).toMatchObject({ title: 'Fair', version: 2 })
    expect(await pair.problem('PATCH', '/events/3?scope=all', {}, { 'if-match': before[1] ?? '' })).toBe('412 version_conflict')
    expect(await pair.problem('PATCH', '/events/3?scope=all&version=2', { title: 'Market' })).toBe('200')
  })
})
