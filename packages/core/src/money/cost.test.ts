import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codePointLength, toOneLine } from '../text/plain.ts'
import { type Currency, costText, currencyOf, defaultCurrency, isAmount, isCurrencyCode, parseCost } from './cost.ts'

const calendarCurrency = (code: string): Currency => currencyOf(code) ?? defaultCurrency
const parsed = (text: string, code = 'USD') => {
  const { cost, details } = parseCost(text, calendarCurrency(code))
  return [cost, details.values, details.currencySymbol, details.currencyCode, details.currencyPosition]
}

const toFourDecimals = (value: number): number => Number(value.toFixed(4))

test.each([
  [0, true],
  [-0, true],
  [1e12, true],
  [999_999_999_999.9999, true],
  [0.0001, true],
  [12.125, true],
  [1e12 + 0.001, false],
  [1e12 + 1, false],
  [1e300, false],
  [0.00001, false],
  [1e-7, false],
  [1.00001, false],
  [0.1 + 0.2, false],
  [-1, false],
  [-1e-9, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
])('%d can be an amount: %j', (value, expected) => {
  expect(isAmount(value)).toBe(expected)
})

describe('costText', () => {
  test.each([
    [10, '10'],
    [12.5, '12.5'],
    [0, '0'],
    [1e12, '1000000000000'],
    [0.0001, '0.0001'],
    [-0, '0'],
    [1.125, '1.1250'],
    [1234.567, '1234.5670'],
    ['$10', '$10'],
    ['', ''],
    [[], ''],
    [[10], '10'],
    [[10, 20.5], '10 - 20.5'],
    [['$10', 20, 'Free'], '$10 - 20 - Free'],
  ])('%j is %j', (value, text) => {
    expect(costText(value)).toBe(text)
  })

  test.each([
    [10, '10', ['10']],
    [12.5, '12.5', ['12.5']],
    [1.125, '1.1250', ['1.1250']],
    [1000.25, '1000.25', ['1000.25']],
    [0, 'Free', ['0']],
    [[20, 10, 20], '10 – 20', ['10', '20']],
    [['5', '100'], '5 – 100', ['5', '100']],
    [['1', '234'], '1 – 234', ['1', '234']],
    [[], '', []],
  ])('%j shows %j', (value, cost, values) => {
    expect(parsed(costText(value)).slice(0, 2)).toEqual([cost, values])
  })

  test('a number keeps its value', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e12, noNaN: true }).map(toFourDecimals).filter(isAmount), (value) => {
        const values = parseCost(costText(value), defaultCurrency).details.values
        expect(values).toHaveLength(1)
        expect(Number(values[0])).toBe(value)
      }),
    )
  })
})

describe('one amount', () => {
  test.each([
    ['10', '10', ['10'], '$', 'USD', 'prefix'],
    ['€ 25,50', '€ 25,50', ['25.50'], '€', 'EUR', 'prefix'],
    ['1,234.50', '1,234.50', ['1234.50'], '$', 'USD', 'prefix'],
    ['$10', '$10', ['10'], '$', 'USD', 'prefix'],
    ['$.50', '$0.50', ['0.50'], '$', 'USD', 'prefix'],
    ['5 €', '5 €', ['5'], '€', 'EUR', 'postfix'],
    ['5€', '5€', ['5'], '€', 'EUR', 'postfix'],
    ['5\u00A0€', '5\u00A0€', ['5'], '€', 'EUR', 'postfix'],
    ['5   €', '5 €', ['5'], '€', 'EUR', 'postfix'],
    ['from 5 € per head', 'from 5 € per head', ['5'], '€', 'EUR', 'postfix'],
    ['CHF 20', 'CHF 20', ['20'], 'CHF', 'CHF', 'prefix'],
    ['CHF 20.–', 'CHF 20', ['20'], 'CHF', 'CHF', 'prefix'],
    ['20.- CHF', '20 CHF', ['20'], 'CHF', 'CHF', 'postfix'],
    ['Fr. 20', 'Fr. 20', ['20'], 'Fr.', 'CHF', 'prefix'],
    ['20 EUR', '20 EUR', ['20'], '€', 'EUR', 'postfix'],
    ['EUR20', 'EUR20', ['20'], '€', 'EUR', 'prefix'],
    ['20 eur', '20 eur', ['20'], '€', 'EUR', 'postfix'],
    ['5 Euro', '5 Euro', ['5'], '€', 'EUR', 'postfix'],
    ['120,- Kč', '120 Kč', ['120'], 'Kč', 'CZK', 'postfix'],
    ['50 kr', '50 kr', ['50'], 'kr', 'SEK', 'postfix'],
    ['kr. 50', 'kr. 50', ['50'], 'kr.', 'DKK', 'prefix'],
    ['kr.50', 'kr.50', ['50'], 'kr.', 'DKK', 'prefix'],
    ['15 zł', '15 zł', ['15'], 'zł', 'PLN', 'postfix'],
    ['500 ₽', '500 ₽', ['500'], '₽', 'RUB', 'postfix'],
    ['500 руб.', '500 руб.', ['500'], 'руб.', 'RUB', 'postfix'],
    ['₹1,00,000', '₹1,00,000', ['100000'], '₹', 'INR', 'prefix'],
    ['Rs.500', 'Rs.500', ['500'], 'Rs.', 'INR', 'prefix'],
    ['R$ 30,00', 'R$ 30,00', ['30.00'], 'R$', 'BRL', 'prefix'],
    ['A$5', 'A$5', ['5'], 'A$', 'AUD', 'prefix'],
    ['CA$5', 'CA$5', ['5'], 'CA$', 'CAD', 'prefix'],
    ['US$ 10', 'US$ 10', ['10'], 'US$', 'USD', 'prefix'],
    ['¥1000', '¥1000', ['1000'], '¥', 'JPY', 'prefix'],
    ['入場料1000円', '入場料1000円', ['1000'], '円', 'JPY', 'postfix'],
    ['￥１０００', '￥１０００', ['1000'], '￥', 'JPY', 'prefix'],
    ['ราคา 100 บาท', 'ราคา 100 บาท', ['100'], 'บาท', 'THB', 'postfix'],
    ['S/ 20', 'S/ 20', ['20'], 'S/', 'PEN', 'prefix'],
    ['R100', 'R100', ['100'], 'R', 'ZAR', 'prefix'],
    ['$10 USD', '$10', ['10'], '$', 'USD', 'prefix'],
    ['$10 CAD', '10 CAD', ['10'], '$', 'CAD', 'postfix'],
    ['CAD $10', 'CAD 10', ['10'], '$', 'CAD', 'prefix'],
    ['USA$10', 'USA$10', ['10'], '$', 'USD', 'prefix'],
    ['£10pp', '£10pp', ['10'], '£', 'GBP', 'prefix'],
    ['U2: 10', 'U2: 10', ['10'], '$', 'USD', 'prefix'],
    ['100 try', '100 try', ['100'], '$', 'USD', 'prefix'],
    ['10 krone', '10 krone', ['10'], '$', 'USD', 'prefix'],
    ['10\n€', '10 €', ['10'], '€', 'EUR', 'postfix'],
    ['Eintritt: 10 € (ab 19:30, 20% Rabatt)', 'Eintritt: 10 € (ab 19:30, 20% Rabatt)', ['10'], '€', 'EUR', 'postfix'],
  ])('%j shows %j', (text, ...expected) => {
    expect(parsed(text)).toEqual(expected)
  })
})

describe('several amounts', () => {
  test.each([
    ['$10 - $20', '$10 – $20', ['10', '20'], '$', 'prefix'],
    ['$20-10', '$10 – $20', ['10', '20'], '$', 'prefix'],
    ['10 - 20 €', '10 € – 20 €', ['10', '20'], '€', 'postfix'],
    ['10-20', '10 – 20', ['10', '20'], '$', 'prefix'],
    ['10, 9, 100', '9 – 100', ['9', '10', '100'], '$', 'prefix'],
    ['Adults $10, children $5', 'Adults $10, children $5', ['5', '10'], '$', 'prefix'],
    ['2 for 10', '2 for 10', ['2', '10'], '$', 'prefix'],
    ['$10, $10.00, 10', '$10', ['10'], '$', 'prefix'],
    ['$0 - $10', '$0 – $10', ['0', '10'], '$', 'prefix'],
    ['kr 50 - kr 100', 'kr 50 – kr 100', ['50', '100'], 'kr', 'prefix'],
    ['5 € 10 €', '5 € – 10 €', ['5', '10'], '€', 'postfix'],
    ['5 €10', '5 €10', ['5.10'], '€', 'postfix'],
    ['5 € 10', '5 € 10', ['5.10'], '€', 'postfix'],
    ['5€50', '5€50', ['5.50'], '€', 'postfix'],
    ['5€ 10', '5€ 10', ['5.10'], '€', 'postfix'],
    ['€5 $10', '€5 $10', ['5', '10'], '€', 'prefix'],
    ['10 / 12.50 / 15 €', '10 € – 15 €', ['10', '12.50', '15'], '€', 'postfix'],
    ['1.234,50 – 2.345,50 €', '1.234,50 € – 2.345,50 €', ['1234.50', '2345.50'], '€', 'postfix'],
  ])('%j shows %j', (text, cost, values, symbol, position) => {
    const found = parsed(text)
    expect([found[0], found[1], found[2], found[4]]).toEqual([cost, values, symbol, position])
  })
})

describe('no amount, or amounts of zero', () => {
  test.each([
    ['Free', 'Free', []],
    ['  Free\n', 'Free', []],
    ['gratis (€)', 'gratis (€)', []],
    ['10pp', '10pp', []],
    ['U18', 'U18', []],
    ['', '', []],
    ['   ', '', []],
    ['€', '€', []],
  ])('%j shows %j', (text, cost, values) => {
    expect(parsed(text)).toEqual([cost, values, '$', 'USD', 'prefix'])
  })

  test.each([
    ['0', ['0'], '$', 'prefix'],
    ['0.00', ['0.00'], '$', 'prefix'],
    ['$0', ['0'], '$', 'prefix'],
    ['0 €', ['0'], '€', 'postfix'],
    ['0 - 0,00', ['0'], '$', 'prefix'],
    ['0,- €', ['0'], '€', 'postfix'],
  ])('%j shows Free', (text, values, symbol, position) => {
    const [cost, found, foundSymbol, , foundPosition] = parsed(text)
    expect([cost, found, foundSymbol, foundPosition]).toEqual(['Free', values, symbol, position])
  })
})

describe('a text without a definite currency', () => {
  test.each([
    ['10', 'EUR', '10', '€', 'EUR', 'prefix'],
    ['10', 'PLN', '10', 'zł', 'PLN', 'postfix'],
    ['$10', 'CAD', '$10', '$', 'CAD', 'prefix'],
    ['$10', 'EUR', '$10', '$', 'USD', 'prefix'],
    ['$10 CAD', 'CAD', '$10', '$', 'CAD', 'prefix'],
    ['$10 USD', 'CAD', '10 USD', '$', 'USD', 'postfix'],
    ['kr 10', 'NOK', 'kr 10', 'kr', 'NOK', 'prefix'],
    ['¥10', 'CNY', '¥10', '¥', 'CNY', 'prefix'],
    ['Free', 'SEK', 'Free', 'kr', 'SEK', 'postfix'],
  ])('%j in a calendar with %s shows %j', (text, code, cost, symbol, foundCode, position) => {
    const found = parsed(text, code)
    expect([found[0], ...found.slice(2)]).toEqual([cost, symbol, foundCode, position])
  })
})

describe('any text', () => {
  const unit = fc.constantFrom(
    ...[
      '0',
      '1',
      '5',
      '10',
      '20',
      '007',
      '234',
      '1.5',
      '25,50',
      '1,234.50',
      '1.234,50',
      '1 234',
      '.50',
      '٥',
      '１０',
      '19:30',
      '20%',
      '000',
    ],
    ...[
      '$',
      '€',
      '£',
      '¥',
      '￥',
      'kr',
      'kr.',
      'zł',
      'Kč',
      'R$',
      'A$',
      'CA$',
      'R',
      'Rs.',
      'Fr.',
      'S/',
      '円',
      'руб.',
      'Euro',
      'dollars',
      'US',
    ],
    ...[
      'EUR',
      'USD',
      'CAD',
      'CHF',
      'ALL',
      'eur',
      'all',
      ' ',
      ' ',
      ' ',
      '\u00A0',
      '\u202F',
      '\t',
      '-',
      '–',
      ' – ',
      ',-',
      '.–',
      '.',
      ',',
      "'",
      ':',
      '%',
      '/',
      '(',
    ],
    ...['a', 'U', 'ж', 'Free', 'Adults', '日本', '\u0301', '😀', '\uD83D'],
  )
  const text = fc.string({ unit, maxLength: 25 })
  const calendar = fc.constantFrom('USD', 'CAD', 'EUR', 'NOK', 'CHF', 'JPY', 'XOF').map(calendarCurrency)

  test('has a shown text that gives the same cost, the same currency and the shown values', () => {
    fc.assert(
      fc.property(text, calendar, (input, currency) => {
        const first = parseCost(input, currency)
        const second = parseCost(first.cost, currency)
        expect(second.cost).toBe(first.cost)
        // `Free` stands for zeros, and parsing it finds no values.
        if (first.cost === toOneLine(input)) expect(second.details).toEqual(first.details)
        else if (first.cost === 'Free') expect(second.details.values).toEqual([])
        else if (first.details.values.length <= 2) expect(second.details).toEqual(first.details)
        else expect(second.details).toEqual({ ...first.details, values: [first.details.values[0], first.details.values.at(-1)] })
      }),
      { numRuns: 10_000 },
    )
  })

  test('has distinct decimals as values, ascending, and the code of a currency in circulation', () => {
    fc.assert(
      fc.property(text, calendar, (input, currency) => {
        const { cost, details } = parseCost(input, currency)
        for (const value of details.values) expect(value).toMatch(/^(?:0|[1-9]\d*)(?:\.\d+)?$/)
        const numbers = details.values.map(Number)
        expect(numbers).toEqual([...new Set(numbers)].sort((left, right) => left - right))
        expect(isCurrencyCode(details.currencyCode)).toBe(true)
        expect(cost).toBe(cost.trim())
        if (details.values.length === 0) expect(cost).toBe(input.replace(/[\t\n\r]+/g, ' ').trim())
      }),
      { numRuns: 3_000 },
    )
  })

  test.each([
    ['two long numbers', `€${'1'.repeat(248)} ${'2'.repeat(248)}`],
    ['a long number', '9'.repeat(500)],
    ['many amounts', '1 CHF,'.repeat(83)],
    ['many separators', '1.1,'.repeat(125)],
  ])('has a shown text that an input may have: %s', (_, input) => {
    const first = parseCost(input, defaultCurrency)
    expect(codePointLength(first.cost)).toBeLessThanOrEqual(500)
    expect(parseCost(first.cost, defaultCurrency)).toEqual(first)
  })

  test.each(['1', '1,', '1.1,', '1 ', "1'111", '$', '$1', 'a', '1e', 'kr.', 'CHF ', ' ', '1:', '1%', '.5', '1 234 '])(
    'does not hang the parser: %j many times',
    (fragment) => {
      const input = fragment.repeat(65_536 / fragment.length)
      expect(parseCost(input, defaultCurrency).details.currencyCode).toMatch(/^[A-Z]{3}$/)
    },
  )
})
