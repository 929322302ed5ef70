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
/** The text of a cost whose amounts are all zero. */
export const freeCost = 'Free'

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
const filler = new RegExp(`${space}|(?<separator>[,;/|‐‑–—−~〜～…·・、，；／،؛-])|(?<spelling>${spellingPattern})`, 'uy')
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
 * Reads a cost. Every standalone number in it is an amount (`U2` and `20%` contain none). The position of a separator decides whether it
 * groups thousands or starts the decimals; three digits after a single separator are thousands. A number above 1,000,000,000,000 or with
 * more than 4 decimals is not an amount.
 *
 * `cost` is the text to show. A text of amounts alone, with or without a currency, becomes one amount or `low – high`, with each amount as
 * written and the first currency in its original position, or `Free` when all amounts are zero. Every other text is shown unchanged:
 * `from 5` says more than `5`, and `VVK 12 / AK 15` more than `12 – 15`.
 *
 * Parsing the shown text gives the same text again, but only the values in it: the middle one of three amounts is lost, and so is the zero of
 * `Free`. A caller that sends the shown text back with an update therefore asks for no change.
 *
 * @param input - One text, see {@link costText}.
 * @param currency - The calendar's currency.
 */
export function parseCost(input: string, currency: Currency): { cost: string; details: CostDetails } {
  const text = toOneLine(input)
  const { amounts, mark } = pricesIn(text, currency)
  const isAlone = isAmountsAlone(text, amounts, mark, currency)
  const ascending = amounts.sort((left, right) => compareValues(left.value, right.value))
  const distinct = ascending.filter(({ value }, index) => index === 0 || compareValues(ascending[index - 1]?.value ?? '', value) !== 0)
  return {
    cost: isAlone ? renderCost(text, distinct, mark) : text,
    details: { ...toCurrencyDetails(mark, currency), values: distinct.map(({ value }) => value) },
  }
}

/** An amount with the currency next to it, if any. */
interface MarkedAmount extends Amount {
  mark: Mark | undefined
}

/** The amounts of a text in their order, and the first currency next to one. */
export function pricesIn(text: string, currency: Currency): { amounts: MarkedAmount[]; mark: Mark | undefined } {
  const amounts: MarkedAmount[] = []
  let first: Mark | undefined
  // Where the text begins that belongs to no previous amount. A currency between two amounts belongs to only one of them.
  let from = 0
  for (const amount of amountsIn(text)) {
    if (!isWithinBounds(amount)) continue
    const before = text.slice(Math.max(from, amount.start - reach), amount.start)
    const after = text.slice(amount.end, amount.end + reach)
    const found = markBeside(before, after, currency)
    if (found === undefined && (letterBefore.test(before) || letterAfter.test(after))) continue
    first ??= found?.mark
    from = amount.end + (found?.taken ?? 0)
    amounts.push({ ...amount, mark: found?.mark })
  }
  return { amounts, mark: first }
}

function isWithinBounds({ value }: Amount): boolean {
  return Number(value) <= amountBounds.largest && (value.split('.')[1] ?? '').length <= amountBounds.decimals
}

/** Whether a text consists of amounts, one currency, and separators between amounts. */
export function isAmountsAlone(text: string, amounts: readonly Amount[], mark: Mark | undefined, calendarCurrency: Currency): boolean {
  const currency = mark && { ...calendarCurrency, ...currencyOfSpelling(mark.spelling, calendarCurrency) }
  const ends = [0, ...amounts.map(({ end }) => end)]
  const isFillerAfter = (end: number, index: number): boolean => {
    const start = amounts[index]?.start ?? text.length
    // `20.–` and `20,-` write a dash for the missing decimals.
    const noDecimals = index === 0 ? 0 : (/^[.,][-–—]{1,2}/.exec(text.slice(end, start))?.[0].length ?? 0)
    return isFiller(text.slice(end + noDecimals, start), index > 0 && index < amounts.length, currency)
  }
  return amounts.length > 0 && ends.every(isFillerAfter)
}

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
  // In `5 €10` the symbol belongs to the ten, in `5€ 10` and `5 € 10` to the five.
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

/** The text to show for amounts alone: one amount, the lowest and the highest, or `Free`; the given text if that would be too long. */
function renderCost(text: string, amounts: readonly Amount[], mark: Mark | undefined): string {
  const low = amounts[0]
  const high = amounts.at(-1)
  if (low === undefined || high === undefined) return text
  if (/^[0.]+$/.test(high.value)) return freeCost
  const ends = (low === high ? [low] : [low, high]).map(({ written }) => withMark(written, mark))
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
