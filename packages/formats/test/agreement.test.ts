import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectDates } from './oracles/expect-dates.ts'
import { createEvents, createSeries, type RandomCalendar, randomEvents, randomSeries, readUntil } from './random-calendars.ts'
import { icalJs, nodeIcalReader } from './readers.ts'
import { write } from './support.ts'

/** Scales the number of cases to the lane: a tenth in the quick lane, ten times as many in the long one. */
const times = Number(process.env['KALENDS_TIMES'] ?? 1)

/** The document of a calendar, which other programs read. */
function expectAgreement(calendar: RandomCalendar): string {
  const text = write(calendar.items)
  expectDates('ical.js', text, icalJs(text, readUntil), calendar)
  expectDates('node-ical', text, nodeIcalReader(text, readUntil), calendar)
  return text
}

test('other programs find the texts and instants of single events', async () => {
  const property = fc.asyncProperty(randomEvents, async (given) => {
    expectAgreement(await createEvents(given))
  })
  await fc.assert(property, { numRuns: Math.ceil(300 * times) })
})

test('other programs find the dates of series that lists have', async () => {
  let [withRule, withOverride, single] = [0, 0, 0]
  const property = fc.asyncProperty(randomSeries, async (given) => {
    const calendar = await createSeries(given)
    if (calendar === undefined) return
    const text = expectAgreement(calendar)
    if (/^RRULE:FREQ=(?!YEARLY;BYMONTH)/m.test(text)) withRule++
    else single++
    if (text.includes('RECURRENCE-ID')) withOverride++
  })
  await fc.assert(property, { numRuns: Math.ceil(300 * times) })
  // All ways to write a series are tried.
  expect([withRule, withOverride, single].filter((count) => count === 0)).toEqual([])
})
