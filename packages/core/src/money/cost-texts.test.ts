import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Currency, currencyOf, defaultCurrency, parseCost } from './cost.ts'

const calendarCurrency = (code: string): Currency => currencyOf(code) ?? defaultCurrency

/** Texts with more information than amounts, with the amounts in them. */
const saysMore: readonly (readonly [text: string, values: readonly string[]])[] = [
  ['Free for kids under 12', ['12']],
  ['Free (€0)', ['0']],
  ['from 5', ['5']],
  ['From $5', ['5']],
  ['up to $20', ['20']],
  ['$10+', ['10']],
  ['> 10 €', ['10']],
  ['~10 €', ['10']],
  ['ca. 10 €', ['10']],
  ['-5', ['5']],
  ['10 to 20', ['10', '20']],
  ['$10 or $8 with card', ['8', '10']],
  ['$25/person', ['25']],
  ['$25 per person, $40 per couple', ['25', '40']],
  ['$15 advance / $20 door', ['15', '20']],
  ['Adults 10, children 5, families 22.50', ['5', '10', '22.50']],
  ['10 (members 8)', ['8', '10']],
  ['(10)', ['10']],
  ['2 x 10', ['2', '10']],
  ['10 & 20', ['10', '20']],
  ['10 = 20', ['10', '20']],
  ['10 €!', ['10']],
  ['10 €*', ['10']],
  ['#10', ['10']],
  ['10 €, 50% off', ['10']],
  ['10 € at 19:30', ['10']],
  ['Donation', []],
  ['Pay what you can ($5 - $50)', ['5', '50']],
  ['VVK 12 / AK 15', ['12', '15']],
  ['Eintritt frei, Spende erwünscht', []],
  ['ab 5 €', ['5']],
  ['5 € ermäßigt, 8 € regulär', ['5', '8']],
  ['10 bis 20 EUR', ['10', '20']],
  ['12 € zzgl. 1,50 € Gebühr', ['1.50', '12']],
  ['Erwachsene 1.234,50 €, Kinder frei', ['1234.50']],
  ['Gratuit pour les moins de 12 ans', ['12']],
  ['Entrée : 8 €, réduit : 5 €', ['5', '8']],
  ['de 10 à 20 €', ['10', '20']],
  ['Desde 10 €', ['10']],
  ['10 € anticipada, 12 € taquilla', ['10', '12']],
  ['Intero 10 €, ridotto 7 €', ['7', '10']],
  ['A partir de R$ 30,00', ['30.00']],
  ['Vanaf € 7,50', ['7.50']],
  ['Fri entré under 18 år', ['18']],
  ['Inträde 120 kr, barn 60 kr', ['60', '120']],
  ['Bilety od 25 zł', ['25']],
  ['Vstupné 120 Kč, děti 60 Kč', ['60', '120']],
  ['Belépő: 1500 Ft', ['1500']],
  ['Вход от 500 ₽', ['500']],
  ['Дорослі 100 грн, діти 50 грн', ['50', '100']],
  ['Είσοδος 10 €', ['10']],
  ['Giriş 50 TL', ['50']],
  ['כניסה 20 ₪', ['20']],
  ['الدخول ٢٠ دينار', ['20']],
  ['入場料1000円', ['1000']],
  ['前売 2,500円 / 当日 3,000円', ['2500', '3000']],
  ['大人 1000 元', ['1000']],
  ['성인 10,000원', ['10000']],
  ['ราคา 100 บาท', ['100']],
  ['प्रवेश ₹100', ['100']],
  // Two currencies are two prices of one thing, which a range cannot express.
  ['€5 $10', ['5', '10']],
  ['10 € / 12 CHF', ['10', '12']],
  ['10 USD - 20 CAD', ['10', '20']],
  ['10 - € - 20', ['10', '20']],
  // Texts that are not wholly understood stay as they are written.
  ['1,234,56 €', ['1', '56', '234']],
  ['1.234.56', ['1', '56', '234']],
  ["1'2'3", ['1', '2', '3']],
  ['31.12.2026', []],
  ['2027-05-31', []],
  ['5/31/2027 – 10 €', ['10']],
  ['€5, from 1.6.2027 €8', ['5', '8']],
  ['19:30–21:00', []],
  ['10½ €', ['10']],
  ['8€500', ['8', '500']],
  ['10€120', ['10', '120']],
  ['5$10$15', ['5', '10.15']],
  ['8€50 €', ['8', '50']],
  ['12·50 €', ['12', '50']],
  ['1/2 €', ['1', '2']],
  ['12 € 5', ['5', '12']],
  ['0171 2345678', ['171', '2345678']],
  ['12 € p.P.', ['12']],
  ['5 € 10 people', ['5', '10']],
  ['8€50 pro Person', ['8.50']],
  ['8€50 / 12£50', ['8.50', '12.50']],
  ['ab ,50 €', ['0.50']],
  // Numbers beyond the limits of amounts are text.
  ['1000000000001', []],
  ['10 or 99999999999999999999', ['10']],
  ['$10 - $1,000,000,000,000.01', ['10']],
  ['1.00001', []],
  ['0.00000', []],
]

/** Texts of amounts alone, with the text to show and the values. */
const amountsAlone: readonly (readonly [text: string, cost: string, values: readonly string[]])[] = [
  ['10', '10', ['10']],
  [' 10 ', '10', ['10']],
  ['$10 - $20', '$10 – $20', ['10', '20']],
  ['10/20', '10 – 20', ['10', '20']],
  ['20 / 15 / 10 €', '10 € – 20 €', ['10', '15', '20']],
  ['10, 20', '10 – 20', ['10', '20']],
  ['10; 20', '10 – 20', ['10', '20']],
  ['10 | 20', '10 – 20', ['10', '20']],
  ['10 … 20', '10 – 20', ['10', '20']],
  ['10 — 20', '10 – 20', ['10', '20']],
  ['10 − 20', '10 – 20', ['10', '20']],
  ['10~20 €', '10 € – 20 €', ['10', '20']],
  ['1000円〜2000円', '1000円 – 2000円', ['1000', '2000']],
  ['1,000円、2,000円', '1,000円 – 2,000円', ['1000', '2000']],
  ['２０００～３０００円', '２０００円 – ３０００円', ['2000', '3000']],
  ['10 000 – 20 000 Ft', '10 000 Ft – 20 000 Ft', ['10000', '20000']],
  ["CHF 1'000.– / 1'500.–", "CHF 1'000 – CHF 1'500", ['1000', '1500']],
  ['20,- / 25,-', '20 – 25', ['20', '25']],
  ['CHF 20.–', 'CHF 20', ['20']],
  ['EUR 10 / 15 €', 'EUR 10 – EUR 15', ['10', '15']],
  ['US$ 10 / $ 20', 'US$ 10 – US$ 20', ['10', '20']],
  ['$10 USD - $20 USD', '$10 – $20', ['10', '20']],
  ['$10 CAD, $20 CAD', '10 CAD – 20 CAD', ['10', '20']],
  ['kr 50 / kr. 60', 'kr 50 – kr 60', ['50', '60']],
  ['٥٠ - ١٠٠', '٥٠ – ١٠٠', ['50', '100']],
  ['500 руб., 700 руб.', '500 руб. – 700 руб.', ['500', '700']],
  ['8€50', '8€50', ['8.50']],
  ['12 $ 50', '12 $ 50', ['12.50']],
  ['2£50', '2£50', ['2.50']],
  ['8€ 50', '8€ 50', ['8.50']],
  ['8$50', '8$50', ['8.50']],
  ['10€05', '10€05', ['10.05']],
  ['1.200€50', '1.200€50', ['1200.50']],
  ['12 CHF 50', '12 CHF 50', ['12.50']],
  ['12Fr.50', '12Fr.50', ['12.50']],
  ['5R50', '5R50', ['5.50']],
  ['٨€٥٠', '٨€٥٠', ['8.50']],
  ['８￥５０', '８￥５０', ['8.50']],
  ['8€50 - 12€50', '8€50 – 12€50', ['8.50', '12.50']],
  ['12€50 / 8 €', '8€ – 12€50', ['8', '12.50']],
  ['0€00', 'Free', ['0.00']],
  ['€5 €10', '€5 – €10', ['5', '10']],
  ['5 €10', '5 €10', ['5.10']],
  ['5 € / 8 €50', '5 € – 8 €50', ['5', '8.50']],
  ['.50–,90 €', '0.50 € – 0,90 €', ['0.50', '0.90']],
  ['CHF 12.–,15.–', 'CHF 12 – CHF 15', ['12', '15']],
  ['10€ 12€', '10€ – 12€', ['10', '12']],
  ['5 € 10 €', '5 € – 10 €', ['5', '10']],
  [',89 €', '0,89 €', ['0.89']],
  ['€,50', '€0,50', ['0.50']],
  ['٫٥٠', '0٫٥٠', ['0.50']],
  [',50 – ,90 €', '0,50 € – 0,90 €', ['0.50', '0.90']],
  ['10 ,20', '10 – 20', ['10', '20']],
  ['12.– CHF', '12 CHF', ['12']],
  ['5.- / 8.-', '5 – 8', ['5', '8']],
  ['1 234:- kr', '1 234:- kr', ['1234']],
  ['¥1,500円', '¥1,500', ['1500']],
  ['R$ 1.234,56', 'R$ 1.234,56', ['1234.56']],
  ['₹1,00,000', '₹1,00,000', ['100000']],
  ['1 234,50 kr', '1 234,50 kr', ['1234.50']],
  ['۵۰٬۰۰۰', '۵۰٬۰۰۰', ['50000']],
  ['0', 'Free', ['0']],
  ['$0.00', 'Free', ['0.00']],
  ['0 € / 0 €', 'Free', ['0']],
  ['1000000000000', '1000000000000', ['1000000000000']],
  ['0.0001', '0.0001', ['0.0001']],
]

describe('a text that says more than amounts is shown as it is', () => {
  test.each(saysMore)('%j', (text, values) => {
    expect([parseCost(text, defaultCurrency).cost, parseCost(text, defaultCurrency).details.values]).toEqual([text, values])
  })
})

describe('amounts alone are shown as one amount or a range', () => {
  test.each(amountsAlone)('%j shows %j', (text, cost, values) => {
    expect([parseCost(text, defaultCurrency).cost, parseCost(text, defaultCurrency).details.values]).toEqual([cost, values])
  })
})

test.each([...saysMore, ...amountsAlone].map(([text]) => text))('the shown text of %j is shown unchanged', (text) => {
  for (const code of ['USD', 'EUR', 'CAD', 'DKK', 'XOF']) {
    const { cost } = parseCost(text, calendarCurrency(code))
    expect(parseCost(cost, calendarCurrency(code)).cost).toBe(cost)
  }
})

describe('the shown text', () => {
  const fragment = fc.constantFrom(
    ...'8 50 05 12 2027 , . ,50 .5 € $ £ kr Fr. EUR CHF - – / ; : % ½ Kinder pro ab ('.split(' '),
    ' ',
    ' ',
    '\u00A0',
    '٥٠',
    '1.234,50',
  )
  const digitsOf = (text: string): readonly string[] => text.match(/\p{Nd}+/gu) ?? []

  test('has the digits that were written, beside those before a separator without units', () => {
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 9 }), (fragments) => {
        const text = fragments.join('')
        const { cost } = parseCost(text, defaultCurrency)
        if (cost === 'Free') return
        for (const digits of digitsOf(cost.replaceAll(/(?<!\p{Nd})0(?=[.,٫])/gu, ''))) expect(digitsOf(text)).toContain(digits)
        expect(parseCost(cost, defaultCurrency).cost).toBe(cost)
      }),
      { numRuns: 5_000 },
    )
  })
})

test('zeros alone show the given free text, which stays', () => {
  expect(parseCost('0 € / 0,00 €', defaultCurrency, 'Eintritt frei').cost).toBe('Eintritt frei')
  expect(parseCost('Eintritt frei', defaultCurrency, 'Eintritt frei').cost).toBe('Eintritt frei')
})

test.each(['R$', 'S/', 'kr.', 'Fr.', 'CHF', '€ ', '/', '–', ',-', ' '])('a long filler of %j does not hang the parser', (fragment) => {
  const filler = fragment.repeat(20_000)
  expect(parseCost(`5 ${filler} 10 x`, defaultCurrency).details.values).toEqual(['5', '10'])
})
