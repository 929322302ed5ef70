import type { StoredCost } from '../store/records.ts'
import { foldText } from '../text/fold.ts'
import { compareValues } from './amount.ts'
import { isAmountsAlone, pricesIn } from './cost.ts'
import { currencyOfSpelling } from './currency.ts'

const place = '(?:entry|admission|entrance|eintritt|zutritt|teilnahme|entree|acces|participation|entrada|acceso|participacion)'
const adjective =
  '(?:free|complimentary|frei(?:er|e)?|kostenlos(?:er|e)?|kostenfrei(?:er|e)?|gratis|umsonst|gratuit[eo]?|gratuita|libre)(?: of charge)?'
/** A cost, folded, that begins with words for "free", as a phrase of its own: `Free for kids under 12` is not free. */
const freePhrase = new RegExp(`^(?:${place} )?(?:(?:is|ist|est|es) )?${adjective}(?: ${place})?(?: ?[,;.:!(/|]| [-–—]|$)`)

/**
 * The amounts of a cost that other programs may take for its prices, each once, ascending, in the currency of the cost: all amounts of a cost
 * that is amounts alone, else those next to that currency. A number in words, such as an age or a year, is no price. A free event costs `0`.
 * @param cost the cost of an event
 * @example
 * const { cost } = await calendar.events.get('choir')
 * const [lowest] = pricesOf(cost)
 */
export function pricesOf({
  text,
  values,
  currencyCode: code,
  currencySymbol: symbol,
  currencyPosition: position,
}: StoredCost): readonly string[] {
  const currency = { code, symbol, position }
  const amounts = pricesIn(text, currency)
  const mark = amounts.find((amount) => amount.mark !== undefined)?.mark
  // The text of a cost whose amounts are all zero is a word without amounts.
  if (isAmountsAlone(text, amounts, mark, currency) || (amounts.length === 0 && values.length > 0))
    return values.every(isZero) ? ['0'] : values
  const marked = amounts.filter((amount) => amount.mark !== undefined && currencyOfSpelling(amount.mark.spelling, currency).code === code)
  const prices = [...marked.map(({ value }) => value), ...(freePhrase.test(foldText(text)) ? ['0'] : [])].sort(compareValues)
  return prices.filter((value, index) => index === 0 || compareValues(prices[index - 1] ?? '', value) !== 0)
}

const isZero = (value: string): boolean => /^[0.]+$/.test(value)
