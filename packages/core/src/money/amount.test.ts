import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountsIn, compareValues } from './amount.ts'

const valuesIn = (text: string) => amountsIn(text).map(({ value }) => value)

describe('one number', () => {
  test.each([
    ['10', '10'],
    ['12.5', '12.5'],
    ['25,50', '25.50'],
    ['0,5', '0.5'],
    ['0', '0'],
    ['0.00', '0.00'],
    ['007', '7'],
    ['00', '0'],
    ['1,234', '1234'],
    ['1.234', '1234'],
    ['1,234.50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['1 234,50', '1234.50'],
    ['1 234.50', '1234.50'],
    ['1\u00A0234', '1234'],
    ['1\u202F234\u202F567,8', '1234567.8'],
    ["1'234.50", '1234.50'],
    ['1’234’567', '1234567'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1,234,567.89', '1234567.89'],
    ['1.234.567,89', '1234567.89'],
    ['1,234.567', '1234.567'],
    ['1,00,000', '100000'],
    ['12,34,56,789.50', '123456789.50'],
    ['0.125', '0.125'],
    ['0,125', '0.125'],
    ['1234.567', '1234.567'],
    ['012,345', '12.345'],
    ['12.3456', '12.3456'],
    ['.50', '0.50'],
    ['.5', '0.5'],
    ['123456789012345678901234567890.12', '123456789012345678901234567890.12'],
    ['١٠٫٥', '10.5'],
    ['۱۲۳', '123'],
    ['१०', '10'],
    ['১০', '10'],
    ['๑๐', '10'],
    ['１，２３４．５０', '1234.50'],
  ])('%j is %s', (text, value) => {
    const written = text.startsWith('.') ? `0${text}` : text
    expect(amountsIn(text)).toEqual([{ start: 0, end: text.length, isPart: false, written, value }])
  })
})

describe('several numbers', () => {
  test.each([
    ['10-20', ['10', '20']],
    ['10–20', ['10', '20']],
    ['-5', ['5']],
    ['10 20', ['10', '20']],
    ['10, 20', ['10', '20']],
    ['10/20;30', ['10', '20', '30']],
    ['10,20,30', ['10', '20', '30']],
    ['10.50,20.50', ['10.50', '20.50']],
    ['10,50 20,50', ['10.50', '20.50']],
    ['10 000 20 000', ['10000', '20000']],
    ['2026 100', ['2026', '100']],
    ['5 1000', ['5', '1000']],
    ['1 234 56', ['1234', '56']],
    ['0 500', ['0', '500']],
    ['1.2.3', ['1', '2', '3']],
    ...['12.05.2026', '12.5.2026', '2026-05-12', '5/12/2026', '12-05-2026'].map((date): [string, string[]] => [date, []]),
    ['12.05.26', ['12', '5', '26']],
    ["10'500'20", ['10500', '20']],
    ['10.', ['10']],
    ['10,', ['10']],
    ['a.5', ['5']],
    ['...5', ['5']],
    ['from 5 to 7.50', ['5', '7.50']],
    ['20% off 10', ['10']],
    ['10 % off 5', ['5']],
    ['19:30, 5', ['5']],
    ['at 9:05:30', []],
    ['adults:10', ['10']],
    ['no digits', []],
    ['', []],
    ['½ ① Ⅳ', []],
  ])('of %j are %j', (text, values) => {
    expect(valuesIn(text)).toEqual(values)
  })

  test('have their indexes in the original text', () => {
    expect(amountsIn('😀 1 234,50 € / ٥')).toEqual([
      { start: 3, end: 11, isPart: false, written: '1 234,50', value: '1234.50' },
      { start: 16, end: 17, isPart: false, written: '٥', value: '5' },
    ])
  })

  test('are in order in any text, and each one reads the same by itself', () => {
    const unit = fc.constantFrom(...'0123456789', '.', ',', "'", '’', ' ', '\u00A0', '-', ':', '%', '$', 'a', '٣', '９', '．', '٫', '😀')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
        let last = 0
        for (const { start, end, written, value } of amountsIn(text)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          expect(value).toMatch(/^(?:0|[1-9]\d*)(?:\.\d+)?$/)
          expect(written.endsWith(text.slice(start, end))).toBe(true)
          expect(amountsIn(written)).toEqual([{ start: 0, end: written.length, isPart: false, written, value }])
          last = end
        }
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('compareValues', () => {
  test.each([
    ['1', '2', -1],
    ['10', '9', 1],
    ['10', '10.00', 0],
    ['10.5', '10.50', 0],
    ['10.5', '10.49', 1],
    ['0.1', '0.09', 1],
    ['0', '0.0', 0],
    ['9007199254740993', '9007199254740992', 1],
    ['0.1000000000000000000001', '0.1', 1],
    ['99', '100', -1],
  ])('%s and %s: %d', (left, right, sign) => {
    expect(Math.sign(compareValues(left, right))).toBe(sign)
    expect(Math.sign(compareValues(right, left))).toBe(sign === 0 ? 0 : -sign)
  })

  test('orders like exact integers in thousandths', () => {
    const value = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 999 }))
    const text = ([whole, part]: [bigint, number]) => `${whole}.${String(part).padStart(3, '0')}`
    fc.assert(
      fc.property(value, value, (left, right) => {
        const difference = left[0] * 1000n + BigInt(left[1]) - (right[0] * 1000n + BigInt(right[1]))
        expect(Math.sign(compareValues(text(left), text(right)))).toBe(difference === 0n ? 0 : difference < 0n ? -1 : 1)
      }),
    )
  })
})
