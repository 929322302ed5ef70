import { type EventInput, isCalendarError } from '@kalends/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startFullcalendar, toEvent, windowOf } from './support.ts'

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Pacific/Kiritimati',
  'Pacific/Niue',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  '+14:00',
  '-12:00',
]
const zone = fc.constantFrom(...zones)
const hourMs = 3_600_000

/** Two weeks around a clock change of Central Europe and, a week later, of North America. */
const fromMs = Date.UTC(2031, 9, 22)
const instantMs = fc.integer({ min: 0, max: 14 * 24 * 2 }).map((halves) => fromMs + (halves * hourMs) / 2)
const lengthMs = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 60 }).map((hours) => hours * hourMs),
)
const toIso = (ms: number): string => new Date(ms).toISOString()

const event: fc.Arbitrary<Partial<EventInput>> = fc
  .record({ startMs: instantMs, lengthMs, timeZone: zone, allDay: fc.boolean() })
  .map(({ startMs, lengthMs, ...rest }) => ({ ...rest, startDate: toIso(startMs), endDate: toIso(startMs + lengthMs) }))

/** The local time in a zone as `YYYY-MM-DD HH:MM:SS`, formatted by `Intl`, which shares no code with the library. */
const clockAt = (ms: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(ms)

interface Item {
  readonly id: string
  readonly start: string
  readonly end: string
  readonly allDay: boolean
}

test('a response contains exactly the events that overlap its window, at the right time in every zone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 12 }), instantMs, lengthMs, zone, async (inputs, startMs, windowMs, shownIn) => {
      const { calendar, ask } = await startFullcalendar()
      const events = await Promise.all(inputs.map((input) => calendar.events.create(toEvent(input))))
      const endMs = startMs + windowMs
      const { body }: { body: readonly Item[] } = await ask(windowOf(toIso(startMs), toIso(endMs), shownIn))
      const [firstDay, lastDay] = [clockAt(startMs, shownIn).slice(0, 10), clockAt(endMs - 1, shownIn).slice(0, 10)]
      const expected = events.filter((one) => {
        if (windowMs === 0) return false
        if (one.allDay) return one.startDate.slice(0, 10) <= lastDay && firstDay <= one.endDate.slice(0, 10)
        return one.startMs < endMs && (one.endMs > startMs || one.startMs === startMs)
      })
      expect(new Set(body.map(({ id }) => Number(id)))).toEqual(new Set(expected.map(({ id }) => id)))
      expect(body).toHaveLength(expected.length)
      for (const { id, start, end, allDay } of body) {
        const one = await calendar.events.get(Number(id))
        if (allDay) {
          expect([start, Date.parse(end) - Date.parse(one.endDate.slice(0, 10))]).toEqual([one.startDate.slice(0, 10), 24 * hourMs])
        } else {
          expect([Date.parse(start), Date.parse(end)]).toEqual([one.startMs, one.endMs])
          expect(start.slice(0, 19).replace('T', ' ')).toBe(clockAt(one.startMs, shownIn))
        }
      }
    }),
    { numRuns: 300 },
  )
})

test('two adjacent windows contain the events of the window that covers both', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 8 }), instantMs, lengthMs, lengthMs, zone, async (inputs, startMs, one, two, shownIn) => {
      const { titles } = await startFullcalendar(inputs.map((input, index) => ({ ...input, title: String(index) })))
      const show = (from: number, until: number): Promise<readonly string[]> => titles(windowOf(toIso(from), toIso(until), shownIn))
      const [middleMs, endMs] = [startMs + one, startMs + one + two]
      const parts = [...(await show(startMs, middleMs)), ...(await show(middleMs, endMs))]
      expect(new Set(parts)).toEqual(new Set(await show(startMs, endMs)))
    }),
    { numRuns: 100 },
  )
})

test('every query gives a 200, or a 400 that names start, end or timeZone', async () => {
  const { ask } = await startFullcalendar([{}])
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    zone,
  )
  await fc.assert(
    fc.asyncProperty(text, text, text, async (start, end, timeZone) => {
      const { status, body } = await ask(windowOf(start, end, timeZone))
      if (status !== 200)
        expect([status, isCalendarError(body), Object.keys(body.data.params)]).toEqual([
          400,
          false,
          expect.arrayContaining([expect.stringMatching(/^(?:start|end|timeZone)$/)]),
        ])
    }),
  )
})
