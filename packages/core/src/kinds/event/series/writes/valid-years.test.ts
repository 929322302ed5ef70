import { expect, test } from 'vitest'
import { issuesOf } from '../../../../../test/open-calendar.ts'
import { openMarket } from '../../../../../test/series.ts'
import type { EventPatch } from '../../schema.ts'
import type { RecurrenceInput } from '../input.ts'

const outside = 'must be in the years 1900 to 2200'
const onLastDay = { rule: 'FREQ=WEEKLY;COUNT=4', dates: ['2200-12-31'] }
const inLastYear = { rule: 'FREQ=YEARLY;INTERVAL=58;COUNT=4', except: ['2200-06-02'] }

test.each<[string, RecurrenceInput, EventPatch, Record<string, string>]>([
  ['dates', onLastDay, { startDate: '2026-06-10 10:00', endDate: '2026-06-10 12:00' }, { startDate: outside }],
  ['excluded dates', inLastYear, { startDate: '2027-01-01 10:00', endDate: '2027-01-01 12:00' }, { startDate: outside }],
  ['the ends of its dates', onLastDay, { endDate: '2026-06-03 01:00' }, { endDate: outside }],
  [
    'the end of a new date',
    'FREQ=WEEKLY;COUNT=4',
    { recurrence: { dates: ['2200-12-31 23:00'] } },
    { recurrence: 'must have dates that end in the years 1900 to 2200' },
  ],
])('a series does not move %s out of the valid years', async (_, recurrence, patch, issues) => {
  const { calendar } = await openMarket({ recurrence })
  expect(await issuesOf(calendar.events.update(1, patch))).toEqual(issues)
})
