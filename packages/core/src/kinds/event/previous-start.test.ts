import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anEvent, openCalendar } from '../../../test/open-calendar.ts'
import type { EventInput, EventPatch } from './schema.ts'
import type { Event } from './view.ts'

/** Scales the number of cases to the lane: a tenth in the quick lane, ten times as many in the long one. */
const times = Number(process.env['KALENDS_TIMES'] ?? 1)

const inJuly = { startDate: '2026-07-01 19:30:00', endDate: '2026-07-01 21:00:00' }
const inAugust = { startDate: '2026-08-01 19:30:00', endDate: '2026-08-01 21:00:00' }
const inJune = { startDate: '2026-06-10 19:30:00', endDate: '2026-06-10 21:00:00' }

/** The previous start after each of some updates of an event that was created for 10 June 2026, 19:30 in Berlin. */
async function previousStarts(given: Partial<EventInput>, ...patches: readonly EventPatch[]): Promise<readonly string[]> {
  const { calendar } = openCalendar()
  const { id, previousStartDate } = await calendar.events.create(anEvent(given))
  expect(previousStartDate).toBe('')
  const found: string[] = []
  for (const patch of patches) found.push((await calendar.events.update(id, patch)).previousStartDate)
  return found
}

describe('the previous start', () => {
  test.each<[string, Partial<EventInput>, readonly (readonly [EventPatch, string])[]]>([
    [
      'is set by a move, and cleared by a move back',
      {},
      [
        [inJuly, '2026-06-10 19:30:00'],
        [inJune, ''],
      ],
    ],
    [
      'is the first one of several starts, until the event moves back to it',
      {},
      [
        [inJuly, '2026-06-10 19:30:00'],
        [inAugust, '2026-06-10 19:30:00'],
        [inJuly, '2026-06-10 19:30:00'],
        [inJune, ''],
        [inAugust, '2026-06-10 19:30:00'],
      ],
    ],
    ['is not set by a new end', {}, [[{ endDate: '2026-06-10 23:00:00' }, '']]],
    ['is not set by the same dates', {}, [[inJune, '']]],
    ['is not set by the same instant in another notation', {}, [[{ startDate: '2026-06-10T17:30:00Z' }, '']]],
    [
      'is not set on a draft, but after its publication',
      { status: 'draft' },
      [
        [inJuly, ''],
        [{ status: 'publish' }, ''],
        [inAugust, '2026-07-01 19:30:00'],
      ],
    ],
    ['is not set by a write that publishes', { status: 'private' }, [[{ ...inJuly, status: 'publish' }, '']]],
    ['is not set on a scheduled event', { published: '2026-06-02' }, [[inJuly, '']]],
    ['is set by a move that also makes the event a draft', {}, [[{ ...inJuly, status: 'draft' }, '2026-06-10 19:30:00']]],
    [
      'is kept when the event becomes a draft, and cleared by a move back of the draft',
      {},
      [
        [inJuly, '2026-06-10 19:30:00'],
        [{ status: 'draft' }, '2026-06-10 19:30:00'],
        [inAugust, '2026-06-10 19:30:00'],
        [inJune, ''],
      ],
    ],
    [
      'is not set while the event is a draft in between',
      {},
      [
        [{ status: 'draft' }, ''],
        [inJuly, ''],
        [{ status: 'publish' }, ''],
      ],
    ],
    ['is set on a hidden event', { hidden: true }, [[inJuly, '2026-06-10 19:30:00']]],
    [
      'is a wall time in the zone of the event',
      {},
      [
        [{ ...inJuly, timeZone: 'UTC' }, '2026-06-10 17:30:00'],
        [{ timeZone: 'America/New_York' }, '2026-06-10 13:30:00'],
        [{ timeZone: 'Europe/Berlin' }, '2026-06-10 19:30:00'],
      ],
    ],
    ['is set by a new zone, which changes the instant', {}, [[{ timeZone: 'America/New_York' }, '2026-06-10 13:30:00']]],
    [
      'is not set by a new zone with the same instant',
      {},
      [[{ timeZone: 'America/New_York', startDate: '2026-06-10 13:30', endDate: '2026-06-10 15:00' }, '']],
    ],
    [
      'is set when the event becomes an all-day event, which starts at midnight',
      {},
      [
        [{ allDay: true }, '2026-06-10 19:30:00'],
        [{ allDay: false, ...inJune }, ''],
      ],
    ],
    ['is midnight for an all-day event', { allDay: true }, [[{ ...inJuly, allDay: true }, '2026-06-10 00:00:00']]],
    [
      'is midnight for an all-day event even on a day that starts at 01:00',
      { allDay: true, timeZone: 'America/Santiago', startDate: '2026-09-06', endDate: '2026-09-06' },
      [
        [{ startDate: '2026-09-07', endDate: '2026-09-07' }, '2026-09-06 00:00:00'],
        [{ startDate: '2026-09-06', endDate: '2026-09-06' }, ''],
      ],
    ],
    [
      'distinguishes the two passes of a repeated hour',
      { startDate: '2026-10-25T02:30+02:00', endDate: '2026-10-26' },
      [
        [{ startDate: '2026-10-25T02:30+01:00' }, '2026-10-25 02:30:00'],
        [{ timeZone: 'UTC', startDate: '2026-10-25T01:30Z' }, '2026-10-25 00:30:00'],
        [{ timeZone: 'Europe/Berlin', startDate: '2026-10-25T01:30Z' }, '2026-10-25 02:30:00'],
        [{ startDate: '2026-10-25T00:30Z' }, ''],
      ],
    ],
  ])('%s', async (_name, given, steps) => {
    expect(await previousStarts(given, ...steps.map(([patch]) => patch))).toEqual(steps.map(([, expected]) => expected))
  })

  test('is kept in the trash, and not set by a restore that moves the event', async () => {
    const { calendar } = openCalendar()
    const { id } = await calendar.events.create(anEvent())
    await calendar.events.update(id, inJuly)
    expect((await calendar.events.trash(id)).previousStartDate).toBe('2026-06-10 19:30:00')
    expect((await calendar.events.restore(id)).previousStartDate).toBe('2026-06-10 19:30:00')
    const other = await calendar.events.create(anEvent())
    await calendar.events.trash(other.id)
    expect((await calendar.events.update(other.id, { ...inJuly, status: 'publish' })).previousStartDate).toBe('')
  })

  test('is set on a scheduled event after its publication date', async () => {
    const { calendar, clock } = openCalendar()
    const { id } = await calendar.events.create(anEvent({ published: '2026-06-02' }))
    clock.advance(24 * 3_600_000)
    expect(await calendar.events.update(id, inJuly)).toMatchObject({
      previousStartDate: '2026-06-10 19:30:00',
      previousStartMs: Date.parse('2026-06-10T17:30:00Z'),
    })
  })

  test('cannot be set by an input', async () => {
    const { calendar } = openCalendar()
    const { id } = await calendar.events.create(anEvent())
    const written = { previousStartDate: '2026-01-01 00:00:00', previousStartLocal: '2026-01-01T00:00:00', previousStartMs: 5 }
    expect(await calendar.events.update(id, { ...inJuly, ...written })).toMatchObject({ previousStartDate: '2026-06-10 19:30:00' })
    const moved = await calendar.events.get(id)
    const { title, startDate, endDate } = moved
    expect(await calendar.events.create({ title, startDate, endDate, ...written })).toMatchObject({ previousStartMs: null })
    await calendar.events.createMany([{ title, startDate, endDate, ...written }])
    expect((await calendar.events.list({ search: title, orderBy: 'id' })).items.map((event) => event.previousStartDate)).toEqual([
      '2026-06-10 19:30:00',
      '',
      '',
    ])
  })

  const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC', '+05:45']
  const starts = ['2026-06-10 19:30', '2026-10-25T00:30Z', '2026-10-25T01:30Z', '2026-10-25 02:30', '2026-03-29 02:30', '2026-04-04T15:15Z']
  const edit = fc.record(
    {
      startDate: fc.constantFrom(...starts),
      timeZone: fc.constantFrom(...zones),
      allDay: fc.boolean(),
      status: fc.constantFrom('publish' as const, 'publish' as const, 'draft' as const, 'trash' as const),
      published: fc.constantFrom('2026-05-01', '2026-07-01'),
    },
    { requiredKeys: [] },
  )

  /** An instant as wall time in a zone. */
  const wallTimeIn = (timeZone: string, ms: number): string =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(ms)

  /** A model of the previous start: the first start that a public event has moved away from; null once the event has moved back to it. */
  const nextPrevious = (previous: number | null, before: Event, after: Event): number | null => {
    const first = previous ?? (before.status === 'publish' ? before.startMs : null)
    return first === after.startMs ? null : first
  }

  test('agrees with a model under random changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 8 }), async (edits) => {
        const { calendar } = openCalendar()
        let event = await calendar.events.create(anEvent({ endDate: '2026-12-31' }))
        let previous: number | null = null
        for (const patch of edits) {
          // An update of a record in the trash is refused unless it restores the record.
          const isRefused = event.status === 'trash' && (patch.status ?? 'trash') === 'trash'
          const after = isRefused ? event : await calendar.events.update(event.id, patch)
          previous = isRefused ? previous : nextPrevious(previous, event, after)
          expect(after.previousStartMs).toBe(previous)
          expect(after.previousStartDate).toBe(previous === null ? '' : wallTimeIn(after.timeZone, previous))
          if (!isRefused && after.status !== 'trash') expect(await calendar.events.get(event.id)).toEqual(after)
          event = after
        }
        if (previous === null || event.status === 'trash') return
        const back = await calendar.events.update(event.id, { startDate: new Date(previous).toISOString(), allDay: false })
        expect(back).toMatchObject({ startMs: previous, previousStartDate: '', previousStartMs: null })
      }),
      { numRuns: Math.ceil(1_000 * times) },
    )
  })
})
