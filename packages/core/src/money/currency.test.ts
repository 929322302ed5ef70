import { describe, expect, test } from 'vitest'
import { type Currency, currencyOf, currencyOfSpelling, defaultCurrency, isCurrencyCode, spellingPattern } from './currency.ts'

const euro: Currency = { symbol: '€', code: 'EUR', position: 'prefix' }

test('the default is the US dollar', () => {
  expect(defaultCurrency).toEqual({ symbol: '$', code: 'USD', position: 'prefix' })
  expect(currencyOf('USD')).toEqual(defaultCurrency)
})

test.each([
  ['EUR', true],
  ['XOF', true],
  ['eur', false],
  ['EU', false],
  ['EURO', false],
  ['ABC', false],
  ['XAU', false],
  ['XXX', false],
  ['', false],
  ['constructor', false],
])('%j is a code: %j', (text, expected) => {
  expect(isCurrencyCode(text)).toBe(expected)
  expect(currencyOf(text) !== undefined).toBe(expected)
})

test.each([
  ['EUR', '€', 'prefix'],
  ['GBP', '£', 'prefix'],
  ['JPY', '¥', 'prefix'],
  ['CNY', '¥', 'prefix'],
  ['INR', '₹', 'prefix'],
  ['BRL', 'R$', 'prefix'],
  ['CAD', '$', 'prefix'],
  ['AUD', '$', 'prefix'],
  ['CHF', 'CHF', 'prefix'],
  ['ZAR', 'R', 'prefix'],
  ['SEK', 'kr', 'postfix'],
  ['DKK', 'kr', 'postfix'],
  ['PLN', 'zł', 'postfix'],
  ['CZK', 'Kč', 'postfix'],
  ['RUB', '₽', 'postfix'],
  ['UAH', '₴', 'postfix'],
  ['HUF', 'Ft', 'postfix'],
  ['XOF', 'XOF', 'prefix'],
])('%s is written with %s as %s', (code, symbol, position) => {
  expect(currencyOf(code)).toEqual({ symbol, code, position })
})

describe('the currency of a spelling', () => {
  test.each([
    ['$', defaultCurrency, '$', 'USD'],
    ['$', euro, '$', 'USD'],
    ['$', { symbol: '$', code: 'CAD', position: 'prefix' }, '$', 'CAD'],
    ['A$', defaultCurrency, 'A$', 'AUD'],
    ['kr', defaultCurrency, 'kr', 'SEK'],
    ['kr', { symbol: 'kr', code: 'NOK', position: 'postfix' }, 'kr', 'NOK'],
    ['kr.', defaultCurrency, 'kr.', 'DKK'],
    ['¥', { symbol: '¥', code: 'CNY', position: 'prefix' }, '¥', 'CNY'],
    ['EUR', defaultCurrency, '€', 'EUR'],
    ['euros', defaultCurrency, '€', 'EUR'],
    ['EUR', { symbol: 'Euro', code: 'EUR', position: 'postfix' }, 'Euro', 'EUR'],
    ['dollars', { symbol: 'C$', code: 'CAD', position: 'prefix' }, 'C$', 'CAD'],
    ['XOF', defaultCurrency, 'XOF', 'XOF'],
    ['€', { symbol: '€', code: 'XOF', position: 'prefix' }, '€', 'XOF'],
  ] satisfies [string, Currency, string, string][])('%j in a calendar with %j is %s, %s', (spelling, calendarCurrency, symbol, code) => {
    expect(currencyOfSpelling(spelling, calendarCurrency)).toEqual({ symbol, code })
  })

  test('is in circulation', () => {
    const pattern = new RegExp(`^(?:${spellingPattern})$`, 'u')
    for (const spelling of [
      '$',
      '€',
      '£',
      '¥',
      '₹',
      '₽',
      'kr',
      'zł',
      'Kč',
      'R$',
      'A$',
      'CA$',
      'Rs.',
      'S/',
      '円',
      'Euro',
      'chf',
      'EUR',
      'XCG',
    ]) {
      expect(spelling).toMatch(pattern)
      expect(isCurrencyCode(currencyOfSpelling(spelling, defaultCurrency).code)).toBe(true)
    }
  })

  test('has no scripts of its own in the pattern, because each use of one takes 0.2 ms of every start', () => {
    expect(spellingPattern.split('Script=Latin')).toHaveLength(5)
  })

  test.each(['', '5', 'x', 'EURX', 'kroner', '.', 'all', 'top', 'try', 'US'])('%j is no spelling', (text) => {
    expect(text).not.toMatch(new RegExp(`^(?:${spellingPattern})$`, 'u'))
  })
})
