import { describe, expect, test } from 'vitest'
import { invalidFields, issuesOf, openCalendar } from '../../../../test/open-calendar.ts'
import type { SeriesPreviewInput } from '../dates.ts'

const evening = (recurrence: SeriesPreviewInput['recurrence'], change: Partial<SeriesPreviewInput> = {}): SeriesPreviewInput => ({
  startDate: '2026-06-09 19:00',
  endDate: '2026-06-09 21:00',
  recurrence,
  ...change,
})

describe('a preview of a series', () => {
  test('has its first dates, and its rule in canonical form', async () => {
    const { calendar } = openCalendar()
    expect(await calendar.events.previewSeries(evening('rrule:freq=weekly;byday=tu;interval=2'), { limit: 3 })).toEqual({
      rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
      dates: [
        { startDate: '2026-06-09 19:00:00', endDate: '2026-06-09 21:00:00' },
        { startDate: '2026-06-23 19:00:00', endDate: '2026-06-23 21:00:00' },
        { startDate: '2026-07-07 19:00:00', endDate: '2026-07-07 21:00:00' },
      ],
    })
    expect((await calendar.events.previewSeries(evening('FREQ=DAILY'))).dates).toHaveLength(5)
    expect((await calendar.events.previewSeries(evening('FREQ=DAILY;COUNT=2'))).dates).toHaveLength(2)
  })

  test.each<[string, SeriesPreviewInput]>([
    ['with further and excluded dates', evening({ rule: 'FREQ=WEEKLY;COUNT=3', dates: ['2026-06-12 15:00'], except: ['2026-06-16'] })],
    ['of listed dates', evening({ dates: ['2026-06-10', '2026-07-01'] })],
    ['of an all-day event', evening('FREQ=MONTHLY;BYMONTHDAY=9;COUNT=4', { startDate: '2026-06-09', endDate: '2026-06-10', allDay: true })],
    ...['2026-03-28', '2026-03-29'].map((day): [string, SeriesPreviewInput] => [
      `from ${day} on, with a start that clocks skip on the 29th,`,
      evening('FREQ=DAILY;COUNT=3', { startDate: `${day} 02:30`, endDate: `${day} 04:00`, timeZone: 'Europe/Berlin' }),
    ]),
  ])('%s has the dates that a creation stores', async (_, input) => {
    const { calendar } = openCalendar()
    const { rule, dates } = await calendar.events.previewSeries(input, { limit: 100 })
    const series = await calendar.events.create({ title: 'Evening', ...input })
    const { items } = await calendar.events.list({ seriesIds: series.id, startsFrom: '2026-01-01' })
    expect(items.map(({ startDate, endDate }) => ({ startDate, endDate }))).toEqual(dates)
    expect(rule).toBe(series.recurrence?.rule)
  })

  test('stores nothing', async () => {
    const { calendar, memory } = openCalendar()
    const before = memory.snapshot()
    await calendar.events.previewSeries(evening('FREQ=DAILY'))
    expect(memory.snapshot()).toEqual(before)
  })

  test.each<[object, Readonly<Record<string, string>>]>([
    [{}, { startDate: 'is required', endDate: 'is required', recurrence: 'is required' }],
    [evening(null), { recurrence: 'is required' }],
    [evening({ rule: 'FREQ=DAILY', ...{ id: '2026-06-09 19:00:00' } }), { recurrence: 'is required' }],
    [evening('FREQ=DAILY', { endDate: '2026-06-08' }), { endDate: 'must not be before the start' }],
    [
      evening('FREQ=WEEKLY;BYDAY=MO'),
      { recurrence: 'must name the date of the start: the first date from there that the rule names is 2026-06-15' },
    ],
  ])('case %#: refuses what a creation refuses, with the same reason', async (input, reasons) => {
    const { calendar } = openCalendar()
    expect(await issuesOf(calendar.events.previewSeries(input as SeriesPreviewInput))).toEqual(reasons)
  })

  test('is refused for invalid arguments', async () => {
    const { calendar } = openCalendar()
    const call = (input: unknown, options?: unknown) => calendar.events.previewSeries(input as SeriesPreviewInput, options as object)
    expect(await invalidFields(call(null))).toEqual(['input'])
    expect(await invalidFields(call(evening('FREQ=DAILY'), []))).toEqual(['options'])
    for (const limit of [0, -1, 1.5, Number.NaN])
      await expect(call(evening('FREQ=DAILY'), { limit })).rejects.toThrow(`limit must be an integer of 1 or more, not ${limit}`)
  })
})
