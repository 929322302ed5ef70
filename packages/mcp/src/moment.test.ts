import { describe, expect, test } from 'vitest'
import { daysSentence, momentSentence, spanSentence, toMoment } from './moment.ts'

const at = (utc: string, zone: string) => toMoment(Date.parse(utc), zone)

describe('a sentence', () => {
  test.each([
    ['Europe/Berlin', '2031-06-06T17:30Z', '2031-06-06T19:00Z', 'Friday 6 June 2031, 19:30 to 21:00 in Berlin (CEST)'],
    ['Europe/Berlin', '2031-06-06T17:30Z', '2031-06-06T17:30Z', 'Friday 6 June 2031, 19:30 in Berlin (CEST)'],
    [
      'Europe/Berlin',
      '2031-06-06T17:30Z',
      '2031-06-08T10:00:05Z',
      'Friday 6 June 2031, 19:30 to Sunday 8 June 2031, 12:00:05 in Berlin (CEST)',
    ],
    [
      'Europe/Berlin',
      '2031-10-25T21:00Z',
      '2031-10-26T04:00Z',
      'Saturday 25 October 2031, 23:00 (CEST, UTC+02:00) to Sunday 26 October 2031, 05:00 (CET, UTC+01:00) in Berlin',
    ],
    [
      'Europe/Berlin',
      '2031-10-26T01:15Z',
      '2031-10-26T01:45Z',
      'Sunday 26 October 2031, 02:15 (CET, UTC+01:00, the second of two) to 02:45 (CET, UTC+01:00, the second of two) in Berlin',
    ],
    [
      'Europe/Moscow',
      '2014-10-25T21:30Z',
      '2014-10-25T23:00Z',
      'Sunday 26 October 2014, 01:30 (UTC+04:00, the first of two) to 02:00 (UTC+03:00) in Moscow',
    ],
    [
      'America/Argentina/Buenos_Aires',
      '2031-06-06T17:30Z',
      '2031-06-06T18:00Z',
      'Friday 6 June 2031, 14:30 to 15:00 in Buenos Aires (UTC-03:00)',
    ],
    ['UTC', '2031-06-06T17:30Z', '2031-06-06T18:00Z', 'Friday 6 June 2031, 17:30 to 18:00 in UTC'],
    ['+05:30', '2031-06-06T17:30Z', '2031-06-06T18:00Z', 'Friday 6 June 2031, 23:00 to 23:30 in UTC+05:30'],
    ['US/Eastern', '2031-06-06T17:30Z', '2031-06-06T18:00Z', 'Friday 6 June 2031, 13:30 to 14:00 in the zone US/Eastern (EDT)'],
  ])('of a time in %s, %s to %s', (zone, start, end, sentence) => {
    expect(spanSentence(at(start, zone), at(end, zone), zone)).toBe(sentence)
  })

  test('of one of two equal times says which one it is', () => {
    expect(momentSentence(at('2031-11-02T05:30Z', 'America/New_York'), 'America/New_York')).toBe(
      'Sunday 2 November 2031, 01:30 (EDT, UTC-04:00, the first of two) in New York',
    )
  })

  test('of whole days has the days alone', () => {
    const [first, last] = [at('2031-06-05T22:00Z', 'Europe/Berlin'), at('2031-06-07T21:59:59Z', 'Europe/Berlin')]
    expect(daysSentence(first, last, 'Europe/Berlin')).toBe('Friday 6 June 2031 to Saturday 7 June 2031, all day in Berlin')
    expect(daysSentence(first, first, 'Europe/Berlin')).toBe('Friday 6 June 2031, all day in Berlin')
  })
})
