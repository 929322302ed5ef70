import { describe, expect, test } from 'vitest'
import { dateTexts } from '../../test/tables/date-texts.ts'
import { messageOf } from '../errors/issues.ts'
import { parseRecordTime } from '../time/wall-time.ts'
import { htmlField } from './html.ts'
import { limits } from './limits.ts'
import {
  booleanField,
  countField,
  filterIdField,
  integerField,
  lineField,
  nameField,
  numberField,
  optionalIdField,
  optionalNumberField,
  optionalRecordTimeField,
  recordTimeField,
  searchField,
  slugField,
  timeZoneField,
  wordField,
} from './scalars.ts'
import { type Schema, toReason, transform } from './schemas.ts'

const refused = Symbol('refused')
const read = (schema: Schema, value: unknown): unknown => {
  const result = schema.safeParse(value)
  return result.success ? result.data : refused
}
const many = (length: number, text = 'a'): string => text.repeat(length)

/** Values of types that no scalar field accepts. */
const foreignValues: readonly unknown[] = [
  undefined,
  {},
  [],
  [1],
  { id: 1 },
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1n,
  Symbol('s'),
  () => 1,
  new Date(0),
]

const givenHtml: Schema<string> = transform(htmlField, ({ given }) => given)

describe('integers', () => {
  test.each<[unknown, unknown]>([
    [0, 0],
    [1, 1],
    [-0, 0],
    ['0', 0],
    ['7', 7],
    ['007', 7],
    [2 ** 53 - 1, 2 ** 53 - 1],
    ['9007199254740991', 2 ** 53 - 1],
    [2 ** 53, refused],
    ['9007199254740992', refused],
    ['99999999999999999999', refused],
    [-1, refused],
    ['-1', refused],
    ['-0', refused],
    [1.5, refused],
    ['1.5', refused],
    ['1.0', refused],
    ['+1', refused],
    ['1e3', refused],
    ['0x1', refused],
    ['0b1', refused],
    ['1_000', refused],
    ['1,000', refused],
    [' 1', refused],
    ['1 ', refused],
    ['1\n', refused],
    ['\uFEFF1', refused],
    ['１', refused],
    ['١', refused],
    ['²', refused],
    ['', refused],
    ['one', refused],
    [true, refused],
    [null, refused],
    ...foreignValues.map((value): [unknown, unknown] => [value, refused]),
  ])('%o gives %o', (value, expected) => expect(read(integerField, value)).toBe(expected))

  test.each<[unknown, unknown]>([
    [0, refused],
    ['0', refused],
    [1, 1],
    ['35', 35],
    [-3, refused],
    ['', refused],
    [null, refused],
  ])('a count: %o gives %o', (value, expected) => expect(read(countField, value)).toBe(expected))

  test.each([0, -1, 1.5, 'x', '', null, 2 ** 53])('a count of %o has one issue', (value) => {
    expect(countField.safeParse(value).error?.issues.map((issue) => messageOf(toReason(issue)))).toEqual([
      'must be an integer of 1 or more',
    ])
  })

  test.each<[unknown, unknown]>([
    [null, 0],
    ['', 0],
    [0, 0],
    ['12', 12],
    [false, refused],
    [' ', refused],
    ['none', refused],
    [2 ** 53, refused],
  ])('an optional id: %o gives %o', (value, expected) => expect(read(optionalIdField, value)).toBe(expected))

  test.each<[unknown, unknown]>([
    [0, 0],
    ['12', 12],
    [2 ** 53, Number.MAX_SAFE_INTEGER],
    ['99999999999999999999', Number.MAX_SAFE_INTEGER],
    [many(400, '9'), Number.MAX_SAFE_INTEGER],
    [null, refused],
    ['', refused],
    ['x', refused],
    [-1, refused],
    [1.5, refused],
  ])('an id to filter by: %o gives %o, and numbers larger than all ids are clamped', (value, expected) =>
    expect(read(filterIdField, value)).toBe(expected),
  )
})

describe('booleans', () => {
  const yes: readonly unknown[] = [true, 1, '1', 'true', 'TRUE', 'True', 'yes', 'YES', 'on', 'oN']
  const no: readonly unknown[] = [false, 0, -0, '0', 'false', 'FALSE', 'no', 'No', 'off', 'OFF']
  const neither: readonly unknown[] = [
    null,
    '',
    ' ',
    'y',
    'n',
    't',
    'f',
    2,
    -1,
    0.5,
    '2',
    '01',
    '1.0',
    'true ',
    ' true',
    'oui',
    'ＯＮ',
    'null',
    ...foreignValues,
  ]
  test.each(yes)('%o is true', (value) => expect(read(booleanField, value)).toBe(true))
  test.each(no)('%o is false', (value) => expect(read(booleanField, value)).toBe(false))
  test.each(neither)('%o is neither', (value) => expect(read(booleanField, value)).toBe(refused))
})

describe('numbers', () => {
  const latitude = numberField(-90, 90)
  test.each<[unknown, unknown]>([
    [0, 0],
    [-90, -90],
    [90, 90],
    [52.52, 52.52],
    ['52.52', 52.52],
    ['-13.4', -13.4],
    ['007.5', 7.5],
    [90.000_001, refused],
    [-90.1, refused],
    ['91', refused],
    ['1e1', refused],
    ['+5', refused],
    ['.5', refused],
    ['5.', refused],
    ['5,5', refused],
    [' 5', refused],
    ['0x10', refused],
    ['５', refused],
    ['', refused],
    ['north', refused],
    [null, refused],
    [true, refused],
    [many(41, '0'), refused],
    ...foreignValues.map((value): [unknown, unknown] => [value, refused]),
  ])('%o gives %o', (value, expected) => expect(read(latitude, value)).toBe(expected))

  test.each<[unknown, unknown]>([
    [null, null],
    ['', null],
    ['5', 5],
    [false, refused],
    [91, refused],
  ])('an optional number: %o gives %o', (value, expected) => expect(read(optionalNumberField(-90, 90), value)).toBe(expected))
})

describe('texts', () => {
  const bad: readonly [string, unknown][] = [
    ['NUL', 'a\u0000b'],
    ['a control character', 'a\u0007b'],
    ['an escape sequence', '\u001B[31m'],
    ['the delete character', 'a\u007Fb'],
    ['a C1 control character', 'a\u0085b'],
    ['half a surrogate pair', 'a\uD83Db'],
    ['the other half of a surrogate pair', '\uDE00'],
    ['a surrogate pair in the wrong order', '\uDE00\uD83D'],
    ['a number', 5],
    ['true', true],
    ...foreignValues.map((value): [string, unknown] => [`a value of type ${typeof value}`, value]),
  ]
  const fields: readonly [string, Schema][] = [
    ['a name', nameField],
    ['a line', lineField],
    ['HTML', givenHtml],
    ['a slug', slugField],
    ['a search', searchField],
  ]
  test.each(fields.flatMap(([name, field]) => bad.map(([what, value]) => [name, what, field, value] as const)))(
    '%s refuses %s',
    (_name, _what, field, value) => expect(read(field, value)).toBe(refused),
  )

  test.each<[string, Schema, number]>([
    ['a name', nameField, limits.name],
    ['a line', lineField, limits.line],
    ['HTML', givenHtml, limits.html],
    ['a slug', slugField, limits.slug],
    ['a search', searchField, limits.search],
  ])('%s is measured in code points', (_name, field, max) => {
    expect(read(field, many(max))).toBe(many(max))
    expect(read(field, many(max, '😀'))).toBe(many(max, '😀'))
    expect(read(field, many(max + 1))).toBe(refused)
    expect(read(field, many(max + 1, '😀'))).toBe(refused)
  })

  test.each<[unknown, unknown]>([
    ['Choir', 'Choir'],
    ['  Choir  ', 'Choir'],
    ['a\tb\r\nc', 'a b c'],
    ['\uFEFFChoir', 'Choir'],
    ['<b>Choir</b> & "friends"', '<b>Choir</b> & "friends"'],
    ['😀', '😀'],
    ['عيد', 'عيد'],
    ['', refused],
    ['   ', refused],
    ['\t\r\n', refused],
    ['\uFEFF', refused],
    [null, refused],
  ])('the name %o becomes %o', (value, expected) => expect(read(nameField, value)).toBe(expected))

  test.each<[unknown, unknown]>([
    [null, ''],
    ['', ''],
    ['  ', ''],
    [' a\nb ', 'a b'],
    ['12', '12'],
  ])('the line %o becomes %o', (value, expected) => expect(read(lineField, value)).toBe(expected))

  test('HTML keeps its lines and its spaces, and loses a byte order mark', () => {
    expect(read(givenHtml, '\uFEFF <p>\n\ta\r\n</p> ')).toBe(' <p>\n\ta\r\n</p> ')
    expect(read(givenHtml, null)).toBe('')
  })

  test('a slug given as null is empty', () => expect(read(slugField, null)).toBe(''))
  test('a search given as null is refused', () => expect(read(searchField, null)).toBe(refused))
})

describe('words', () => {
  const order = wordField(['asc', 'desc'])
  test.each<[unknown, unknown]>([
    ['asc', 'asc'],
    ['DESC', 'desc'],
    ['Asc', 'asc'],
    ['', refused],
    ['ascending', refused],
    [' asc', refused],
    ['ASC;', refused],
    ['toString', refused],
    ['__proto__', refused],
    [null, refused],
    [1, refused],
    [['asc'], refused],
  ])('%o gives %o', (value, expected) => expect(read(order, value)).toBe(expected))

  test.each([null, 1, '', 'ascending', 'x'.repeat(10_000), 'a\u0000'])('%j has one issue', (value) => {
    expect(order.safeParse(value).error?.issues.map((issue) => messageOf(toReason(issue)))).toEqual(['must be one of: asc, desc'])
  })

  test.each(['startInstant', 'STARTINSTANT', 'startinstant'])('a word in camelCase is found as %s', (value) => {
    expect(read(wordField(['start', 'startInstant']), value)).toBe('startInstant')
  })
})

describe('dates', () => {
  test.each(dateTexts)('$text: $why', ({ text, ok, local }) => {
    // A record may show a day outside of the valid years, and accepts it back.
    if (!ok && parseRecordTime(text) !== undefined) return
    const fields = text === '' ? [recordTimeField] : [recordTimeField, optionalRecordTimeField]
    for (const field of fields) {
      const given = read(field, text)
      if (ok) expect(given).toMatchObject({ local })
      else expect(given).toBe(refused)
    }
  })

  test.each([null, '', 0, 20_260_501, true, ...foreignValues.filter((value) => !(value instanceof Date))])('%o is not a date', (value) =>
    expect(read(recordTimeField, value)).toBe(refused),
  )
  test.each([null, ''])('an optional date of %o is null', (value) => expect(read(optionalRecordTimeField, value)).toBe(null))
})

describe('time zones', () => {
  test.each<[unknown, unknown]>([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin'],
    ['EUROPE/BERLIN', 'Europe/Berlin'],
    ['US/Eastern', 'US/Eastern'],
    ['utc', 'UTC'],
    ['+05:30', '+05:30'],
    ['UTC+5.75', '+05:45'],
    ['UTC-3', '-03:00'],
    ['+14:01', refused],
    ['+5', refused],
    ['UTC+5.3', refused],
    ['Europe/Atlantis', refused],
    ['Berlin', refused],
    ['constructor', refused],
    ['__proto__', refused],
    ['toString', refused],
    ['', refused],
    [' UTC', refused],
    ['UTC ', refused],
    ['\uFEFFUTC', refused],
    ['Europe/Berlin\n', refused],
    ['Europe/Berlin\u0000', refused],
    ['Factory', refused],
    ['local', refused],
    ['Asia/\u212Aolkata', refused],
    [many(10_000), refused],
    [null, refused],
    [2, refused],
    [true, refused],
    [['UTC'], refused],
  ])('%o gives %o', (value, expected) => expect(read(timeZoneField, value)).toBe(expected))
})
