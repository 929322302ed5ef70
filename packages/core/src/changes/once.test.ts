import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import { anEvent } from '../../test/open-calendar.ts'
import { publicReadOnly } from '../access/policy.ts'
import type { Calendar } from '../calendar/api.ts'
import { createCalendar } from '../calendar/calendar.ts'
import type { ChangesInput } from './service.ts'

/** A calendar whose clock moves on with each look at it, as a real one does. */
function openTicking(): { readonly calendar: Calendar; advance(ms: number): void } {
  let nowMs = Date.parse('2026-06-01T12:00:00Z')
  const calendar = createCalendar({ store: memoryStore(), clock: { nowMs: () => nowMs++ } })
  return {
    calendar,
    advance: (ms) => {
      nowMs += ms
    },
  }
}

/** The changes since a token, to the end. */
async function readAll(
  viewer: Calendar,
  from: string,
  input: ChangesInput,
  between: () => Promise<unknown> | undefined = () => undefined,
): Promise<{ readonly reported: readonly string[]; readonly token: string }> {
  const reported: string[] = []
  for (let token = from; ; ) {
    const page = await viewer.changes.since(token, input)
    for (const { kind, id, gone } of page.items) reported.push(`${kind} ${id}${gone ? ' gone' : ''}`)
    token = page.token
    if (!page.more) return { reported, token }
    await between()
  }
}

const each = (kind: string, count: number): readonly string[] => Array.from({ length: count }, (_, i) => `${kind} ${i + 1}`)

describe('over more than one answer, a record is reported once', () => {
  test.each([
    ['the host', (calendar: Calendar) => calendar],
    ['a visitor', (calendar: Calendar) => calendar.as(null, publicReadOnly())],
  ])('that is new: %s', async (_, see) => {
    const { calendar } = openTicking()
    const viewer = see(calendar)
    const first = await viewer.changes.token()
    await calendar.events.createMany(Array.from({ length: 60 }, (_, i) => anEvent({ title: `E${i}` })))
    for (let i = 0; i < 30; i++) await calendar.venues.create({ name: `Hall ${i}` })
    const { reported, token } = await readAll(viewer, first, { events: {}, venues: {}, limit: 7 })
    expect([...reported].sort()).toEqual([...each('event', 60), ...each('venue', 30)].sort())
    expect((await readAll(viewer, token, { events: {}, venues: {}, limit: 7 })).reported).toEqual([])
  })

  test('that is written while the answers are read', async () => {
    const { calendar } = openTicking()
    const first = await calendar.changes.token()
    for (let i = 0; i < 20; i++) await calendar.events.create(anEvent())
    let left = 9
    const { reported } = await readAll(calendar, first, { events: {}, limit: 3 }, () =>
      left-- > 0 ? calendar.events.create(anEvent()) : undefined,
    )
    expect([...reported].sort()).toEqual([...each('event', 29)].sort())
  })

  test('that has a new date in the window which the copy has reached', async () => {
    const { calendar, advance } = openTicking()
    const old = Array.from({ length: 9 }, () => anEvent({ startDate: '2028-06-03 10:00', endDate: '2028-06-03 11:00' }))
    await calendar.events.createMany(old)
    const events = { startsFrom: 'today', startsUntil: '+2 years' }
    const first = await calendar.changes.token({ events })
    await calendar.events.createMany(old)
    await calendar.events.update(4, { title: 'Fair' })
    advance(4 * 86_400_000)
    expect([...(await readAll(calendar, first, { events, limit: 4 })).reported].sort()).toEqual([...each('event', 18)].sort())
  })

  test('whose publication date came, and that has been written since', async () => {
    const { calendar, advance } = openTicking()
    const scheduled = Array.from({ length: 9 }, () => anEvent({ published: '2026-06-02 12:00' }))
    await calendar.events.createMany(scheduled)
    const viewer = calendar.as(null, publicReadOnly())
    const first = await viewer.changes.token({ events: {} })
    advance(2 * 86_400_000)
    for (const id of [8, 2, 5, 3, 9]) await calendar.events.update(id, { title: 'Fair' })
    expect([...(await readAll(viewer, first, { events: {}, limit: 2 })).reported].sort()).toEqual([...each('event', 9)].sort())
  })
})

describe('a token that names its lists', () => {
  test('also reports what its window reaches before the first call', async () => {
    const { calendar } = openTicking()
    for (const day of ['2026-06-10', '2026-06-20'])
      await calendar.events.create(anEvent({ startDate: `${day} 10:00`, endDate: `${day} 11:00` }))
    const token = await calendar.changes.token({ events: { startsFrom: '2026-06-01', startsUntil: '2026-06-15' } })
    const later = { events: { startsFrom: '2026-06-15', startsUntil: '2026-06-30' } }
    expect((await readAll(calendar, token, later)).reported).toEqual(['event 1 gone', 'event 2'])
  })

  test.each([[{}], [{ events: { startsFrom: 'x' } }], [{ events: {}, limit: 0 }]])('is refused for invalid lists: %j', async (input) => {
    await expect(openTicking().calendar.changes.token(input)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('is of no use for other lists', async () => {
    const { calendar } = openTicking()
    const token = await calendar.changes.token({ events: { featured: true } })
    await expect(calendar.changes.since(token, { events: {} })).rejects.toMatchObject({ code: 'token_expired' })
  })
})
