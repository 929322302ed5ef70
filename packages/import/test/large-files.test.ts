import { expect, test } from 'vitest'
import { calendar } from './nasty-files.ts'
import { readAll, toRow } from './support.ts'

/** Files of a megabyte at most, each of which took minutes once. A file that takes longer than a test may take fails. */
const event = (...lines: readonly string[]): readonly string[] => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
const rows = async (...lines: readonly string[]): Promise<readonly string[]> => (await readAll(calendar(...lines))).map(toRow)
const times = (count: number, toLines: (index: number) => readonly string[]): readonly string[] =>
  Array.from({ length: count }, (_, index) => toLines(index)).flat()
const two = (number: number): string => String(number).padStart(2, '0')

test('a series with thousands of overrides', async () => {
  const series = event('UID:1', 'DTSTART:20260101T100000Z', 'RRULE:FREQ=DAILY;COUNT=99999')
  const overrides = times(5_000, (at) => {
    const id = `${2030 + (at % 150)}${two((at % 12) + 1)}${two((at % 28) + 1)}T100000Z`
    return event('UID:1', `RECURRENCE-ID:${id}`, 'DTSTART:20260601T203000Z')
  })
  expect((await rows(...series, ...overrides)).at(-1)).toBe('end: complete')
})

test('a place and an organizer of spaces and colons', async () => {
  const [place = ''] = await rows(...event('UID:1', 'DTSTART:20260531', `LOCATION:a${' '.repeat(200_000)}b${'\\n'.repeat(200_000)}c`))
  expect(place).toContain('2026-05-31')
  const [organizer = ''] = await rows(...event('UID:1', 'DTSTART:20260531', `ORGANIZER:${'mailto:'.repeat(100_000)}\u2028`))
  expect(organizer).toContain('2026-05-31')
})

test('thousands of unknown zones, and zones with thousands of changes', async () => {
  const unknown = times(2_000, (at) => event(`UID:${at}`, `DTSTART;TZID="(UTC) ${at}${',a'.repeat(110)}":20260101T100000`))
  expect(new Set((await rows(...unknown)).map((row) => row.split(': ')[1]))).toEqual(new Set(['unknown_zone', 'complete']))
  const changes = `RDATE:${'20260101T000000,'.repeat(20_000)}`
  const zone = ['BEGIN:VTIMEZONE', 'TZID:X', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETTO:+0137', changes, 'END:STANDARD']
  const inZone = times(1_000, (at) => event(`UID:${at}`, `DTSTART;TZID=X:20260101T10${two(at % 60)}00`))
  expect((await rows(...zone, 'END:VTIMEZONE', ...inZone))[0]).toBe('unreadable 0: unknown_zone')
})

test('thousands of rules by seconds, one of which is refused at last', async () => {
  const rules = times(2_000, () => ['RRULE:FREQ=SECONDLY;BYHOUR=59'])
  const wide = await rows(...event('UID:1', 'DTSTART:20260101T100000Z', 'RRULE:FREQ=SECONDLY;INTERVAL=600;COUNT=2'))
  expect(wide[0]).toContain('rule_expanded')
  expect((await rows(...event('UID:1', 'DTSTART:20260101T100000Z', ...rules)))[0]).toBe('unreadable 1: rule_not_supported')
})

test('thousands of rules that name no day', async () => {
  const rule = 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'
  const found = await rows(...times(8_000, (at) => event(`UID:${at}`, 'DTSTART:20260101T100000Z', rule)))
  expect(found).toHaveLength(8_001)
  expect(found[0]).toContain('rule_without_dates')
})

test('rules that take long let others run', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  // Each year is searched up to 2200: none has 60 Mondays.
  const rule = 'RRULE:FREQ=YEARLY;BYDAY=MO;BYSETPOS=60'
  await rows(...times(100, (at) => event(`UID:${at}`, 'DTSTART:20260101T100000Z', rule)))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(1)
})
