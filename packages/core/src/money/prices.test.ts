import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencyOf, defaultCurrency, parseCost } from './cost.ts'
import { pricesOf } from './prices.ts'

const euro = currencyOf('EUR') ?? defaultCurrency
const pricesIn = (given: string): readonly string[] => {
  const { cost: text, details } = parseCost(given, euro)
  return pricesOf({ text, ...details })
}

describe('the prices of a cost', () => {
  test.each([
    ['', []],
    ['ask at the door', []],
    // Amounts alone.
    ['12', ['12']],
    ['€12', ['12']],
    ['5 - 12.50', ['5', '12.50']],
    ['10/12/15 €', ['10', '12', '15']],
    ['1.234,50 €', ['1234.50']],
    // Amounts beside a currency, and numbers that are none.
    ['VVK 12 / AK 15 €', ['15']],
    ['from €10', ['10']],
    ['8€50', ['8.50']],
    ['VVK 12 € / AK 15 €', ['12', '15']],
    ['Adults 10, children 5, families €22.50', ['22.50']],
    ['Eintritt 5', []],
    ['Raum 12, 2027', []],
    ['ab 18 Jahren: 12 €', ['12']],
    ['€8 (seniors over 65: €6)', ['6', '8']],
    ['Free for kids under 12', []],
    ['Price as in 2025, Hauptstr. 17', []],
    ['Table for 4, call 555 1234', []],
    ['Under 12s half price', []],
    ['ab 6 Jahren', []],
    ['2 drinks minimum', []],
    // Of another currency than the first.
    ['€10 or $12', ['10']],
    // Free of charge.
    ['0', ['0']],
    ['0,00 €', ['0']],
    ['$0 – 0', ['0']],
    ['0 - 10 €', ['0', '10']],
    ['entry: 0 €', ['0']],
    // Words for free, at the beginning.
    ['Free, €5 for drinks', ['0', '5']],
    ['Free - $10', ['0', '10']],
    ['kostenlos / 5 €', ['0', '5']],
    ['Members free, guests €10', ['10']],
  ])('of %j are %j', (text, expected) => {
    expect(pricesIn(text)).toEqual(expected)
  })

  test.each([
    ...[
      'Free',
      'free!',
      'FREE ENTRY',
      'Admission free',
      'Admission is free',
      'Free admission, donations welcome',
      'free of charge (2 drinks minimum)',
    ],
    ...['Eintritt frei', 'freier Eintritt', 'kostenlos', 'Kostenfrei', 'Gratis', 'umsonst', 'Teilnahme kostenlos'],
    ...['gratuit', 'Entrée libre', 'ENTRÉE GRATUITE', 'accès libre', 'gratuite – réservation conseillée'],
    ...['gratis', 'Gratuito', 'entrada libre', 'Entrada gratuita', 'acceso libre'],
  ])('are 0 for %j', (text) => expect(pricesIn(text)).toEqual(['0']))

  test.each([
    'not free',
    'no free seats',
    'Freie Platzwahl',
    'free-range',
    'frei ab 18',
    'gratis bis 12 Jahre',
    'prix libre',
    'Members free',
  ])('are none of %j, which is no word for free', (text) => expect(pricesIn(text)).toEqual([]))

  test('of a cost whose amounts are zero are 0, whatever word the calendar shows', () => {
    const { details } = parseCost('0 €', euro)
    for (const text of ['Free', 'Eintritt frei', 'Ingyenes']) expect(pricesOf({ text, ...details })).toEqual(['0'])
  })

  test('are values of the cost, or 0', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('1', '0', ' ', '€', '$', '.', ',', '-', '/', 'a', 'Free', 'USD') }), (text) => {
        const { cost, details } = parseCost(text, euro)
        for (const price of pricesOf({ text: cost, ...details })) expect(['0', ...details.values]).toContain(price)
      }),
    )
  })
})
