import { expect } from 'vitest'
import { collect } from '../coverage.ts'
import type { CalendarPair } from '../pair.ts'

const evening = { title: 'Choir', start_date: '2026-05-31 19:30:00', end_date: '2026-05-31 21:00:00' }

interface Change {
  readonly kind: string
  readonly id: number
  readonly gone: boolean
}

/** The changes as short texts. */
const textsOf = ({ changes }: { readonly changes: readonly Change[] }): readonly string[] =>
  changes.map(({ kind, id, gone }) => `${kind} ${id}${gone ? ' gone' : ''}`)

const tokenOf = async (pair: CalendarPair): Promise<string> => (await pair.get('/changes')).token

/** The changes since a token, and tokens that expire. */
export const changesCases = collect('changes.test.ts', (covers) => {
  covers('wire-7-changes wire-7-changes-kinds', 'since gives what has changed, of all kinds or of some, in pages', async (pair) => {
    const token = await tokenOf(pair)
    const links = { venue: { venue: 'Hall' }, organizer: { organizer: 'Ann' }, categories: 'Music', tags: 'free' }
    const { id } = await pair.post('/events', { ...evening, ...links })
    const all = await pair.get(`/changes?since=${token}`)
    expect(textsOf(all)).toHaveLength(5)
    expect(all.more).toBe(false)
    expect(textsOf(await pair.get(`/changes?since=${token}&kinds=event`))).toEqual([`event ${id}`])
    const first = await pair.get(`/changes?since=${token}&limit=2`)
    const second = await pair.get(`/changes?since=${first.token}&limit=1000`)
    expect([first.more, second.more]).toEqual([true, false])
    expect([...textsOf(first), ...textsOf(second)]).toEqual(textsOf(all))
    await pair.send('DELETE', `/events/${id}?force=true`)
    expect(textsOf(await pair.get(`/changes?since=${all.token}`))).toEqual([`event ${id} gone`])
    for (const wrong of ['limit=0', 'limit=1001', 'kinds=party', 'kinds='])
      expect(await pair.problem('GET', `/changes?${wrong}`)).toBe(`400 invalid_input ${wrong.split('=')[0]}`)
  })
  covers(
    'wire-7-changes-filters wire-7-changes-links',
    'a record that leaves the filters is gone; a deleted venue changes its events',
    async (pair) => {
      const { id } = await pair.post('/events', { ...evening, featured: true, venue: { venue: 'Hall' } })
      const start = await pair.get(`/changes?since=${await tokenOf(pair)}&kinds=event&featured=1`)
      expect(textsOf(start)).toEqual([])
      const venue = (await pair.get('/venues')).venues[0].id
      await pair.send('DELETE', `/venues/${venue}?force=true`)
      const unlinked = await pair.get(`/changes?since=${start.token}&kinds=event&featured=1`)
      expect(textsOf(unlinked)).toEqual([`event ${id}`])
      await pair.post(`/events/${id}`, { featured: false })
      expect(textsOf(await pair.get(`/changes?since=${unlinked.token}&kinds=event&featured=1`))).toEqual([`event ${id} gone`])
    },
  )
  covers('wire-7-changes-expired', 'another filter or other kinds are 410, another window is not, and no token is 400', async (pair) => {
    const { token } = await pair.get(`/changes?since=${await tokenOf(pair)}&kinds=event`)
    expect(await pair.problem('GET', `/changes?since=${token}&kinds=event&featured=1`)).toBe('410 token_expired')
    expect(await pair.problem('GET', `/changes?since=${token}`)).toBe('410 token_expired')
    expect(textsOf(await pair.get(`/changes?since=${token}&kinds=event&start_date=2025-01-01`))).toEqual([])
    expect(await pair.problem('GET', '/changes?since=abc')).toBe('400 invalid_input since')
  })
  covers('wire-7-changes-wait', 'wait takes 0 to 30 seconds', async (pair) => {
    const token = await tokenOf(pair)
    expect((await pair.get(`/changes?since=${token}&wait=0`)).changes).toEqual([])
    for (const wrong of ['31', '-1', 'x', '1.5']) expect(await pair.problem('GET', `/changes?wait=${wrong}`)).toBe('400 invalid_input wait')
  })
})
