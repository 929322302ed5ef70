import { expect } from 'vitest'
import { collect } from '../coverage.ts'
import type { Twin } from '../twin.ts'

const evening = { title: 'Choir', start_date: '2026-05-31 19:30:00', end_date: '2026-05-31 21:00:00' }

interface Change {
  readonly kind: string
  readonly id: number
  readonly gone: boolean
}

/** The changes as short texts. */
const textsOf = ({ changes }: { readonly changes: readonly Change[] }): readonly string[] =>
  changes.map(({ kind, id, gone }) => `${kind} ${id}${gone ? ' gone' : ''}`)

const tokenOf = async (twin: Twin): Promise<string> => (await twin.get('/changes')).token

/** The changes since a token, and tokens that expire. */
export const changesCases = collect('changes.test.ts', (covers) => {
  covers('wire-7-changes wire-7-changes-kinds', 'since gives what has changed, of all kinds or of some, in pages', async (twin) => {
    const token = await tokenOf(twin)
    const links = { venue: { venue: 'Hall' }, organizer: { organizer: 'Ann' }, categories: 'Music', tags: 'free' }
    const { id } = await twin.post('/events', { ...evening, ...links })
    const all = await twin.get(`/changes?since=${token}`)
    expect(textsOf(all)).toHaveLength(5)
    expect(all.more).toBe(false)
    expect(textsOf(await twin.get(`/changes?since=${token}&kinds=event`))).toEqual([`event ${id}`])
    const first = await twin.get(`/changes?since=${token}&limit=2`)
    const second = await twin.get(`/changes?since=${first.token}&limit=1000`)
    expect([first.more, second.more]).toEqual([true, false])
    expect([...textsOf(first), ...textsOf(second)]).toEqual(textsOf(all))
    await twin.send('DELETE', `/events/${id}?force=true`)
    expect(textsOf(await twin.get(`/changes?since=${all.token}`))).toEqual([`event ${id} gone`])
    for (const wrong of ['limit=0', 'limit=1001', 'kinds=party', 'kinds='])
      expect(await twin.problem('GET', `/changes?${wrong}`)).toBe(`400 invalid_input ${wrong.split('=')[0]}`)
  })
  covers(
    'wire-7-changes-filters wire-7-changes-links',
    'a record that leaves the filters is gone; a deleted venue changes its events',
    async (twin) => {
      const { id } = await twin.post('/events', { ...evening, featured: true, venue: { venue: 'Hall' } })
      const start = await twin.get(`/changes?since=${await tokenOf(twin)}&kinds=event&featured=1`)
      expect(textsOf(start)).toEqual([])
      const venue = (await twin.get('/venues')).venues[0].id
      await twin.send('DELETE', `/venues/${venue}?force=true`)
      const unlinked = await twin.get(`/changes?since=${start.token}&kinds=event&featured=1`)
      expect(textsOf(unlinked)).toEqual([`event ${id}`])
      await twin.post(`/events/${id}`, { featured: false })
      expect(textsOf(await twin.get(`/changes?since=${unlinked.token}&kinds=event&featured=1`))).toEqual([`event ${id} gone`])
    },
  )
  covers('wire-7-changes-expired', 'another filter or other kinds are 410, another window is not, and no token is 400', async (twin) => {
    const { token } = await twin.get(`/changes?since=${await tokenOf(twin)}&kinds=event`)
    expect(await twin.problem('GET', `/changes?since=${token}&kinds=event&featured=1`)).toBe('410 token_expired')
    expect(await twin.problem('GET', `/changes?since=${token}`)).toBe('410 token_expired')
    expect(textsOf(await twin.get(`/changes?since=${token}&kinds=event&start_date=2025-01-01`))).toEqual([])
    expect(await twin.problem('GET', '/changes?since=abc')).toBe('400 invalid_input since')
  })
  covers('wire-7-changes-wait', 'wait takes 0 to 30 seconds', async (twin) => {
    const token = await tokenOf(twin)
    expect((await twin.get(`/changes?since=${token}&wait=0`)).changes).toEqual([])
    for (const wrong of ['31', '-1', 'x', '1.5']) expect(await twin.problem('GET', `/changes?wait=${wrong}`)).toBe('400 invalid_input wait')
  })
})
