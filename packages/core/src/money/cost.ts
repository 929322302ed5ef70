import { codePointLength, toOneLine } from '../text/plain.ts'
import { type Amount, amountsIn, compareValues } from './amount.ts'
import { type Currency, currencyOfSpelling, isCurrencyCode, spellingPattern, wordLetter } from './currency.ts'

export { type Currency, currencyOf, defaultCurrency, isCurrencyCode } from './currency.ts'

/** The amounts of a cost, in a form for programs. */
export interface CostDetails {
  /** The symbol as written. A code or a word gives the usual symbol of its currency; a cost without a currency gives the calendar's symbol. */
  currencySymbol: string
  /** ISO 4217 code. A symbol of several currencies, such as `$`, means the calendar's currency when that is one of them. */
  currencyCode: string
  /** Whether the symbol is before or after the amounts. */
  currencyPosition: 'prefix' | 'postfix'
  /** Each amount once, ascending: decimal point, no thousands separators, the decimals as written. */
  values: readonly string[]
}

/** The maximum length of a cost in code points, so that a shown text can be sent back. */
export const costLength = 500
/** The default text of a cost whose amounts are all zero. */
export const freeCost = 'Free'

/** An amount with the currency beside it. */
export interface Price extends Amount {
  mark?: Mark | undefined
  /** Whether the currency is its decimal point: `8€50`. */
  isPoint?: boolean
}

/** A currency next to an amount. */
interface Mark {
  spelling: string
  /** The space between the currency and the amount, if any. */
  gap: string
  position: 'prefix' | 'postfix'
}

const space = '[ \\u00A0\\u2009\\u202F]'
/** How many characters before and after an amount are searched for a currency. */
const reach = 24
/** A currency at the end of the text before an amount, perhaps after its code: `CAD $`. */
const markBefore = new RegExp(
  `(?:(?<!${wordLetter})(?<code>[A-Z]{3})${space}{0,3})?(?<spelling>${spellingPattern})(?<gap>${space}?)${space}{0,2}$`,
  'u',
)
/** A currency at the beginning of the text after an amount, perhaps with a dash for missing decimals or a digit of the next amount. */
const markAfter = new RegExp(
  `^(?:[.,][-–—]{1,2})?(?<gap>${space}?)${space}{0,2}(?<spelling>${spellingPattern})(?<next>${space}{0,2}\\d)?`,
  'u',
)
/**
 * One token of the text around amounts: a space, a separator or a currency. Separators are allowed only between two amounts: the sign in `-5`
 * or `~5` has a meaning of its own.
 */
const separator = '[,;/|‐‑–—−~〜～…·・、，；／،؛-]'
const separators = new RegExp(separator, 'u')
const filler = new RegExp(`${space}|(?<separator>${separator})|(?<spelling>${spellingPattern})`, 'uy')
/** A currency between units and two decimals, as their decimal point. */
const pointMark = new RegExp(`^(?<gap>${space}?)(?<spelling>${spellingPattern})(?<next>${space}?|[.,])$`, 'u')
/** A fraction, which is no list of two prices. */
const fraction = /(?<![\d.,])(?:1\/[2-9]|3\/4)(?![\d.,])/
const wordAfter = new RegExp(`^${space}*[\\p{L}\\p{N}]`, 'u')
const letterBefore = new RegExp(`${wordLetter}$`, 'u')
const letterAfter = new RegExp(`^${wordLetter}`, 'u')

/** The largest amount, and the largest number of decimals. */
const amountBounds = { largest: 1e12, decimals: 4 }

/** Whether a number can be an amount: from 0 to 1,000,000,000,000, with at most 4 decimals. */
export function isAmount(value: number): boolean {
  const written = String(value)
  // A number below a millionth is written with an exponent and has more than 4 decimals.
  const decimals = written.includes('e') ? Number.POSITIVE_INFINITY : (written.split('.')[1] ?? '').length
  return value >= 0 && value <= amountBounds.largest && decimals <= amountBounds.decimals
}

/**
 * Turns a cost from an input into one text for {@link parseCost}: a list is joined with ` - `, and a number is written with its digits
 * (`12.5`). Three decimals get a trailing zero, because `1.250` reads as thousands.
 *
 * @param value - Numbers are amounts, see {@link isAmount}.
 */
export function costText(value: number | string | readonly (number | string)[]): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value).replace(/\.\d{3}$/, '$&0')
  return value.map((item) => costText(item)).join(' - ')
}

/**
 * Reads a cost. Every standalone number in it is an amount (`U2`, `20%` and dates contain none). The position of a separator decides whether
 * it groups thousands or starts the decimals; three digits after a single separator are thousands. A currency between digits and two digits
 * is a decimal point: `8€50`. A number above 1,000,000,000,000 or with more than 4 decimals is not an amount.
 *
 * `cost` is the text to show. A text of amounts alone, with or without a currency, becomes one amount or `low – high`, with each amount as
 * written and the first currency in its original position, or the free text when all amounts are zero. Every other text is shown unchanged:
 * `from 5` says more than `5`, and `VVK 12 / AK 15` more than `12 – 15`.
 *
 * Parsing the shown text gives the same text again, but only the values in it: the middle one of three amounts is lost, and so is the zero of
 * `Free`. A caller that sends the shown text back with an update therefore asks for no change.
 *
 * @param input - One text, see {@link costText}.
 * @param currency - The calendar's currency.
 * @param freeText - Shown when all amounts are zero; contains no amount.
 */
export function parseCost(input: string, currency: Currency, freeText: string = freeCost): { cost: string; details: CostDetails } {
  const text = toOneLine(input)
  const amounts = pricesIn(text, currency)
  const mark = amounts.find((amount) => amount.mark !== undefined)?.mark
  const isAlone = isAmountsAlone(text, amounts, mark, currency)
  const distinct = distinctOf(amounts)
  return {
    cost: isAlone ? renderCost(text, distinct, mark, freeText) : text,
    details: { ...toCurrencyDetails(mark, currency), values: distinct.map(({ value }) => value) },
  }
}

/** Each amount once, ascending. */
function distinctOf(amounts: readonly Price[]): readonly Price[] {
  const ascending = amounts.toSorted((left, right) => compareValues(left.value, right.value))
  return ascending.filter(({ value }, index) => index === 0 || compareValues(ascending[index - 1]?.value ?? '', value) !== 0)
}

/** The amounts of a text in their order. */
export function pricesIn(text: string, currency: Currency): readonly Price[] {
  const found = amountsIn(text).filter(isWithinBounds)
  const amounts: Price[] = []
  // Where the text begins that belongs to no previous amount. A currency between two amounts belongs to only one of them.
  let from = 0
  for (let index = 0; index < found.length; index += 1) {
    const [amount, next] = found.slice(index, index + 2)
    if (amount === undefined) break
    const before = text.slice(Math.max(from, amount.start - reach), amount.start)
    const joined = markBefore.test(before) || next === undefined ? undefined : joinAtCurrency(text, amount, next)
    if (joined !== undefined) {
      amounts.push(joined)
      from = joined.end
      index += 1
      continue
    }
    const after = text.slice(amount.end, amount.end + reach)
    const beside = markBeside(before, after, currency)
    if (beside === undefined && (letterBefore.test(before) || letterAfter.test(after))) continue
    from = amount.end + (beside?.taken ?? 0)
    amounts.push({ ...amount, mark: beside?.mark })
  }
  return amounts
}

/** Units and two decimals with a currency between them as one amount; undefined if the two are an amount each. */
function joinAtCurrency(text: string, units: Amount, decimals: Amount): Price | undefined {
  const { gap, spelling, next } = pointMark.exec(text.slice(units.end, decimals.start))?.groups ?? {}
  if (gap === undefined || spelling === undefined || /\D/.test(units.value + decimals.value) || decimals.end - decimals.start !== 2)
    return undefined
  const rest = text.slice(decimals.end, decimals.end + reach)
  // In `5 € 10 €` the ten has its own currency, and `5 € 10 people` says something else.
  if (markAfter.test(rest) || (`${gap}${next}` !== '' && wordAfter.test(rest))) return undefined
  return {
    ...{ start: units.start, end: decimals.end, written: text.slice(units.start, decimals.end), isPart: units.isPart || decimals.isPart },
    value: `${units.value}.${decimals.value.padStart(2, '0')}`,
    ...{ mark: { spelling, gap, position: 'postfix' }, isPoint: true },
  }
}

function isWithinBounds({ value }: Amount): boolean {
  return Number(value) <= amountBounds.largest && (value.split('.')[1] ?? '').length <= amountBounds.decimals
}

/** Whether a text consists of amounts, one currency, and separators between amounts. */
export function isAmountsAlone(text: string, amounts: readonly Price[], mark: Mark | undefined, calendarCurrency: Currency): boolean {
  const currency = mark && { ...calendarCurrency, ...currencyOfSpelling(mark.spelling, calendarCurrency) }
  const isUnderstood = ({ isPart, isPoint, mark: own }: Price): boolean =>
    !isPart && (isPoint !== true || (own !== undefined && currencyOfSpelling(own.spelling, calendarCurrency).code === currency?.code))
  const ends = [0, ...amounts.map(({ end }) => end)]
  const isFillerAfter = (end: number, index: number): boolean => {
    const start = amounts[index]?.start ?? text.length
    // `20.–` and `20,-` write a dash for the missing decimals.
    const noDecimals = index === 0 ? 0 : (/^[.,][-–—]{1,2}/.exec(text.slice(end, start))?.[0].length ?? 0)
    const isBetween = index > 0 && index < amounts.length
    if (isBetween && !isApart(text.slice(end, start), amounts.slice(index - 1, index + 1))) return false
    return isFiller(text.slice(end + noDecimals, start), isBetween, currency)
  }
  return amounts.length > 0 && !fraction.test(text) && amounts.every(isUnderstood) && ends.every(isFillerAfter)
}

/**
 * Whether the text between two amounts says that they are two: it has a separator, or white space between amounts with a currency each.
 * Others may be anything: `0171 2345678`, `8€500`, the decimals of `12·50`.
 */
const isApart = (between: string, neighbours: readonly Price[]): boolean =>
  separators.test(between) ? between !== '·' : /\s/.test(between) && neighbours.every(({ mark }) => mark !== undefined)

/**
 * Whether a part of a text around its amounts consists of spaces, the currency and, between two amounts, separators. The part is read token
 * by token: some currency spellings contain others, so a single pattern could match a long part in exponentially many ways.
 */
function isFiller(part: string, isBetween: boolean, currency: Currency | undefined): boolean {
  for (filler.lastIndex = 0; filler.lastIndex < part.length; ) {
    const groups = filler.exec(part)?.groups
    if (groups === undefined) return false
    const { separator, spelling } = groups
    if (separator !== undefined && !isBetween) return false
    if (spelling !== undefined && (currency === undefined || currencyOfSpelling(spelling, currency).code !== currency.code)) return false
  }
  return true
}

/** The currency next to one amount, and the length of the text after the amount that belongs to it. */
function markBeside(before: string, after: string, currency: Currency): { mark: Mark; taken: number } | undefined {
  const left = markBefore.exec(before)?.groups
  const match = markAfter.exec(after)
  const { spelling = '', gap = '', next } = match?.groups ?? {}
  // In `5 €100` the symbol belongs to the hundred, in `5€ 100` and `5 € 100` to the five.
  const right: Mark | undefined = match === null || (next?.length === 1 && gap !== '') ? undefined : { spelling, gap, position: 'postfix' }
  const taken = right === undefined ? 0 : (match?.[0].length ?? 0) - (next?.length ?? 0)
  if (left === undefined) return right && { mark: right, taken }
  const mark: Mark = { spelling: left['spelling'] ?? '', gap: left['gap'] ?? '', position: 'prefix' }
  const { code } = currencyOfSpelling(mark.spelling, currency)
  // The code in `$10 CAD` and `CAD $10` says which dollar the symbol means, so it replaces the symbol.
  if (right !== undefined && next === undefined && isCurrencyCode(spelling) && spelling !== code) return { mark: right, taken }
  const named = left['code']
  if (named !== undefined && isCurrencyCode(named) && named !== code)
    return { mark: { spelling: named, gap: ' ', position: 'prefix' }, taken: 0 }
  return { mark, taken: 0 }
}

/** The text to show for amounts alone: one amount, the lowest and the highest, or the free text; the given text if that would be too long. */
function renderCost(text: string, amounts: readonly Price[], mark: Mark | undefined, freeText: string): string {
  const low = amounts[0]
  const high = amounts.at(-1)
  if (low === undefined || high === undefined) return text
  if (/^[0.]+$/.test(high.value)) return freeText
  const ends = (low === high ? [low] : [low, high]).map(({ written, isPoint }) => (isPoint === true ? written : withMark(written, mark)))
  const cost = ends.join(' – ')
  return codePointLength(cost) <= costLength ? cost : text
}

function withMark(written: string, mark: Mark | undefined): string {
  if (mark === undefined) return written
  return mark.position === 'prefix' ? `${mark.spelling}${mark.gap}${written}` : `${written}${mark.gap}${mark.spelling}`
}

function toCurrencyDetails(mark: Mark | undefined, calendarCurrency: Currency): Omit<CostDetails, 'values'> {
  const { symbol, code } = mark === undefined ? calendarCurrency : currencyOfSpelling(mark.spelling, calendarCurrency)
  return { currencySymbol: symbol, currencyCode: code, currencyPosition: (mark ?? calendarCurrency).position }
}
