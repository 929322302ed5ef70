import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anEvent, openCalendar, outcomeOf } from '../../test/open-calendar.ts'
import { publicReadOnly } from '../access/policy.ts'
import type { Calendar } from '../calendar/api.ts'
import { createCalendar } from '../calendar/calendar.ts'
import { isCalendarError } from '../errors/calendar-error.ts'
import type { ChangesInput } from './service.ts'

const now = '2026-06-01T12:00:00Z'
const nowMs = Date.parse(now)
const dayMs = 86_400_000

/** The members of a token: version, number, its time, moment, access, filter, windows, step. */
type Members = [string, number, number, number, string, string | null, object, object | null]

const decode = (token: string): Members => JSON.parse(Buffer.from(token, 'base64url').toString())
const encode = (members: unknown): string => Buffer.from(JSON.stringify(members)).toString('base64url')

/** A calendar with public records, and with hidden ones that have this title. */
async function worldWith(secret: string): Promise<{ readonly viewer: Calendar; readonly tokens: readonly string[] }> {
  const clock = fixedClock('2026-05-30T12:00:00Z')
  const calendar = createCalendar({ store: memoryStore(), clock })
  const viewer = calendar.as(null, publicReadOnly())
  const tokens = [await viewer.changes.token()]
  const hidden = [
    { status: 'draft' },
    { published: '2026-06-20 10:00' },
    { published: '2027-06-20 10:00', recurrence: 'FREQ=DAILY;COUNT=3' },
    { status: 'private' },
  ] as const
  for (const [at, more] of hidden.entries()) {
    await calendar.events.create(anEvent({ title: `Choir ${at}`, categories: 'Music' }))
    await calendar.events.create(anEvent({ title: `${secret} ${at}`, slug: secret, tags: [secret], ...more }))
    await calendar.venues.create({ name: `${secret} hall ${at}`, ...('recurrence' in more ? { status: 'draft' } : more) })
    tokens.push((await viewer.changes.since(tokens[0] ?? '', { events: {} })).token)
    clock.advance(3_600_000)
  }
  clock.set(now)
  return { viewer, tokens }
}

const lists: readonly ChangesInput[] = [
  { events: {} },
  { events: { search: 'aardvark' }, limit: 2 },
  { events: { search: 'aardvark', status: ['publish', 'future', 'draft'] } },
  { events: { tags: 'aardvark', startsFrom: '2020-01-01' }, venues: { search: 'aardvark' }, categories: {}, tags: {}, limit: 1 },
  { events: { near: { lat: 48, lng: 10 } } },
]

/** The answer, or the code of the error. */
const answerOf = (viewer: Calendar, token: string, input: ChangesInput): Promise<string> =>
  viewer.changes.since(token, input).then(JSON.stringify, (error: unknown) => (isCalendarError(error) ? error.code : String(error)))

const moments = fc.oneof(
  fc.integer({ min: nowMs - 40 * dayMs, max: nowMs + 800 * dayMs }),
  fc.constantFrom(0, 1, nowMs, nowMs - 1, nowMs + 1, -1, 8.64e15, Number.MAX_SAFE_INTEGER),
)
const walls = fc.constantFrom('1990-01-01T00:00:00', '2026-06-05T00:00:00', '2027-01-01T00:00:00', '2190-01-01T00:00:00')
const ranges = <T>(bounds: fc.Arbitrary<T>) => fc.record({ gte: bounds, lt: bounds }, { requiredKeys: [] })
const windows = fc.record(
  Object.fromEntries(
    ['event', 'venue'].map((kind) => [
      kind,
      fc.record(
        {
          ...{ startLocal: ranges(walls), endMs: ranges(moments), updatedMs: ranges(moments) },
          fromLocal: fc.record({ end: walls, start: walls }),
          fromMs: fc.record({ end: moments, start: moments }),
        },
        { requiredKeys: [] },
      ),
    ]),
  ),
  { requiredKeys: [] },
)
const steps = fc.record({ nowMs: moments, windows, list: fc.nat(6), afterId: fc.nat(20) })

test('a token, however it is altered, reveals nothing that its holder cannot read', async () => {
  const [one, other] = await Promise.all(['aardvark', 'zebra'].map(worldWith))
  if (one === undefined || other === undefined) throw new Error('There are two worlds')
  expect(one.tokens).toEqual(other.tokens)
  const cases = fc.record({
    from: fc.nat(one.tokens.length - 1),
    input: fc.constantFrom(...lists),
    nowMs: fc.option(moments),
    windows: fc.option(windows),
    step: fc.option(steps, { freq: 4 }),
    isBound: fc.boolean(),
    seq: fc.option(fc.nat(40), { freq: 1 }),
  })
  await fc.assert(
    fc.asyncProperty(cases, async ({ from, input, ...altered }) => {
      const members = decode(one.tokens[from] ?? '')
      members[1] = altered.seq ?? members[1]
      members[3] = altered.nowMs ?? members[3]
      members[5] = altered.isBound ? (decode(await one.viewer.changes.token(input))[5] ?? null) : null
      members[6] = altered.windows ?? members[6]
      members[7] = altered.step
      let token = encode(members)
      // The answers of a step are read to the end: its later ones come from tokens that an answer has given.
      for (let answers = 0; answers < 5; answers++) {
        const answer = await answerOf(one.viewer, token, input)
        expect(await answerOf(other.viewer, token, input)).toBe(answer)
        expect(answer).not.toContain('aardvark')
        if (!answer.startsWith('{')) break
        token = JSON.parse(answer).token
      }
    }),
    { numRuns: 300 },
  )
})

describe('the moments of a token', () => {
  test('are no later than the clock', async () => {
    const { calendar } = openCalendar()
    await calendar.events.create(anEvent({ published: '2027-06-02 09:00' }))
    const viewer = calendar.as(null, publicReadOnly())
    const members = decode(await viewer.changes.token({ events: {} }))
    const windowsNow = members[6]
    members[7] = { nowMs: Date.parse('2028-01-01T00:00:00Z'), windows: windowsNow, list: 0, afterId: 0 }
    expect((await viewer.changes.since(encode(members), { events: {} })).items).toEqual([])
  })

  test('are no older than the log', async () => {
    const { calendar, clock } = openCalendar()
    const token = await calendar.changes.token({ events: {} })
    clock.advance(30 * dayMs)
    expect(await outcomeOf(calendar.changes.since(token, { events: {} }))).toBe('done')
    clock.advance(1)
    expect(await outcomeOf(calendar.changes.since(token, { events: {} }))).toBe('token_expired')
  })

  test('stay young while nothing changes', async () => {
    const { calendar, clock } = openCalendar()
    let token = await calendar.changes.token({ events: {} })
    for (let day = 0; day < 60; day += 10) {
      clock.advance(10 * dayMs)
      token = (await calendar.changes.since(token, { events: {} })).token
    }
    expect(await outcomeOf(calendar.changes.since(token, { events: {} }))).toBe('done')
  })
})
