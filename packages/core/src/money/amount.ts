/** An amount of money in a text. */
export interface Amount {
  /** The index of its first character. */
  start: number
  /** The index after its last character. */
  end: number
  /** As it was written, such as `1.234,50`. */
  written: string
  /** With a decimal point and without separators: `1234.50`. The digits are those written, leading zeros left out. */
  value: string
  /** Whether it is a part of digits and separators that are not one number, such as `1,234,56`. */
  isPart: boolean
}

const spaces = ' \u00A0\u2009\u202F'
/**
 * Digits with separators between them, which can be several numbers; or decimals alone, such as `.5` and `,50`, after a space or a currency
 * symbol. A comma after another number separates the two.
 */
const run = new RegExp(
  `(?<![^\\s\\p{Sc}(/–—-]|[.,][–—-]{1,2})(?:\\.|(?<!\\d[\\s\\p{Sc}]{0,3}),)\\d+|\\d+(?:[.,]\\d+|[${spaces}'’]\\d{3}(?!\\d))*`,
  'gu',
)

/** The notations of one number. The position of a separator decides whether it groups thousands or starts the decimals. */
const numbers = [
  /^\d+$/,
  // One character groups thousands, another one starts the decimals: 1,234.50 1.234,50 1 234,50 1'234.50; also 1.234 and 1,234.
  /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/,
  /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/,
  new RegExp(`^[1-9]\\d{0,2}(?:[${spaces}]\\d{3})+(?:[.,]\\d+)?$`),
  /^[1-9]\d{0,2}(?:['’]\d{3})+(?:[.,]\d+)?$/,
  // India counts in hundreds above a thousand: 1,00,000.
  /^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d+)?$/,
  // One separator before any other number of digits, or after a zero, starts the decimals: 25,5 and 0.125.
  /^\d*[.,]\d+$/,
]

/** Dates, whose numbers are no amounts: 2027-05-31, 31.5.2027, 5/31/2027. */
const dates = /(?<!\d)(?:(?:19|20)\d\d-[01]?\d-[0-3]?\d|[0-3]?\d([./-])[0-3]?\d\1(?:19|20)\d\d)(?!\d)/g

/** A run that is not one number is split at the first of these separators that it has. Those that numbers contain most rarely come first. */
const breaks = [new RegExp(`[${spaces}]`, 'g'), /['’]/g, /,/g, /\./g]

/** The zero of each supported script; the digits 1 to 9 follow it in Unicode. */
const zeros = ['0', '٠', '۰', '०', '০', '๐', '０'].map((zero) => zero.charCodeAt(0))
const separators = new Map([
  ['，', ','],
  ['٬', ','],
  ['．', '.'],
  ['٫', '.'],
])

/**
 * The numbers in a text that can be amounts, in their order: all except percentages, dates and times (`19:30`). Signs are separators:
 * `10-20` is two amounts.
 */
export function amountsIn(text: string): Amount[] {
  // Each character maps to one character, so that indexes in the result are indexes in the text.
  const ascii = text.replace(/[٠-٩۰-۹०-९০-৯๐-๙０-９，．٫٬]/g, toAscii).replace(dates, (date) => '_'.repeat(date.length))
  return [...ascii.matchAll(run)]
    .flatMap((match) => splitRun(match[0], match.index))
    .filter(
      ({ start, end }) => !/\d:$/.test(ascii.slice(Math.max(0, start - 2), start)) && !/^(?::\d|\s?%)/.test(ascii.slice(end, end + 2)),
    )
    .map(({ start, end, isPart }) => ({
      start,
      end,
      isPart,
      written: `${/\d/.test(ascii.charAt(start)) ? '' : '0'}${text.slice(start, end)}`,
      value: toValue(ascii.slice(start, end)),
    }))
}

/** Compares two values by size; 0 when they are equal, as `10` and `10.00` are. Uses no floats: any number of digits is exact. */
export function compareValues(left: string, right: string): number {
  const [leftWhole = '', leftPart = ''] = left.split('.')
  const [rightWhole = '', rightPart = ''] = right.split('.')
  if (leftWhole.length !== rightWhole.length) return leftWhole.length - rightWhole.length
  const width = Math.max(leftPart.length, rightPart.length)
  const a = leftWhole + leftPart.padEnd(width, '0')
  const b = rightWhole + rightPart.padEnd(width, '0')
  return a < b ? -1 : Number(a > b)
}

/** The numbers in a run: the run itself if it is one number, else those in its parts. */
function splitRun(digits: string, start: number, isPart = false): Pick<Amount, 'start' | 'end' | 'isPart'>[] {
  const separator = numbers.some((number) => number.test(digits)) ? undefined : breaks.find((each) => digits.search(each) !== -1)
  if (separator === undefined) return [{ start, end: start + digits.length, isPart }]
  let at = start
  return digits.split(separator).flatMap((part) => {
    const parts = splitRun(part, at, isPart || separator !== breaks[0])
    at += part.length + 1
    return parts
  })
}

/** Converts a number to a {@link Amount.value}: `1.234,50` to `1234.50`. */
function toValue(number: string): string {
  const [whole = '', part] = splitAtDecimals(number)
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0'
  return part === undefined ? digits : `${digits}.${part}`
}

function splitAtDecimals(number: string): string[] {
  const thousandsOnly = /^[1-9]\d{0,2}(?:(?:,\d{3})+|(?:\.\d{3})+)$|^[1-9]\d?(?:,\d{2})+,\d{3}$/.test(number)
  const last = thousandsOnly ? -1 : Math.max(number.lastIndexOf('.'), number.lastIndexOf(','))
  return last === -1 ? [number] : [number.slice(0, last), number.slice(last + 1)]
}

function toAscii(character: string): string {
  const code = character.charCodeAt(0)
  const zero = zeros.find((first) => code >= first && code < first + 10)
  return zero === undefined ? (separators.get(character) ?? character) : String(code - zero)
}
