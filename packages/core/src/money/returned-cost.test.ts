import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anEvent, openCalendar } from '../../test/open-calendar.ts'

const texts = [
  '$10 - $20 - $30',
  '10 - 20 - 30',
  '30 kr - 10 kr - 20 kr - 15.5 kr',
  '1.250,50 € - 12 € - 800 €',
  '0 - 10 - 20',
  'CAD 10 - CAD 20 - CAD 30',
  '0250.125 - 1 - 2000',
  '1 234.500 - 0.125 - 12.1250',
  'Free',
  '0',
  '0 €',
  'CAD 0',
  '0 kr - 0.00 kr',
  'from 5 € to 7 or 9',
  '$10 CAD - $20 - $30',
  '',
]

describe('the cost of a returned event', () => {
  test.each(texts)('of %j gives another event the same cost', async (text) => {
    for (const currency of ['USD', 'EUR', 'CAD', 'NOK']) {
      const { calendar } = openCalendar({ currency })
      const { id, cost } = await calendar.events.create(anEvent({ cost: text }))
      expect((await calendar.events.create(await calendar.events.get(id))).cost).toEqual(cost)
      await calendar.events.update(id, { cost: null })
      expect((await calendar.events.update(id, { cost: JSON.parse(JSON.stringify(cost)) })).cost).toEqual(cost)
    }
  })

  test('of any amounts gives another event the same cost', async () => {
    const amount = fc.oneof(
      fc.nat(2_000).map(String),
      fc.double({ min: 0, max: 1e12, noNaN: true }).map((value) => value.toFixed(value < 1e6 ? 4 : 2)),
      fc.constantFrom('0', '0.5', '.5', '1,250', '1.250', '1 250,75', '0250.125', '999999999999.999', '20.–'),
    )
    const mark = fc.constantFrom('', '$', '€', 'kr', 'CHF', 'CAD')
    const text = fc
      .tuple(fc.array(amount, { minLength: 1, maxLength: 6 }), mark, fc.boolean())
      .map(([amounts, sign, isFirst]) => amounts.map((one) => (isFirst ? `${sign}${one}` : `${one} ${sign}`)).join(' - '))
    const { calendar } = openCalendar({ currency: 'USD' })
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        const { cost } = await calendar.events.create(anEvent({ cost: given }))
        expect((await calendar.events.create(anEvent({ cost }))).cost).toEqual(cost)
      }),
      { numRuns: 300 },
    )
  })

  test('brings its amounts to an event whose cost has the same text', async () => {
    const { calendar } = openCalendar()
    const [three, two] = [
      await calendar.events.create(anEvent({ cost: [10, 20, 30] })),
      await calendar.events.create(anEvent({ cost: [10, 30] })),
    ]
    expect(three.cost.text).toBe(two.cost.text)
    expect((await calendar.events.update(two.id, { cost: three.cost })).cost.values).toEqual(['10', '20', '30'])
    expect((await calendar.events.update(two.id, { cost: three.cost.text })).cost.values).toEqual(['10', '20', '30'])
  })

  test.each<[string, object]>([
    ['other amounts than its text shows', { values: ['5', '20', '30'] }],
    ['amounts out of order', { values: ['10', '25', '20', '30'] }],
    ['numbers instead of texts as amounts', { values: [10, 20, 30] }],
    ['an amount that is no number', { values: ['10', 'x', '30'] }],
    ['more amounts than a cost text can have', { values: ['10', ...Array.from({ length: 300 }, () => '20'), '30'] }],
    ['no currency', { currencyCode: undefined }],
    ['an invalid position', { currencyPosition: 'above' }],
  ])('with %s is read as its text alone', async (_name, change) => {
    const { calendar } = openCalendar()
    const { cost } = await calendar.events.create(anEvent({ cost: '$10 - $20 - $30' }))
    const made = await calendar.events.create(anEvent({ cost: { ...cost, ...change } }))
    expect(made.cost).toEqual({ ...cost, values: ['10', '30'] })
    expect((await calendar.events.update(1, { cost: { ...cost, ...change } })).cost).toEqual(cost)
  })

  test('keeps its amounts in a calendar with another currency', async () => {
    const { calendar } = openCalendar({ currency: 'USD' })
    const { cost } = await calendar.events.create(anEvent({ cost: [10, 20, 30] }))
    const { calendar: other } = openCalendar({ currency: 'EUR' })
    expect((await other.events.create(anEvent({ cost }))).cost).toMatchObject({
      text: '10 – 30',
      currencyCode: 'EUR',
      values: ['10', '20', '30'],
    })
  })
})
