import { type Calendar, type Event, type EventInput, isCalendarError } from '@kalends/core'
import { addLocalDays } from '@kalends/core/format'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { icalJs, nodeIcalSingles, type ReadDate } from './readers.ts'
import { openCalendar, write } from './support.ts'

/** Scales the number of cases to the lane: a tenth in the quick lane, ten times as many in the long one. */
const times = Number(process.env['KALENDS_TIMES'] ?? 1)

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Tokyo',
  'America/Santiago',
  'Europe/Dublin',
  'Asia/Kolkata',
  'UTC',
  '+05:30',
]

/** Days near clock changes of many of the zones, and other days. */
const day = fc.constantFrom(
  '2026-03-07',
  '2026-03-08',
  '2026-03-28',
  '2026-03-29',
  '2026-04-04',
  '2026-04-05',
  '2026-10-24',
  '2026-10-25',
  '2026-11-01',
  '2026-06-15',
  '2027-01-31',
)
const clock = fc.constantFrom('00:00', '01:45', '02:00', '02:30', '03:00', '12:15', '19:30', '22:00')

const title = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map((text) => `t${text.replace(/[,\s\p{C}\p{Z}]/gu, '')}`)

const event = fc.record({
  title,
  day,
  clock,
  minutes: fc.constantFrom(0, 30, 90, 480, 1_500),
  timeZone: fc.constantFrom(...zones),
  allDay: fc.boolean(),
})

type RandomEvent = typeof event extends fc.Arbitrary<infer T> ? T : never

function toInput({ title: name, day: date, clock: begin, minutes, timeZone, allDay }: RandomEvent): EventInput {
  const end = new Date(Date.parse(`${date}T${begin}Z`) + minutes * 60_000).toISOString().slice(0, 16)
  return allDay
    ? { title: name, startDate: date, endDate: addLocalDays(date, Math.floor(minutes / 400)), timeZone, allDay }
    : { title: name, startDate: `${date} ${begin}`, endDate: end, timeZone }
}

const toRead = ({ title: name, allDay, startDate, endDate, startMs, endMs }: Event): ReadDate =>
  allDay ? [name, startDate.slice(0, 10), addLocalDays(endDate.slice(0, 10), 1)] : [name, String(startMs), String(endMs)]

const sorted = (dates: readonly ReadDate[]): readonly string[] => dates.map(String).sort()

/** Creates an event; undefined if it is invalid because a clock change puts its end before its start. */
async function createIfPossible(calendar: Calendar, input: EventInput): Promise<Event | undefined> {
  try {
    return await calendar.events.create(input)
  } catch (error) {
    if (isCalendarError(error, 'invalid_input')) return undefined
    throw error
  }
}

describe('ical.js and node-ical', () => {
  test('read single events with the same titles at the same instants', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 12 }), async (all) => {
        const calendar = openCalendar()
        const events = (await Promise.all(all.map((one) => createIfPossible(calendar, toInput(one))))).filter((one) => one !== undefined)
        const text = write(events)
        const expected = sorted(events.map(toRead))
        expect(icalJs(text, Number.MAX_SAFE_INTEGER).map(String)).toEqual(expected)
        expect(nodeIcalSingles(text).map(String)).toEqual([...new Set(expected)])
      }),
      { numRuns: Math.ceil(300 * times) },
    )
  })
})

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** Rules whose first date is the given day. */
const ruleOf = (date: string): fc.Arbitrary<string> => {
  const weekday = weekdays[new Date(date).getUTCDay()] ?? ''
  const nth = Math.ceil(Number(date.slice(8)) / 7)
  const part = fc.constantFrom(
    'DAILY',
    'DAILY;INTERVAL=3',
    'WEEKLY',
    `WEEKLY;BYDAY=${weekday}`,
    `WEEKLY;INTERVAL=2;BYDAY=${weekday},TH`,
    'MONTHLY',
    `MONTHLY;BYDAY=${nth > 4 ? -1 : nth}${weekday}`,
    'YEARLY',
    `WEEKLY;BYDAY=${weekday};WKST=SU`,
  )
  const end = fc.constantFrom('', ';COUNT=12', ';COUNT=40', ';UNTIL=20271015', ';UNTIL=20261025T013000Z')
  return fc.tuple(part, end).map(([rule, until]) => `FREQ=${rule}${until}`)
}

const change = fc.record({
  place: fc.nat(30),
  kind: fc.constantFrom('title', 'move', 'trash', 'delete', 'draft', 'zone', 'cancel' as const),
})

const series = fc
  .record({ event, changes: fc.array(change, { maxLength: 4 }), dates: fc.boolean() })
  .chain((one) => ruleOf(one.event.day).map((rule) => ({ ...one, rule })))

async function applyChange(
  calendar: Calendar,
  id: number,
  { place, kind }: typeof change extends fc.Arbitrary<infer T> ? T : never,
): Promise<void> {
  const { items } = await calendar.events.list({ series: id, startDate: '2026-01-01', endDate: '2028-01-01', perPage: 31 })
  const occurrence = items[place]
  if (occurrence === undefined) return
  const { events } = calendar
  const moved = addLocalDays(occurrence.startDate.slice(0, 10), 1)
  if (kind === 'title') await events.update(occurrence.id, { title: 'changed' })
  if (kind === 'move') await events.update(occurrence.id, { startDate: moved, endDate: `${moved} 23:10` })
  if (kind === 'zone') await events.update(occurrence.id, { timeZone: 'Asia/Tokyo' })
  if (kind === 'cancel') await events.update(occurrence.id, { eventStatus: 'cancelled' })
  if (kind === 'draft') await events.update(occurrence.id, { status: 'draft' })
  if (kind === 'trash') await events.trash(occurrence.id)
  if (kind === 'delete') await events.delete(occurrence.id)
}

/** The end of the comparison: before the horizon of endless series. */
const untilMs = Date.parse('2028-03-01T00:00:00Z')

describe('ical.js', () => {
  test('expands series to the dates that lists have, at the same instants', async () => {
    let [withRule, withOverride, single] = [0, 0, 0]
    const property = fc.asyncProperty(series, async (given) => {
      const calendar = openCalendar()
      const input = toInput(given.event)
      const dates = given.dates ? [`${addLocalDays(given.event.day, 2)} 12:34:00`] : []
      const made = await createIfPossible(calendar, { ...input, recurrence: { rule: given.rule, dates: input.allDay ? [] : dates } })
      if (made === undefined) return
      for (const one of given.changes) await applyChange(calendar, made.id, one)
      const published = { status: 'publish', series: made.id, startDate: '2026-01-01', endDate: '2028-12-31' } as const
      const expected: ReadDate[] = []
      for await (const one of calendar.events.each(published)) if (one.startMs < untilMs) expected.push(toRead(one))
      const items = await calendar.events.series([made.id], {})
      const text = write(items)
      if (/^RRULE:FREQ=(?!YEARLY;BYMONTH)/m.test(text)) withRule++
      else single++
      if (text.includes('RECURRENCE-ID')) withOverride++
      const isRead = ([, start]: ReadDate): boolean => (start.includes('-') ? Date.parse(start) : Number(start)) < untilMs
      const read = icalJs(text, untilMs + 86_400_000).filter(isRead)
      const inTime = expected.filter(isRead)
      expect(read.map(String), text).toEqual(sorted(inTime))
    })
    await fc.assert(property, { numRuns: Math.ceil(300 * times) })
    // Each way to write a series occurs in at least three of the random cases.
    expect([withRule, withOverride, single].filter((count) => count < 3)).toEqual([])
  })
})
