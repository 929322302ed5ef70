import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { forms } from '../../src/forms.ts'
import { startCalendar } from '../support.ts'
import { startOn, startWithFields, twoStores, withFields } from './world.ts'

const stored = { level: 'pro', seats: 40, doors: { from: '19:00:00' } }

describe.each(twoStores)('declared fields in bodies, on $name', ({ open }) => {
  test.each<[name: string, given: unknown, expected: object]>([
    ['a field changes, the others stay', { seats: 41 }, { ...stored, seats: 41 }],
    ['null clears a field', { seats: null }, { level: 'pro', doors: { from: '19:00:00' } }],
    ['an empty object changes nothing', {}, stored],
    ['unknown names are ignored', { nothing: 1, toString: 2, constructor: 3 }, stored],
    ['an object is replaced as a whole', { doors: { from: '20:00:00', stairs: 2 } }, { ...stored, doors: { from: '20:00:00', stairs: 2 } }],
    ...[null, 'pro', 7, true, [], [{ level: 'beginner' }]].map((value): [string, unknown, object] => [
      `${JSON.stringify(value)} is no object, and ignored`,
      value,
      stored,
    ]),
  ])('%s', async (_, given, expected) => {
    const { store, close } = await open()
    const { request } = startOn(store)
    const { id } = (await request('POST', '/events', withFields(stored))).body
    const { status, body } = await request('PATCH', `/events/${id}`, { custom_fields: given })
    expect([status, body.custom_fields]).toEqual([200, expected])
    expect((await request('GET', `/events/${id}`)).body.custom_fields).toEqual(expected)
    await close()
  })

  test('posting a record back changes nothing', async () => {
    const { store, close } = await open()
    const { request } = startOn(store)
    const linked = {
      venue: { venue: 'Hall', custom_fields: { wheelchair: true } },
      organizer: { organizer: 'Club', custom_fields: { size: 2 } },
    }
    const { body } = await request('POST', '/events', withFields(stored, linked))
    for (const method of ['POST', 'PUT', 'PATCH']) expect((await request(method, `/events/${body.id}`, body)).body).toEqual(body)
    const { uid: _uid, ...copied } = body
    const copy = await request('POST', '/events', copied)
    expect([copy.status, copy.body.custom_fields, copy.body.venue]).toEqual([201, stored, body.venue])
    await close()
  })
})

describe('reasons', () => {
  test.each<[given: object, params: object]>([
    [{ custom_fields: { level: 'expert' } }, { 'custom_fields.level': expect.stringContaining('beginner') }],
    [{ custom_fields: { seats: -1 } }, { 'custom_fields.seats': expect.any(String) }],
    [{ custom_fields: { seats: '40' } }, { 'custom_fields.seats': expect.any(String) }],
    [{ custom_fields: { doors: { from: 'x' } } }, { 'custom_fields.doors.from': expect.any(String) }],
    [{ custom_fields: { days: ['mo', 'no'] } }, { 'custom_fields.days[1]': expect.any(String) }],
    [{ custom_fields: { level: 1, seats: 'x' } }, { 'custom_fields.level': expect.any(String), 'custom_fields.seats': expect.any(String) }],
    [
      { custom_fields: { level: 1 }, title: '' },
      { title: expect.any(String), 'custom_fields.level': expect.any(String) },
    ],
    [{ venue: [{ venue: 'Hall', custom_fields: { wheelchair: 'x' } }] }, { 'venue[0].custom_fields.wheelchair': expect.any(String) }],
    [{ venue: { venue: 'Hall', custom_fields: { wheelchair: 'x' } } }, { 'venue[0].custom_fields.wheelchair': expect.any(String) }],
    [
      { organizer: [{ organizer: 'A' }, { organizer: 'B', email: 'x', custom_fields: { size: 'x' } }] },
      { organizer: expect.stringContaining('email'), 'organizer[1].custom_fields.size': expect.any(String) },
    ],
    [{ custom_fields: { room: 'a'.repeat(11) } }, { 'custom_fields.room': expect.any(String) }],
  ])('%j', async (given, params) => {
    const { request } = startWithFields()
    const { status, body } = await request('POST', '/events', { ...withFields({}), ...given })
    expect([status, body.code, body.data.params]).toEqual([400, 'invalid_input', params])
  })

  test('a required field is required on creation alone', async () => {
    const fields = { event: { level: { schema: z.enum(['a', 'b']) } } }
    const { request } = startCalendar({}, { fields })
    for (const values of [undefined, {}, { level: null }]) {
      const { status, body } = await request('POST', '/events', withFields(values))
      expect([status, body.data.params]).toEqual([400, { 'custom_fields.level': 'is required' }])
    }
    const { id } = (await request('POST', '/events', withFields({ level: 'a' }))).body
    expect((await request('PATCH', `/events/${id}`, { title: 'Other' })).body.custom_fields).toEqual({ level: 'a' })
    expect((await request('PATCH', `/events/${id}`, { custom_fields: { level: null } })).status).toBe(400)
  })

  test('names that reach prototypes are no fields', async () => {
    const { request } = startWithFields()
    const text = JSON.stringify(withFields({ level: 'pro' })).replace('"level"', '"__proto__":{"level":"x"},"constructor":1,"level"')
    expect((await request('POST', '/events', text)).body.custom_fields).toEqual({ level: 'pro' })
  })
})

describe('forms', () => {
  const formType = { 'content-type': 'application/x-www-form-urlencoded' }
  const least = 'title=Course&start_date=2026-05-31+19:30:00&end_date=2026-05-31+21:00:00'

  test.each<[form: string, expected: object]>([
    ['custom_fields[level]=pro&custom_fields[seats]=40', { level: 'pro', seats: 40 }],
    ['custom_fields[indoors]=on&custom_fields[room]=40', { indoors: true, room: '40' }],
    ['custom_fields[indoors]=0', { indoors: false }],
    ['custom_fields[level]=&custom_fields[seats]=', {}],
    ['custom_fields[days][]=mo&custom_fields[days][]=we', { days: ['mo', 'we'] }],
    ['custom_fields[days]=tu', { days: ['tu'] }],
    ['custom_fields[doors][from]=19:00:00', { doors: { from: '19:00:00' } }],
    ['custom_fields=pro&custom_fields[nothing]=1', {}],
  ])('%s', async (form, expected) => {
    const { request } = startWithFields({ use: [forms()] })
    const { status, body } = await request('POST', '/events', `${least}&${form}`, formType)
    expect([status, body.custom_fields]).toEqual([201, expected])
  })

  test('an empty text clears, and a refused text has the reason of its number', async () => {
    const { request } = startWithFields({ use: [forms()] })
    const { id } = (await request('POST', '/events', withFields({ level: 'pro', seats: 40 }))).body
    const cleared = await request('POST', `/events/${id}`, 'custom_fields[seats]=', formType)
    expect(cleared.body.custom_fields).toEqual({ level: 'pro' })
    const refused = await request('POST', `/events/${id}`, 'custom_fields[seats]=-1', formType)
    expect(refused.body.data.params['custom_fields.seats']).toContain('>=0')
  })
})
