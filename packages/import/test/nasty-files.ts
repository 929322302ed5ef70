import type { ReadIcalendarOptions } from '../src/icalendar.ts'

/** A file with a difficulty, and the items that are read from it, as `toRow` writes them. */
export interface NastyFile {
  readonly name: string
  /** The file, or the lines of its VCALENDAR. */
  readonly file: string | Uint8Array | readonly string[]
  readonly options?: ReadIcalendarOptions
  readonly items: readonly string[]
}

const event = (...lines: readonly string[]): readonly string[] => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
const choir = (...lines: readonly string[]): readonly string[] => event('UID:1', 'SUMMARY:Choir', ...lines)
const start = 'DTSTART;TZID=Europe/Berlin:20260531T193000'

/** A file with its first and last line. */
export const calendar = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')

const ascii = (text: string): readonly number[] => Array.from(text, (character) => character.charCodeAt(0))

/** Central European time, by rules. */
const centralEurope = (tzid: string): readonly string[] => [
  ...['BEGIN:VTIMEZONE', `TZID:${tzid}`],
  ...['BEGIN:STANDARD', 'DTSTART:16011028T030000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100'],
  ...['END:STANDARD', 'BEGIN:DAYLIGHT', 'DTSTART:16010325T020000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3', 'TZOFFSETFROM:+0100'],
  ...['TZOFFSETTO:+0200', 'END:DAYLIGHT', 'END:VTIMEZONE'],
]

/** A zone without changes of its clocks. */
const fixed = (tzid: string, offset: string): readonly string[] => [
  ...['BEGIN:VTIMEZONE', `TZID:${tzid}`, 'BEGIN:STANDARD', 'DTSTART:19700101T000000', `TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`],
  ...['END:STANDARD', 'END:VTIMEZONE'],
]

const berlin = '2026-05-31 19:30:00 / 2026-05-31 19:30:00 Europe/Berlin'
const whole = 'end: complete'

/** Files that end early, or are none. */
const sources: readonly NastyFile[] = [
  { name: 'an empty file', file: '', items: ['end: empty'] },
  { name: 'a page instead of a file', file: '<!doctype html>\n<title>Sign in</title>\n', items: ['end: not_a_calendar'] },
  { name: 'a calendar without events', file: [], items: [whole] },
  { name: 'no line end at the end', file: calendar(...choir(start)).trimEnd(), items: [`1 Choir ${berlin}`, whole] },
  {
    name: 'a file that is cut within an event',
    file: calendar(...choir(start), ...event('UID:2', 'DTSTART:2026')).split('2026\r\n')[0] ?? '',
    items: [`1 Choir ${berlin}`, 'unreadable 2: component_without_end', 'end: calendar_without_end'],
  },
  {
    name: 'a file that is cut behind a series: its overrides may be missing',
    file: calendar(...choir(start, 'RRULE:FREQ=DAILY;COUNT=3')).split('END:VCALENDAR')[0] ?? '',
    items: ['unreadable 1: source_ended', 'end: calendar_without_end'],
  },
  {
    name: 'two calendars in a file, each with its zones',
    file: calendar('X-WR-TIMEZONE:Asia/Tokyo', ...choir('DTSTART:20260531T193000')) + calendar(...choir('DTSTART:20260531T193000')),
    items: ['1 Choir 2026-05-31 19:30:00 / 2026-05-31 19:30:00 Asia/Tokyo', '1 Choir 2026-05-31 19:30:00 / 2026-05-31 19:30:00', whole],
  },
  {
    name: 'more events than the limit',
    file: [...choir(start), ...choir(start)],
    options: { maxEvents: 1 },
    items: [`1 Choir ${berlin}`, 'end: too_many_events'],
  },
  { name: 'more octets than the limit', file: choir(start), options: { maxBytes: 20 }, items: ['end: too_large'] },
  {
    name: 'an event in another one, without an end',
    file: ['BEGIN:VEVENT', 'UID:0', start, ...choir(start)],
    items: ['unreadable 0: component_without_end', `1 Choir ${berlin}`, whole],
  },
  {
    name: 'an alarm without an end',
    file: ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Choir', 'BEGIN:VALARM', 'SUMMARY:Alarm', 'DURATION:x', start, 'END:VEVENT', ...choir(start)],
    items: ['unreadable 1: no_start', `1 Choir ${berlin}`, whole],
  },
  {
    name: 'components that stand in each other too deep',
    file: choir(start, ...Array.from({ length: 8 }, () => 'BEGIN:X-A'), ...Array.from({ length: 8 }, () => 'END:X-A')),
    items: ['unreadable 1: too_deep', whole],
  },
  {
    name: 'to-dos and free times',
    file: ['BEGIN:VTODO', 'UID:2', 'DTSTART:20260531', 'END:VTODO', ...choir(start), 'BEGIN:VFREEBUSY', 'END:VFREEBUSY'],
    items: [`1 Choir ${berlin}`, whole],
  },
]

/** Lines and characters. */
const lines: readonly NastyFile[] = [
  { name: 'LF alone', file: calendar(...choir(start)).replaceAll('\r\n', '\n'), items: [`1 Choir ${berlin}`, whole] },
  { name: 'CR alone', file: calendar(...choir(start)).replaceAll('\r\n', '\r'), items: [`1 Choir ${berlin}`, whole] },
  { name: 'CR twice', file: calendar(...choir(start)).replaceAll('\r\n', '\r\r\n'), items: [`1 Choir ${berlin}`, whole] },
  {
    name: 'lower case',
    file: calendar(...choir(start))
      .toLowerCase()
      .replace('choir', 'Choir'),
    items: [`1 Choir ${berlin}`, whole],
  },
  { name: 'a byte order mark', file: `\uFEFF${calendar(...choir(start))}`, items: [`1 Choir ${berlin}`, whole] },
  {
    name: 'UTF-16',
    file: Uint8Array.from([0xff, 0xfe, ...ascii(calendar(...choir(start))).flatMap((code) => [code, 0])]),
    items: [`1 Choir ${berlin}`, whole],
  },
  {
    name: 'Windows-1252',
    file: Uint8Array.from(ascii(calendar(...event('UID:1', 'SUMMARY:Ch\u00f6re', start)))),
    items: [`1 Chöre ${berlin}`, whole],
  },
  {
    name: 'a character that a fold divides',
    file: Uint8Array.from(ascii(calendar(...event('UID:1', 'SUMMARY:Ch\u00c3\r\n \u00b6re', start)))),
    items: [`1 Chöre ${berlin}`, whole],
  },
  { name: 'an empty line before a fold', file: event('UID:1', 'SUMMARY:Cho\r\n\r\n ir', start), items: [`1 Choir ${berlin}`, whole] },
  {
    name: 'a line that is no content line, in a text',
    file: event('UID:1', 'SUMMARY:Choir', 'DESCRIPTION:Bring', 'your shoes', start),
    items: [`1 Choir ${berlin} (not_a_line)`, whole],
  },
  {
    name: 'a line that is no content line, in the times',
    file: [...choir(start, 'RRULE FREQ=DAILY'), ...event('UID:2', 'SUMMARY:Jazz', start)],
    items: ['unreadable 1: not_a_line', `2 Jazz ${berlin}`, whole],
  },
  {
    name: 'a long line that nobody needs',
    file: choir(start, `ATTACH;ENCODING=BASE64:${'A'.repeat(30_000)}`),
    options: { maxLineBytes: 1_000 },
    items: [`1 Choir ${berlin} (line_too_long)`, whole],
  },
  {
    name: 'a long line with dates',
    file: choir(start, `EXDATE:${'20260531,'.repeat(2_000)}`),
    options: { maxLineBytes: 1_000 },
    items: ['unreadable 1: line_too_long', whole],
  },
  { name: 'control characters', file: event('UID:1', 'SUMMARY:Ch\u0000o\u0007ir', start), items: [`1 Choir ${berlin}`, whole] },
  { name: 'no title', file: event('UID:1', start), items: [`1 (No title) ${berlin} (no_title)`, whole] },
  { name: 'no UID', file: event('SUMMARY:Choir', start), items: [` Choir ${berlin}`, whole] },
  {
    name: 'a UID that the calendar does not take',
    file: event(`UID:${'1'.repeat(300)}`, 'SUMMARY:Choir', start),
    items: [`${'1'.repeat(300)} Choir ${berlin}`, whole],
  },
  { name: 'the same UID twice', file: [...choir(start), ...choir(start)], items: [`1 Choir ${berlin}`, `1 Choir ${berlin}`, whole] },
]

/** Times and zones. */
const times: readonly NastyFile[] = [
  { name: 'no start', file: event('UID:1', 'SUMMARY:Choir'), items: ['unreadable 1: no_start', whole] },
  {
    name: '30 February',
    file: [...choir('DTSTART:20260230T193000'), ...choir(start)],
    items: ['unreadable 1: not_a_date', `1 Choir ${berlin}`, whole],
  },
  { name: 'a time that no day has', file: choir('DTSTART:20260531T240000'), items: ['unreadable 1: not_a_date', whole] },
  { name: 'a year before all calendars', file: choir('DTSTART;VALUE=DATE:16010101'), items: ['unreadable 1: outside_years', whole] },
  { name: 'a leap second', file: choir('DTSTART:20161231T235960Z'), items: ['1 Choir 2016-12-31 23:59:59Z / 2016-12-31 23:59:59Z', whole] },
  {
    name: 'ISO 8601 with an offset',
    file: choir('DTSTART:2026-05-31T19:30:00+02:00'),
    items: ['1 Choir 2026-05-31 17:30:00Z / 2026-05-31 17:30:00Z', whole],
  },
  {
    name: 'whole days with an exclusive end',
    file: choir('DTSTART;VALUE=DATE:20260530', 'DTEND;VALUE=DATE:20260601'),
    items: ['1 Choir 2026-05-30 / 2026-05-31 all day', whole],
  },
  {
    name: 'a day that ends where it starts',
    file: choir('DTSTART:20260530', 'DTEND:20260530'),
    items: ['1 Choir 2026-05-30 / 2026-05-30 all day', whole],
  },
  {
    name: 'a day as a duration',
    file: choir('DTSTART;VALUE=DATE:20260530', 'DURATION:P1W'),
    items: ['1 Choir 2026-05-30 / 2026-06-05 all day', whole],
  },
  {
    name: 'a day that is marked as one',
    file: choir('DTSTART:20260530T000000', 'DTEND:20260531T000000', 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'),
    items: ['1 Choir 2026-05-30 / 2026-05-30 all day', whole],
  },
  {
    name: 'an end before the start',
    file: choir(start, 'DTEND;TZID=Europe/Berlin:20260531T183000'),
    items: [`1 Choir ${berlin} (end_before_start)`, whole],
  },
  {
    name: 'a start that the clocks skip, and with it the end',
    file: choir('DTSTART;TZID=Europe/Berlin:20260329T023000', 'DTEND;TZID=Europe/Berlin:20260329T030000'),
    items: ['1 Choir 2026-03-29 02:30:00 / 2026-03-29 02:30:00 Europe/Berlin (end_before_start)', whole],
  },
  {
    name: 'an end in another zone',
    file: choir(start, 'DTEND;TZID=America/New_York:20260531T150000'),
    items: ['1 Choir 2026-05-31 19:30:00 / 2026-05-31 21:00:00 Europe/Berlin', whole],
  },
  {
    name: 'a duration over a night in which the clocks change: its day is nominal, its hours are exact',
    file: [
      ...choir('DTSTART;TZID=Europe/Berlin:20260328T120000', 'DURATION:P1D'),
      ...event('UID:2', 'SUMMARY:Jazz', 'DTSTART;TZID=Europe/Berlin:20260328T120000', 'DURATION:PT24H'),
    ],
    items: [
      '1 Choir 2026-03-28 12:00:00 / 2026-03-29 12:00:00 Europe/Berlin',
      '2 Jazz 2026-03-28 12:00:00 / 2026-03-29 13:00:00 Europe/Berlin',
      whole,
    ],
  },
  {
    name: 'the second pass of a repeated hour',
    file: choir('DTSTART:20261025T013000Z', 'DTEND:20261025T023000Z'),
    options: { calendarZone: 'Europe/Berlin' },
    items: ['1 Choir 2026-10-25 01:30:00Z / 2026-10-25 03:30:00 Europe/Berlin', whole],
  },
  {
    name: 'a zone with times and without',
    file: choir('DTSTART:20260531T193000', 'DTEND:20260531T203000Z'),
    items: ['unreadable 1: zone_needed', whole],
  },
  ...(
    [
      ['in lower case', 'europe/berlin', 'Europe/Berlin'],
      ['behind a path', '/freeassociation.sourceforge.net/Tzfile/Europe/Berlin', 'Europe/Berlin'],
      ['with three segments behind a path', '/citadel.org/20210210_1/America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
      ['of Windows', 'W. Europe Standard Time', 'Europe/Berlin'],
      ['of Windows in summer', 'W. Europe Daylight Time', 'Europe/Berlin'],
      ['for display', '"(UTC+01:00) Amsterdam, Berlin, Bern"', 'Europe/Amsterdam'],
      ['for display, without quotation marks', '(UTC+01:00) Amsterdam, Berlin, Bern', 'Europe/Amsterdam'],
      ['for display, of a clock', '"(UTC-05:00) Eastern Time (US & Canada)"', 'America/New_York'],
      ['that is an offset', 'GMT+0530', '+05:30'],
    ] as const
  ).map(([name, tzid, zone]) => ({
    name: `a zone ${name}`,
    file: choir(`DTSTART;TZID=${tzid}:20260531T193000`),
    items: [`1 Choir 2026-05-31 19:30:00 / 2026-05-31 19:30:00 ${zone}`, whole],
  })),
  {
    name: 'an unknown zone',
    file: [...choir('DTSTART;TZID=Mars/Olympus:20260531T193000'), ...event('UID:2', 'SUMMARY:Jazz', start)],
    items: [`2 Jazz ${berlin}`, 'unreadable 1: unknown_zone', whole],
  },
  {
    name: 'a VTIMEZONE behind its event',
    file: [...choir('DTSTART;TZID=Custom:20260531T193000'), ...event('UID:2', 'SUMMARY:Jazz', start), ...centralEurope('Custom')],
    items: [`2 Jazz ${berlin}`, '1 Choir 2026-05-31 19:30:00 / 2026-05-31 19:30:00 Africa/Ceuta (zone_by_offset)', whole],
  },
  {
    name: 'a VTIMEZONE with the offsets of the zone of the calendar',
    file: [...centralEurope('Custom'), ...choir('DTSTART;TZID=Custom:20260531T193000')],
    options: { calendarZone: 'Europe/Berlin' },
    items: [`1 Choir ${berlin} (zone_by_offset)`, whole],
  },
  {
    name: 'a VTIMEZONE with the offsets of no zone',
    file: [...fixed('Custom', '+0725'), ...choir('DTSTART;TZID=Custom:20260531T193000')],
    items: ['1 Choir 2026-05-31 19:30:00 / 2026-05-31 19:30:00 +07:25 (zone_fixed)', whole],
  },
  {
    name: 'a zone with a known name and other offsets',
    file: [...centralEurope('Europe/London'), ...choir('DTSTART;TZID=Europe/London:20260531T193000')],
    items: ['1 Choir 2026-05-31 19:30:00 / 2026-05-31 19:30:00 Europe/London (zone_differs)', whole],
  },
  {
    name: 'a VTIMEZONE that cannot be read',
    file: ['BEGIN:VTIMEZONE', 'TZID:Custom', 'END:VTIMEZONE', ...choir('DTSTART;TZID=Custom:20260531T193000')],
    items: ['unreadable 1: unknown_zone', whole],
  },
  {
    name: 'floating times: the option comes first',
    file: ['X-WR-TIMEZONE:Asia/Tokyo', ...choir('DTSTART:20260531T193000')],
    options: { floatingZone: 'Europe/Berlin', calendarZone: 'UTC' },
    items: [`1 Choir ${berlin}`, whole],
  },
  {
    name: 'floating times: the zone of the calendar comes last',
    file: choir('DTSTART:20260531T193000'),
    options: { calendarZone: 'Europe/Berlin' },
    items: [`1 Choir ${berlin}`, whole],
  },
]

const series = (...more: readonly string[]): readonly string[] => choir(start, 'DTEND;TZID=Europe/Berlin:20260531T210000', ...more)
const evening = '1 Choir 2026-05-31 19:30:00 / 2026-05-31 21:00:00 Europe/Berlin'
const override = (id: string, ...more: readonly string[]): readonly string[] => choir(`RECURRENCE-ID${id}`, ...more)
const sunday = 'RRULE:FREQ=WEEKLY;BYDAY=SU;COUNT=4'
const moved = ['DTSTART;TZID=Europe/Berlin:20260607T200000', 'DTEND;TZID=Europe/Berlin:20260607T213000']

/** Series. */
const repeating: readonly NastyFile[] = [
  {
    name: 'spaces in a rule',
    file: series('RRULE:FREQ=WEEKLY; BYDAY=SU, MO ;COUNT=4;'),
    items: [`${evening} FREQ=WEEKLY;COUNT=4;BYDAY=MO,SU`, whole],
  },
  {
    name: 'the time of the start in a rule',
    file: series('RRULE:FREQ=DAILY;COUNT=3;BYHOUR=19;BYMINUTE=30;BYSECOND=0'),
    items: [`${evening} FREQ=DAILY;COUNT=3`, whole],
  },
  {
    name: 'a start off its rule, which counts',
    file: series('RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3'),
    items: [
      '1 Choir 2026-06-01 19:30:00 / 2026-06-01 21:00:00 Europe/Berlin FREQ=WEEKLY;COUNT=2;BYDAY=MO +2026-05-31 19:30:00 (start_off_rule)',
      whole,
    ],
  },
  {
    name: 'a rule that ends before the start',
    file: series('RRULE:FREQ=DAILY;UNTIL=20200101T000000Z'),
    items: [`${evening} (until_before_start)`, whole],
  },
  {
    name: 'a rule without dates',
    file: series('RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'),
    items: [`${evening} (rule_without_dates)`, whole],
  },
  {
    name: 'an UNTIL that is an instant',
    file: series('RRULE:FREQ=DAILY;UNTIL=20260602T173000Z'),
    items: [`${evening} FREQ=DAILY;UNTIL=20260602T193000`, whole],
  },
  {
    name: 'an UNTIL with a time, of days',
    file: choir('DTSTART;VALUE=DATE:20260530', 'RRULE:FREQ=DAILY;UNTIL=20260601T000000Z'),
    options: { calendarZone: 'America/New_York' },
    items: ['1 Choir 2026-05-30 / 2026-05-30 all day America/New_York FREQ=DAILY;UNTIL=20260601T235959', whole],
  },
  {
    name: 'COUNT and UNTIL',
    file: series('RRULE:FREQ=DAILY;COUNT=3;UNTIL=20270101T000000Z'),
    items: [`${evening} FREQ=DAILY;UNTIL=20260602T193000`, whole],
  },
  {
    name: 'excluded dates in UTC, as a day, in a list, and one that is none',
    file: series(
      sunday,
      'EXDATE:20260607T173000Z',
      'EXDATE;VALUE=DATE:20260614',
      'EXDATE;TZID=Europe/Berlin:20260621T193000,20260622T193000',
    ),
    items: [`${evening} FREQ=WEEKLY;COUNT=4;BYDAY=SU -2026-06-07 19:30:00 -2026-06-14 19:30:00 -2026-06-21 19:30:00`, whole],
  },
  {
    name: 'times without a zone beside a start with one: they have its zone',
    file: [
      ...choir(start, 'DTEND:20260531T210000', sunday, 'EXDATE:20260607T193000', 'RDATE:20260615T193000'),
      ...override(':20260614T193000', 'DTSTART;TZID=Europe/Berlin:20260614T200000', 'DTEND:20260614T213000'),
    ],
    options: { floatingZone: 'America/New_York' },
    items: [
      `${evening} FREQ=WEEKLY;COUNT=4;BYDAY=SU +2026-06-15 19:30:00 -2026-06-07 19:30:00 [2026-06-14 19:30:00 {"startDate":"2026-06-14 20:00:00","endDate":"2026-06-14 21:30:00"}]`,
      whole,
    ],
  },
  {
    name: 'all dates excluded',
    file: series('RRULE:FREQ=DAILY;COUNT=2', 'EXDATE;VALUE=DATE:20260531,20260601'),
    items: ['unreadable 1: no_dates', whole],
  },
  {
    name: 'further dates, one of them with an end of its own',
    file: series('RDATE;TZID=Europe/Berlin:20260602T193000', 'RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20260603T193000/PT3H'),
    items: [`${evening} +2026-06-02 19:30:00 +2026-06-03 19:30:00 [2026-06-03 19:30:00 {"endDate":"2026-06-03 22:30:00"}]`, whole],
  },
  {
    name: 'an override before its series, in UTC',
    file: [...override(':20260607T173000Z', ...moved), ...series(sunday)],
    items: [
      `${evening} FREQ=WEEKLY;COUNT=4;BYDAY=SU [2026-06-07 19:30:00 {"startDate":"2026-06-07 20:00:00","endDate":"2026-06-07 21:30:00"}]`,
      whole,
    ],
  },
  {
    name: 'an override of a date and of all later ones',
    file: [...series(sunday), ...override(';RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260607T193000', ...moved)],
    items: [
      `${evening} FREQ=WEEKLY;COUNT=4;BYDAY=SU [following 2026-06-07 19:30:00 {"startDate":"2026-06-07 20:00:00","endDate":"2026-06-07 21:30:00"}]`,
      whole,
    ],
  },
  {
    name: 'two overrides of a date: the later revision counts',
    file: [
      ...series(sunday),
      ...override(';TZID=Europe/Berlin:20260607T193000', 'SEQUENCE:2', ...moved),
      ...override(';TZID=Europe/Berlin:20260607T193000', 'SEQUENCE:1', 'STATUS:CANCELLED', ...moved),
    ],
    items: [
      `${evening} FREQ=WEEKLY;COUNT=4;BYDAY=SU [2026-06-07 19:30:00 {"startDate":"2026-06-07 20:00:00","endDate":"2026-06-07 21:30:00"}]`,
      whole,
    ],
  },
  {
    name: 'an override of a date that the series lacks',
    file: [...series(sunday), ...override(';TZID=Europe/Berlin:20260603T193000', ...moved)],
    items: [
      `${evening} FREQ=WEEKLY;COUNT=4;BYDAY=SU +2026-06-03 19:30:00 [2026-06-03 19:30:00 {"startDate":"2026-06-07 20:00:00","endDate":"2026-06-07 21:30:00"}] (override_off_rule)`,
      whole,
    ],
  },
  {
    name: 'an override without a series',
    file: override(';TZID=Europe/Berlin:20260607T193000', ...moved),
    items: ['20260607T193000-1 Choir 2026-06-07 20:00:00 / 2026-06-07 21:30:00 Europe/Berlin (override_alone)', whole],
  },
  {
    name: 'an override that cannot be read',
    file: [...series(sunday), ...override(';TZID=Europe/Berlin:20260230T193000', ...moved)],
    items: [`${evening} FREQ=WEEKLY;COUNT=4;BYDAY=SU`, 'unreadable 1: not_a_date', whole],
  },
  {
    name: 'a cancelled date',
    file: [
      ...series(sunday),
      ...override(';TZID=Europe/Berlin:20260607T193000', 'STATUS:CANCELLED', 'DTSTART:20260607T173000Z', 'DURATION:PT90M'),
    ],
    items: [`${evening} FREQ=WEEKLY;COUNT=4;BYDAY=SU [2026-06-07 19:30:00 {"eventStatus":"cancelled"}]`, whole],
  },
  {
    name: 'a rule by hours: its dates are expanded',
    file: series('RRULE:FREQ=HOURLY;INTERVAL=12;COUNT=3'),
    items: [`${evening} +2026-06-01 07:30:00 +2026-06-01 19:30:00 (rule_expanded)`, whole],
  },
  {
    name: 'a rule with two times a day',
    file: series('RRULE:FREQ=DAILY;BYHOUR=9,19;COUNT=3'),
    items: [`${evening} +2026-06-01 09:30:00 +2026-06-01 19:30:00 (rule_expanded)`, whole],
  },
  {
    name: 'two rules',
    file: series('RRULE:FREQ=DAILY;COUNT=2', 'RRULE:FREQ=WEEKLY;COUNT=2'),
    items: [`${evening} +2026-06-01 19:30:00 +2026-06-07 19:30:00 (rule_expanded)`, whole],
  },
  {
    name: 'a rule of what does not take place',
    file: series('RRULE:FREQ=DAILY;COUNT=3', 'EXRULE:FREQ=DAILY;INTERVAL=2;COUNT=2'),
    items: ['1 Choir 2026-06-01 19:30:00 / 2026-06-01 21:00:00 Europe/Berlin (rule_expanded)', whole],
  },
  {
    name: 'a rule that Kalends does not take, by option',
    file: series('RRULE:FREQ=HOURLY;COUNT=3'),
    options: { unsupportedRules: 'skip' },
    items: ['unreadable 1: rule_not_supported', whole],
  },
  {
    name: 'a rule of another calendar',
    file: series('RRULE:RSCALE=CHINESE;FREQ=YEARLY'),
    items: ['unreadable 1: rule_not_supported', whole],
  },
  { name: 'a rule that is none', file: series('RRULE:every day'), items: ['unreadable 1: rule_not_supported', whole] },
  {
    name: 'more dates than a rule may count, up to the horizon fewer',
    file: series('RRULE:FREQ=DAILY;COUNT=3000'),
    items: [`${evening} FREQ=DAILY;UNTIL=20340816T193000`, whole],
  },
  {
    name: 'more dates than a series has: the latest 2,000 are kept',
    file: choir('DTSTART:20100101', 'RRULE:FREQ=DAILY;COUNT=3000', 'EXDATE:20120101,20180101'),
    items: ['1 Choir 2012-09-27 / 2012-09-27 all day FREQ=DAILY;UNTIL=20180319T000000 -2018-01-01 (dates_shortened)', whole],
  },
  {
    name: 'an endless series that has more dates than that before the horizon',
    file: choir('DTSTART:20100101', 'RRULE:FREQ=DAILY'),
    items: ['1 Choir 2023-04-14 / 2023-04-14 all day FREQ=DAILY (dates_shortened)', whole],
  },
]

/** All of them. */
export const nastyFiles: readonly NastyFile[] = [...sources, ...lines, ...times, ...repeating]
