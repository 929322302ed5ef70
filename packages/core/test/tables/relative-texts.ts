/** A text that a client may send as the start or the end of a list, and what it means at `relativeNow` in Berlin. */
export interface RelativeText {
  /** The text. */
  readonly text: string
  /** The date, or the instant with `Z`, that it means; undefined for an invalid text. */
  readonly means: string | undefined
}

/** Half past eleven in the evening UTC: in Berlin the last day of January has begun already. */
export const relativeNow = '2028-01-30T23:30:45.678Z'

const good = (means: string, ...texts: string[]): readonly RelativeText[] => texts.map((text) => ({ text, means }))
const bad = (...texts: string[]): readonly RelativeText[] => texts.map((text) => ({ text, means: undefined }))

/** Valid relative texts, and similar texts that are invalid. */
export const relativeTexts: readonly RelativeText[] = [
  ...good('2028-01-30T23:30:00Z', 'now', 'NOW', 'Now', '0 minutes', '+0 minutes', '-0 hours'),
  ...good('2028-01-31', 'today', 'Today', 'TODAY', '0 days', '-0 days', '+0 weeks', '0 months', '0 years'),
  ...good('2028-01-30', 'yesterday', 'YesterDay', '-1 day', '-1 days', '-1day', '-01 days'),
  ...good('2028-02-01', 'tomorrow', 'TOMORROW', '+1 day', '1 day', '1 days', ' 1 day', '+1day', '1DAY', '+1 Days', '+000000001 day'),
  ...good('2028-01-30T23:31:00Z', '+1 minute', '1 minute', '1 minutes', ' 1 Minute', '+1minutes'),
  ...good('2028-01-30T22:00:00Z', '-90 minutes'),
  ...good('2028-01-31T00:30:00Z', '+1 hour', '1 HOURS', '60 minutes'),
  ...good('2028-01-29T23:30:00Z', '-24 hours'),
  ...good('2028-02-14', '+2 weeks', '2 week', '14 days'),
  ...good('2028-01-24', '-1 week', '-7 days'),
  ...good('2028-02-29', '+1 month', '1 months'),
  ...good('2029-02-28', '+13 months'),
  ...good('2028-03-31', '2 months'),
  ...good('2028-04-30', '3 months'),
  ...good('2027-12-31', '-1 month'),
  ...good('2027-11-30', '-2 months'),
  ...good('2027-02-28', '-11 months'),
  ...good('2029-01-31', '+1 year', '1 YEAR', '12 months'),
  ...good('2018-01-31', '-10 years'),
  ...good('1900-01-31', '-128 years', '-1536 months'),
  ...good('2200-12-31', '2075 months'),
  ...good('2200-01-31', '172 years'),
  ...bad('-129 years', '173 years', '-1537 months', '2076 months', '999999999 years', '-999999999 years', '999999999 months'),
  ...bad('999999999 weeks', '-999999999 days', '999999999 hours', '-999999999 minutes', '-46783 days', '1000000000 minutes'),
  ...bad('5', '+5', '-5', ' 5', '0', '+', '-', 'day', 'days', '+day', '+ days', '1', '1.5 days', '1,5 days', '1e2 days', '0x1 days'),
  ...bad('+-1 day', '--1 day', '++1 day', '+ 1 day', '- 1 day', '  1 day', '1  day', '1 day ', '1\tday', '1\u00a0day', '1_day', '+1\nday'),
  ...bad(
    '1 fortnight',
    '1 decade',
    '1 second',
    '30 seconds',
    '1 min',
    '1 mins',
    '1 hr',
    '1 d',
    '1 w',
    '1 m',
    '1 y',
    '1 dayss',
    '1 mondays',
  ),
  ...bad(
    'now ',
    ' now',
    'now()',
    'nows',
    'now+1 day',
    'today 10:00',
    'today+1 day',
    'to day',
    'midnight',
    'noon',
    'next monday',
    'last day of',
  ),
  ...bad(
    'monday',
    'next week',
    'first day of next month',
    '1 day ago',
    'in 1 day',
    '+1 week 2 days',
    '1 week, 2 days',
    '@0',
    'P1D',
    'now,today',
  ),
  ...bad(
    '１ day',
    '١ day',
    '1 wee\u212a',
    '1 day\u017f',
    'ｎｏｗ',
    'n\u00f6w',
    '−1 day',
    '\u2212 1 day',
    'constructor',
    '__proto__',
    'toString',
  ),
]
