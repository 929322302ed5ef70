import { describe, expect, test } from 'vitest'
import type { Issues } from '../input/read.ts'
import { instantToLocal, type ParsedDateTime, parseDateTime } from '../time/wall-time.ts'
import { checkPublication, type Publication, resolvePublication, toStoredStatus } from './publication.ts'

const nowMs = Date.parse('2026-06-01T12:00:00.250Z')
const timeZone = 'Europe/Berlin'
const time = (text: string | null | undefined): ParsedDateTime | null | undefined => {
  if (text === null || text === undefined) return text
  const parsed = parseDateTime(text)
  if (parsed === undefined) throw new Error(`not a date: ${text}`)
  return parsed
}
const fieldsOf = (date: string | null | undefined, dateUtc?: string | null) => ({
  ...(date !== undefined && { published: time(date) ?? null }),
  ...(dateUtc !== undefined && { publishedUtc: time(dateUtc) ?? null }),
})
const shown = ({ publishedMs, publishedLocal }: Publication): string => `${new Date(publishedMs).toISOString()} ${publishedLocal}`

/** A record published in an hour that occurs twice in Berlin, at its second occurrence, at half a second. */
const before: Publication = { publishedMs: Date.parse('2026-10-25T01:30:00.500Z'), publishedLocal: '2026-10-25T02:30:00' }

describe('a publication time', () => {
  const now = '2026-06-01T12:00:00.250Z 2026-06-01T14:00:00'
  const kept = '2026-10-25T01:30:00.500Z 2026-10-25T02:30:00'
  test.each<[string, string | null | undefined, string | null | undefined, Publication | undefined, string]>([
    ['is now by default', undefined, undefined, undefined, now],
    ['of null is now', null, undefined, undefined, now],
    ['of null in UTC is now', undefined, null, undefined, now],
    ['of null in both fields is now', null, null, undefined, now],
    [
      'without an offset is wall time of the calendar',
      '2026-07-01 08:00',
      undefined,
      undefined,
      '2026-07-01T06:00:00.000Z 2026-07-01T08:00:00',
    ],
    ['with an offset is an instant', '2026-07-01T08:00Z', undefined, undefined, '2026-07-01T08:00:00.000Z 2026-07-01T10:00:00'],
    ['in UTC is UTC', undefined, '2026-07-01 08:00', undefined, '2026-07-01T08:00:00.000Z 2026-07-01T10:00:00'],
    ['in UTC with an offset is an instant', undefined, '2026-07-01T08:00+05:00', undefined, '2026-07-01T03:00:00.000Z 2026-07-01T05:00:00'],
    ['without a time is midnight', '2026-07-01', undefined, undefined, '2026-06-30T22:00:00.000Z 2026-07-01T00:00:00'],
    ['in a gap moves forward', '2026-03-29 02:30', undefined, undefined, '2026-03-29T01:30:00.000Z 2026-03-29T03:30:00'],
    ['that occurs twice is the first', '2026-10-25 02:30', undefined, undefined, '2026-10-25T00:30:00.000Z 2026-10-25T02:30:00'],
    [
      'that occurs twice is the occurrence that the UTC time selects',
      '2026-10-25 02:30',
      '2026-10-25 01:30',
      undefined,
      '2026-10-25T01:30:00.000Z 2026-10-25T02:30:00',
    ],
    ['ignores null in UTC beside a date', '2026-07-01 08:00', null, undefined, '2026-07-01T06:00:00.000Z 2026-07-01T08:00:00'],
    ['ignores null beside a date in UTC', null, '2026-07-01 06:00', undefined, '2026-07-01T06:00:00.000Z 2026-07-01T08:00:00'],
    ['is kept when nothing is given', undefined, undefined, before, kept],
    ['is kept when its text is sent back', '2026-10-25 02:30:00', undefined, before, kept],
    ['is kept when its text in UTC is sent back', undefined, '2026-10-25 01:30:00', before, kept],
    ['is kept when both texts are sent back', '2026-10-25 02:30:00', '2026-10-25 01:30:00', before, kept],
    ['changes with another text', '2026-10-25 02:30:01', undefined, before, '2026-10-25T00:30:01.000Z 2026-10-25T02:30:01'],
    ['of null is now, whatever it was before', null, undefined, before, now],
  ])('%s', (_name, date, dateUtc, known, expected) =>
    expect(shown(resolvePublication({ nowMs, nowLocal: instantToLocal(nowMs, timeZone), timeZone }, fieldsOf(date, dateUtc), known))).toBe(
      expected,
    ),
  )
})

describe('a publication time that is given twice', () => {
  test.each<[string | null, string | null, boolean]>([
    ['2026-07-01 08:00', '2026-07-01 06:00', true],
    ['2026-07-01 08:00:00.9', '2026-07-01 06:00:00.1', true],
    ['2026-07-01T08:00+05:00', '2026-07-01 03:00', true],
    ['2026-10-25 02:30', '2026-10-25 00:30', true],
    ['2026-10-25 02:30', '2026-10-25 01:30', true],
    ['2026-03-29 02:30', '2026-03-29 01:30', true],
    [null, '2026-07-01 06:00', true],
    ['2026-07-01 08:00', null, true],
    ['2026-07-01 08:00', '2026-07-01 08:00', false],
    ['2026-07-01 08:00', '2026-07-01 06:00:01', false],
    ['2026-10-25 02:30', '2026-10-25 02:30', false],
    ['2026-07-01T08:00Z', '2026-07-01 06:00', false],
  ])('%s and %s in UTC agree: %s', (date, dateUtc, agree) => {
    const issues: Issues = {}
    checkPublication(fieldsOf(date, dateUtc), timeZone, issues)
    expect(Object.keys(issues)).toEqual(agree ? [] : ['publishedUtc'])
  })
})

test('the status future is stored as publish', () => {
  expect(toStoredStatus('future')).toBe('publish')
  expect(toStoredStatus('private')).toBe('private')
})
