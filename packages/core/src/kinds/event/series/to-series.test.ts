import { describe, expect, test } from 'vitest'
import { timesOf } from '../../../../test/event-times.ts'
import { isReason, messageOf } from '../../../errors/issues.ts'
import { toReason } from '../../../input/schemas.ts'
import { type RecurrenceInput, recurrenceField } from './input.ts'
import { keysOf } from './keys.ts'
import { type NewSeries, toSeries } from './to-series.ts'

/** How an event on Tuesday, 2 June 2026, 19:00 in Berlin repeats, as of 1 June; or the reason for a refusal. */
function made(input: unknown, { start = '2026-06-02T19:00:00', allDay = false } = {}): NewSeries | string {
  const result = recurrenceField.safeParse(input)
  if (!result.success) return result.error.issues.map((issue) => messageOf(toReason(issue))).join()
  if (result.data === null) return 'none'
  const series = toSeries(result.data, timesOf(start, `${start.slice(0, 11)}23:00:00`, 'Europe/Berlin', allDay), {
    nowMs: Date.UTC(2026, 5, 1, 12),
    horizonMonths: 30,
  })
  return isReason(series) ? messageOf(series) : series
}

function accepted(input: RecurrenceInput, options?: { start?: string; allDay?: boolean }): NewSeries {
  const series = made(input, options)
  if (typeof series === 'string') throw new Error(series)
  return series
}

describe('a recurrence is stored in canonical form', () => {
  test.each<[RecurrenceInput, string]>([
    ['rrule:freq=weekly;byday=tu;', 'FREQ=WEEKLY;BYDAY=TU'],
    [{ rule: 'FREQ=WEEKLY;INTERVAL=1;WKST=MO' }, 'FREQ=WEEKLY'],
    ['FREQ=WEEKLY;UNTIL=20260630', 'FREQ=WEEKLY;UNTIL=20260630T235959'],
    ['FREQ=WEEKLY;UNTIL=20260630T190000', 'FREQ=WEEKLY;UNTIL=20260630T190000'],
    ['FREQ=WEEKLY;UNTIL=20260630T170000Z', 'FREQ=WEEKLY;UNTIL=20260630T190000'],
    ['FREQ=WEEKLY;UNTIL=20260630T165959Z', 'FREQ=WEEKLY;UNTIL=20260629T190000'],
    ['FREQ=WEEKLY;UNTIL=99991231T235959Z', 'FREQ=WEEKLY;UNTIL=22011231T190000'],
    [{ dates: ['2026-06-09'] }, ''],
  ])('%j as %j', (input, rule) => {
    expect(accepted(input).recurrence.rule).toBe(rule)
  })

  test('dates are wall times, and days mean the time of the start', () => {
    const { recurrence } = accepted({
      rule: 'FREQ=WEEKLY',
      dates: ['2026-06-05 21:00', '2026-06-04', '2026-06-04T19:00:00'],
      except: ['2026-06-09', '2026-06-05 21:00:00'],
    })
    expect(recurrence.dates).toEqual(['2026-06-04T19:00:00', '2026-06-05T21:00:00'])
    expect(recurrence.except).toEqual(['2026-06-05T21:00:00', '2026-06-09T19:00:00'])
  })

  test('dates of an all-day series are days', () => {
    const { recurrence } = accepted({ dates: ['2026-06-05 21:00'], except: ['2026-06-02'] }, { allDay: true })
    expect(recurrence).toEqual({ rule: '', dates: ['2026-06-05T00:00:00'], except: ['2026-06-02T00:00:00'] })
  })
})

describe('an UNTIL in a repeated hour', () => {
  test.each([
    ['20261025T003000Z', '2026-10-25T02:30:00'],
    ['20261025T002959Z', '2026-10-24T02:30:00'],
  ])('of %s includes a start in the first pass up to the same instant: the last start is %s', (until, last) => {
    const series = accepted(`FREQ=DAILY;UNTIL=${until}`, { start: '2026-10-20T02:30:00' })
    expect(keysOf(series).at(-1)).toBe(last)
  })
})

describe('the stored occurrences', () => {
  test.each<[string, RecurrenceInput, string | undefined, number, string]>([
    ['are all of a series with UNTIL', 'FREQ=MONTHLY;UNTIL=21000101', undefined, 883, ''],
    ['are all of a series with COUNT', 'FREQ=DAILY;COUNT=2000', undefined, 2000, ''],
    ['are all of a series of listed dates', { dates: ['2199-01-01'] }, undefined, 2, ''],
    ['are those of thirty months of an endless series', 'FREQ=WEEKLY', undefined, 131, '2028-12-01T14:00:00'],
    ['are those of thirty months of a series with a far end', 'FREQ=DAILY;UNTIL=21000101', undefined, 913, '2028-12-01T14:00:00'],
    ['are the first one of a series that starts after the horizon', 'FREQ=YEARLY', '2030-01-01T19:00:00', 1, '2030-01-01T19:00:01'],
    [
      'are the first one of a series that starts a year before the last date',
      'FREQ=YEARLY;INTERVAL=1',
      '2199-01-01T19:00:00',
      1,
      '2199-01-01T19:00:01',
    ],
  ])('%s', (_, input, start, count, extendedTo) => {
    const series = accepted(input, start === undefined ? {} : { start })
    expect(series.extendedTo).toBe(extendedTo)
    expect(keysOf(series, { before: extendedTo })).toHaveLength(count)
  })
})

describe('a recurrence is refused', () => {
  const many = Array.from({ length: 501 }, () => '2026-06-09')
  test.each<[unknown, string]>([
    [7, 'must be a rule such as FREQ=WEEKLY;BYDAY=TU, an object with rule, dates and except, or null'],
    [['FREQ=WEEKLY'], 'must be a rule such as FREQ=WEEKLY;BYDAY=TU, an object with rule, dates and except, or null'],
    [{ rule: 7 }, 'must be a rule such as FREQ=WEEKLY;BYDAY=TU, an object with rule, dates and except, or null'],
    [{}, 'must have a rule or dates'],
    [{ rule: '', dates: [] }, 'must have a rule or dates'],
    [
      { dates: '2026-06-09' },
      'must have dates and except as lists of days or wall times without an offset: 2026-12-08 or 2026-12-08 19:00:00',
    ],
    [{ dates: [7] }, 'must have dates and except as lists of days or wall times without an offset: 2026-12-08 or 2026-12-08 19:00:00'],
    [
      { dates: ['2026-06-09T19:00Z'] },
      'must have dates and except as lists of days or wall times without an offset: 2026-12-08 or 2026-12-08 19:00:00',
    ],
    [{ rule: 'FREQ=WEEKLY', dates: many }, 'must have at most 500 dates, and at most 500 in except'],
    [{ rule: 'FREQ=WEEKLY', except: many }, 'must have at most 500 dates, and at most 500 in except'],
    [{ rule: 'FREQ=WEEKLY', dates: ['1899-12-31'] }, 'must have dates and except in the years 1900 to 2200'],
    [{ rule: 'FREQ=DAILY;COUNT=3', dates: ['2200-12-31 20:00'] }, 'must have dates that end in the years 1900 to 2200'],
    [{ rule: 'FREQ=WEEKLY', except: ['2026-06-10'] }, 'must list dates of the series in except: it has none on 2026-06-10 19:00:00'],
    [{ rule: 'FREQ=WEEKLY;COUNT=1', except: ['2026-06-02'] }, 'must not exclude every date'],
    ['FREQ=DAILY;UNTIL=20260601', 'must have UNTIL at or after the start'],
    ['FREQ=WEEKLY;BYDAY=MO', 'must name the date of the start: the first date from there that the rule names is 2026-06-08'],
    ['FREQ=HOURLY', 'must have FREQ as DAILY, WEEKLY, MONTHLY or YEARLY'],
  ])('%j', (input, reason) => {
    expect(made(input)).toBe(reason)
  })

  test('with more than 2,000 dates', () => {
    expect(made('FREQ=DAILY', { start: '2020-06-02T19:00:00' })).toBe(
      'must end sooner or repeat less often: it has more than 2,000 dates by 2028-12-01',
    )
  })
})
