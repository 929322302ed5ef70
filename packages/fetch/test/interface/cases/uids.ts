import { expect } from 'vitest'
import { collect } from '../coverage.ts'
import { least, namesIn } from '../pair.ts'
import { byRole } from '../policies.ts'

const kinds: Readonly<Record<string, string>> = { events: 'event', venues: 'venue', organizers: 'organizer' }
const host = 'localhost'

/** Uids of records: the ones that clients set, and those that are generated from ids. */
export const uidCases = collect('records.test.ts', (covers) => {
  for (const [list, kind] of Object.entries(kinds)) {
    const body = least[list] ?? {}
    const noun = Object.keys(body)[0] ?? ''
    covers('wire-7-uid', `the uid of ${list} is the one that was set, or generated from the id`, async (pair) => {
      const made = await pair.post(`/${list}`, body)
      expect(made.uid).toBe(`${kind}-${made.id}@${host}`)
      const path = `/${list}/${made.id}`
      expect((await pair.post(path, { uid: ' 7F@example.org ' })).uid).toBe('7F@example.org')
      expect((await pair.get(`/${list}?status=any`))[list][0].uid).toBe('7F@example.org')
      expect((await pair.post(path, { description: 'x' })).uid).toBe('7F@example.org')
      for (const none of ['', null]) {
        await pair.post(path, { uid: '7F@example.org' })
        expect((await pair.post(path, { uid: none })).uid).toBe(`${kind}-${made.id}@${host}`)
      }
      expect((await pair.post(path, { uid: 'x'.repeat(255) })).uid).toHaveLength(255)
      expect((await pair.post(path, { uid: '\na\u2028b\u2029' })).uid).toBe('a b')
      expect((await pair.post(path, { uid: 'a\u200Bb' })).uid).toBe('a\u200Bb')
      for (const wrong of ['x'.repeat(256), 7, ['a'], 'a\u0000b', 'a\u0085b'])
        expect(await pair.problem('PUT', path, { uid: wrong })).toBe('400 invalid_input uid')
    })
    covers('wire-7-uid', `a uid of ${list} in the form of generated uids is ignored, and never stored`, async (pair) => {
      const made = await pair.post(`/${list}`, { ...body, uid: `${kind}-99@${host}` })
      expect(made.uid).toBe(`${kind}-${made.id}@${host}`)
      const path = `/${list}/${made.id}`
      await pair.post(path, { uid: 'own' })
      expect((await pair.post(path, { uid: `${kind}-${made.id}@${host}` })).uid).toBe('own')
      expect((await pair.post(path, { uid: `${kind}-${made.id}@other.example` })).uid).toBe(`${kind}-${made.id}@other.example`)
      await pair.both(async (calendar) => expect((await calendar.events.list({ uids: `${kind}-99@${host}` })).total).toBe(0))
    })
    covers('wire-7-uid-taken', `a uid of ${list} that exists, also in the trash, gives 409 with the id of its record`, async (pair) => {
      const { id } = await pair.post(`/${list}`, { ...body, uid: 'a' })
      const other = await pair.post(`/${list}`, { ...body, uid: 'A' })
      const refused = await pair.send('POST', `/${list}`, { ...body, uid: 'a' })
      expect([refused.status, refused.body.code, refused.body.data]).toEqual([409, 'uid_taken', { status: 409, id }])
      expect(await pair.problem('PATCH', `/${list}/${other.id}`, { uid: 'a' })).toBe('409 uid_taken')
      await pair.send('DELETE', `/${list}/${id}`)
      expect(await pair.problem('POST', `/${list}`, { ...body, uid: 'a' })).toBe('409 uid_taken')
      await pair.send('DELETE', `/${list}/${id}?force=true`)
      expect((await pair.post(`/${list}`, { ...body, uid: 'a' })).uid).toBe('a')
    })
    covers('wire-7-uid-filter', `the filter uid of ${list} finds set and generated uids, whatever the dates`, async (pair) => {
      const past = list === 'events' ? { start_date: '2020-01-01', end_date: '2020-01-01' } : {}
      const own = await pair.post(`/${list}`, { ...body, ...past, [noun]: 'own', uid: 'a@b' })
      const none = await pair.post(`/${list}`, { ...body, ...past, [noun]: 'none' })
      const found = async (query: string) => namesIn(await pair.get(`/${list}?orderby=id&order=asc&${query}`))
      expect(await found('uid=a@b')).toEqual(['own'])
      expect(await found(`uid=a@b,${none.uid}`)).toEqual(['own', 'none'])
      expect(await found(`uid[]=a@b&uid[]=${none.uid}&include=${none.id}`)).toEqual(['none'])
      expect(await found(`uid=${kind}-${own.id}@${host}`)).toEqual([])
      expect(await found(`uid=${kind}-${none.id}@,${kind}-${own.id}@`)).toEqual(['none'])
      expect(await found(`uid=A@b,${kind}-${none.id}@other.example,missing`)).toEqual([])
      expect(await pair.problem('GET', `/${list}?uid=`)).toBe('400 invalid_input uid')
      expect(await pair.problem('GET', `/${list}?uid=${'x,'.repeat(100)}x`)).toBe('400 invalid_input uid')
    })
  }
  for (const list of Object.keys(kinds)) {
    covers(
      'wire-7-uid-taken',
      `a 409 for a taken uid of ${list} has the id only for callers that can read the record`,
      async (pair) => {
        const as = (user: string) => ({ authorization: user })
        const body = { ...least[list], uid: 'a' }
        const { id } = await pair.post(`/${list}`, { ...body, status: 'draft' }, as('1 author'))
        /** The ids in the 409 for the author, an editor and another author. */
        const idsInConflicts = async (): Promise<readonly unknown[]> => {
          const data: unknown[] = []
          for (const user of ['1 author', '2 editor', '3 author']) {
            const refused = await pair.send('POST', `/${list}`, body, as(user))
            expect([refused.status, refused.body.code], user).toEqual([409, 'uid_taken'])
            expect(JSON.stringify(refused.body.data)).toBe(JSON.stringify({ status: 409, id: refused.body.data.id }))
            data.push(refused.body.data.id)
          }
          return data
        }
        expect(await idsInConflicts(), 'a draft').toEqual([id, id, undefined])
        await pair.send('PATCH', `/${list}/${id}`, { status: 'publish' }, as('1 author'))
        expect(await idsInConflicts(), 'a published record').toEqual([id, id, id])
        await pair.send('DELETE', `/${list}/${id}`, undefined, as('1 author'))
        expect(await idsInConflicts(), 'a record in the trash').toEqual([id, id, undefined])
        expect((await pair.send('POST', `/${list}`, body)).status).toBe(401)
      },
      { handler: byRole },
    )
  }
  covers('wire-7-uid', 'an event with a uid can be posted as a new event without the uid', async (pair) => {
    const event = await pair.post('/events', { ...least['events'], uid: 'own', venue: { venue: 'Hall', uid: 'hall' } })
    expect(event.venue.uid).toBe('hall')
    expect(await pair.problem('POST', '/events', event)).toBe('409 uid_taken')
    const { uid: _uid, ...copy } = event
    expect((await pair.post('/events', copy)).venue.id).toBe(event.venue.id)
  })
})
