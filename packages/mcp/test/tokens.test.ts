import { allowAll } from '@kalends/core'
import { describe, expect, test } from 'vitest'
import { createTools, memoryConfirmations } from '../src/index.ts'
import { type Answer, callOf, openTools } from './open-tools.ts'

const ball = { title: 'Ball', startDate: '2031-06-06 19:30', endDate: '2031-06-06 21:00', timeZone: 'Europe/Berlin' }
const refused = { error: { code: 'token_expired' } }

describe('a token', () => {
  test('is given without storing anything, and writes once', async () => {
    const { calendar, call } = await openTools()
    const dry = await call('create_event', ball)
    expect(dry).toMatchObject({
      stored: false,
      sentence: 'Friday 6 June 2031, 19:30 to 21:00 in Berlin (CEST).',
      event: { id: null, status: 'publish' },
      tokenUntil: '2031-03-01T12:10:00Z',
    })
    expect(await calendar.events.count()).toBe(0)
    const stored = await call('create_event', { ...ball, token: dry['token'] })
    expect([stored['stored'], stored['sentence'], stored['event'].id]).toEqual([true, dry['sentence'], expect.any(Number)])
    expect(await call('create_event', { ...ball, token: dry['token'] })).toMatchObject(refused)
    expect(await calendar.events.count()).toBe(1)
  })

  test('writes once, too, if it is used many times at the same moment', async () => {
    const { calendar, call } = await openTools()
    const { token } = await call('create_event', ball)
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('create_event', { ...ball, token })))
    expect(answers.filter(({ stored }) => stored === true)).toHaveLength(1)
    expect(await calendar.events.count()).toBe(1)
  })

  test.each([
    [9 * 60_000 + 59_999, 1],
    [10 * 60_000, 0],
  ])('that is %d ms old stores %d events', async (ageMs, count) => {
    const { calendar, call, clock } = await openTools()
    const { token } = await call('create_event', ball)
    clock.advance(ageMs)
    await call('create_event', { ...ball, token })
    expect(await calendar.events.count()).toBe(count)
  })

  test.each<[string, (token: string) => [string, object]]>([
    ['another title', (token) => ['create_event', { ...ball, title: 'Bal', token }]],
    ['another start', (token) => ['create_event', { ...ball, startDate: '2031-06-06 19:00', token }]],
    ['another zone', (token) => ['create_event', { ...ball, timeZone: 'Europe/Paris', token }]],
    ['one member more', (token) => ['create_event', { ...ball, status: 'draft', token }]],
    ['another tool', (token) => ['cancel_event', { id: 1, timeZone: 'Europe/Berlin', token }]],
    ['another token', () => ['create_event', { ...ball, token: 'x'.repeat(22) }]],
  ])('is refused with %s, and is used then', async (_name, inputOf) => {
    const { calendar, call } = await openTools()
    const token: string = (await call('create_event', ball))['token']
    const [tool, input] = inputOf(token)
    expect(await call(tool, input)).toMatchObject(refused)
    if (JSON.stringify(input).includes(token)) expect(await call('create_event', { ...ball, token })).toMatchObject(refused)
    expect(await calendar.events.count({ status: 'any' })).toBe(0)
  })

  test('takes the same input in another order, and null for a member that is absent', async () => {
    const { call } = await openTools()
    const { token } = await call('create_event', ball)
    const turned = Object.fromEntries(Object.entries({ ...ball, token, description: null }).reverse())
    expect(await call('create_event', turned)).toMatchObject({ stored: true })
  })

  test('belongs to its tools, or with shared tokens to its actor', async () => {
    const { calendar } = await openTools()
    const shared = memoryConfirmations()
    const of = (id: string, options: object) => callOf(createTools(calendar.as({ id }, allowAll()), { write: true, ...options }))
    const outcome = async (first: (name: string, input: unknown) => Promise<Answer>, second: typeof first) => {
      const { token } = await first('create_event', ball)
      return (await second('create_event', { ...ball, token }))['stored'] === true
    }
    expect(await outcome(of('1', {}), of('1', {}))).toBe(false)
    expect(await outcome(of('1', { confirmations: shared }), of('1', { confirmations: shared }))).toBe(true)
    expect(await outcome(of('1', { confirmations: shared }), of('2', { confirmations: shared }))).toBe(false)
  })

  test('of an event that was changed meanwhile writes nothing', async () => {
    const { calendar, call } = await openTools()
    const { id } = await calendar.events.create(ball)
    const input = { id, timeZone: 'Europe/Berlin', title: 'Dance' }
    const { token } = await call('update_event', input)
    await calendar.events.update(id, { startDate: '2031-06-07 19:30', endDate: '2031-06-07 21:00' })
    expect(await call('update_event', { ...input, token })).toMatchObject({ error: { code: 'version_conflict' } })
    expect((await calendar.events.get(id)).title).toBe('Ball')
  })

  test('of a series of which another date was moved meanwhile writes nothing', async () => {
    const { calendar, call } = await openTools()
    const series = await calendar.events.create({ ...ball, recurrence: 'FREQ=WEEKLY;COUNT=3' })
    const [first, , third] = (await calendar.events.list({ seriesIds: series.id })).items
    const input = { id: first?.id, timeZone: 'Europe/Berlin', scope: 'all', title: 'Dance' }
    const { token } = await call('update_event', input)
    await calendar.events.update(third?.id ?? 0, { startDate: '2031-06-21 19:30', endDate: '2031-06-21 21:00' })
    expect(await call('update_event', { ...input, token })).toMatchObject({ error: { code: 'version_conflict' } })
    expect((await calendar.events.get(series.id)).title).toBe('Ball')
  })

  test('is one of at most a thousand in memory', async () => {
    const confirmations = memoryConfirmations()
    const confirmation = { request: 'r', promise: 'p', untilMs: 1 }
    for (let index = 0; index <= 1_000; index++) await confirmations.put(String(index), confirmation)
    expect([await confirmations.take('0'), await confirmations.take('1'), await confirmations.take('1')]).toEqual([
      undefined,
      confirmation,
      undefined,
    ])
  })
})
