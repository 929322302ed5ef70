/** A currency and the notation of its amounts. */
export interface Currency {
  /** The text next to an amount, such as `$`, `kr` or `CHF`. */
  readonly symbol: string
  /** ISO 4217 code, such as `USD`. */
  readonly code: string
  /** Whether the symbol is before the amount (`$10`) or after it (`10 kr`). */
  readonly position: 'prefix' | 'postfix'
}

/** The currency of a calendar without a configured one. */
export const defaultCurrency: Currency = { symbol: '$', code: 'USD', position: 'prefix' }

/** The ISO 4217 codes of currencies in circulation. Codes of funds, metals and tests are left out. */
const codes = new Set(
  (
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC ' +
    'CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD ' +
    'JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO ' +
    'NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS ' +
    'TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'
  ).split(' '),
)

const dollars = 'USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP UYU DOP JMD TTD BBD BSD BZD BMD KYD BND FJD GYD LRD NAD SRD XCD SBD'
const pounds = 'GBP EGP GIP FKP SHP LBP SYP SDG SSP'
const kronor = 'SEK NOK DKK ISK'
const rupees = 'INR PKR LKR NPR MUR SCR'
const roubles = 'RUB BYN'

/** Words for currencies, and the lower-case codes `eur`, `usd`, `gbp` and `chf`. Other codes match in capitals only. */
const words = new Map([
  ['eur', 'EUR'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
  ['Euro', 'EUR'],
  ['Euros', 'EUR'],
  ['usd', 'USD'],
  ['dollars', dollars],
  ['gbp', 'GBP'],
  ['chf', 'CHF'],
])

/**
 * Maps each spelling next to an amount to the codes that it can mean, the likeliest first. The first spelling that can mean a currency is its
 * usual symbol.
 */
const spellings = new Map(
  Object.entries({
    $: dollars,
    '€': 'EUR',
    '£': pounds,
    '¥': 'JPY CNY',
    '₹': 'INR',
    '₽': 'RUB',
    '₩': 'KRW KPW',
    '₪': 'ILS',
    '₺': 'TRY',
    '₴': 'UAH',
    '฿': 'THB',
    '₫': 'VND',
    '₱': 'PHP CUP',
    '₦': 'NGN',
    '₵': 'GHS',
    '₸': 'KZT',
    '₼': 'AZN',
    '₾': 'GEL',
    '₡': 'CRC SVC',
    '₲': 'PYG',
    '₭': 'LAK',
    '₮': 'MNT',
    '֏': 'AMD',
    '៛': 'KHR',
    '৳': 'BDT',
    kr: kronor,
    zł: 'PLN',
    Kč: 'CZK',
    Ft: 'HUF',
    lei: 'RON MDL',
    лв: 'BGN',
    KM: 'BAM',
    CHF: 'CHF',
    R$: 'BRL',
    R: 'ZAR',
    RM: 'MYR',
    Rp: 'IDR',
    'S/': 'PEN',
    KSh: 'KES',
    Rs: rupees,
    руб: roubles,
    US$: 'USD',
    A$: 'AUD',
    AU$: 'AUD',
    C$: 'CAD NIO',
    CA$: 'CAD',
    HK$: 'HKD',
    MX$: 'MXN',
    NT$: 'TWD',
    NZ$: 'NZD',
    S$: 'SGD',
    'GH₵': 'GHS',
    '＄': dollars,
    '￡': pounds,
    '￥': 'JPY CNY',
    '￦': 'KRW KPW',
    円: 'JPY',
    元: 'CNY TWD HKD',
    원: 'KRW',
    บาท: 'THB',
    грн: 'UAH',
    TL: 'TRY',
    Fr: 'CHF',
    SFr: 'CHF',
    'Fr.': 'CHF',
    'SFr.': 'CHF',
    'kr.': 'DKK ISK NOK SEK',
    'Rs.': rupees,
    'руб.': roubles,
    'лв.': 'BGN',
    ...Object.fromEntries(words),
  }).map(([spelling, meanings]) => [spelling, meanings.split(' ')] as const),
)

/** The currencies whose symbol is after the amount. */
const postfixCodes = new Set('AMD AZN BAM BGN BYN CZK DKK GEL HUF ISK KZT MDL MKD NOK PLN RON RSD RUB SEK UAH VND'.split(' '))

/** Whether a text is the ISO 4217 code of a currency in circulation, in capitals. */
export function isCurrencyCode(text: string): boolean {
  return codes.has(text)
}

/** The currency of an ISO 4217 code with its usual symbol, else with its code as the symbol; undefined for an unknown code. */
export function currencyOf(code: string): Currency | undefined {
  if (!isCurrencyCode(code)) return undefined
  const symbol = [...spellings].find(([, meanings]) => meanings.includes(code))?.[0] ?? code
  return { symbol, code, position: postfixCodes.has(code) ? 'postfix' : 'prefix' }
}

/**
 * Resolves a spelling next to an amount to a currency. An ambiguous spelling, such as `$`, means the calendar's currency if that is one of
 * its meanings, else the likeliest one. The calendar's own symbol always means the calendar's currency. A symbol is returned as it was
 * written. A code or a word gives the calendar's symbol for the calendar's currency, and the usual symbol for another one.
 */
export function currencyOfSpelling(spelling: string, calendarCurrency: Currency): { symbol: string; code: string } {
  const meanings = spellings.get(spelling) ?? [spelling]
  const isCalendars = meanings.includes(calendarCurrency.code) || spelling === calendarCurrency.symbol
  const code = isCalendars ? calendarCurrency.code : (meanings[0] ?? spelling)
  if (!codes.has(spelling) && !words.has(spelling)) return { symbol: spelling, code }
  return { symbol: isCalendars ? calendarCurrency.symbol : (currencyOf(code)?.symbol ?? code), code }
}

/**
 * The source of a regular expression that matches a letter of a script with spaces between words: a spelling next to such a letter is part of
 * a longer word. Other scripts are excluded, because a currency can directly follow a word: `入場料1000円`.
 */
export const wordLetter = '[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{M}]'

/**
 * A place between two letters of a word, where no spelling begins or ends. All spellings share it: with the script of its neighbours in each of
 * them, the three expressions made of this source took 220 ms at every start.
 */
const insideWord = `(?<=${wordLetter})(?=${wordLetter})`

/** The source of a regular expression (with the flag `u`) that matches the longest spelling or code of a currency, as a whole word. */
export const spellingPattern = `(?!${insideWord})(?:${[...new Set([...spellings.keys(), ...codes])]
  .sort((left, right) => right.length - left.length)
  .map((spelling) => spelling.replace(/[$./]/g, '\\$&'))
  .join('|')})(?!${insideWord})`
