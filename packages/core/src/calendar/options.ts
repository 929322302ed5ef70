import type { Retention } from '../changes/pruning.ts'
import { requireKnownOptions } from '../errors/known-names.ts'
import type { FieldsOption, NoFields } from '../fields/definition.ts'
import { costLength, currencyOf, defaultCurrency, freeCost } from '../money/cost.ts'
import type { Currency } from '../money/currency.ts'
import { codePointLength, textIssue, toOneLine } from '../text/plain.ts'
import { dayMs } from '../time/clock.ts'
import { type ReadOnlyOptions, readOnlyOptionNames } from './reading.ts'

/** How long the log of changes is kept, which `calendar.changes` and webhooks follow. */
export interface ChangesOptions {
  /** Rows older than this many days are deleted; copies that are older begin anew. @default 30 */
  readonly keptDays?: number | undefined
  /**
   * The number of writes to keep, and more for webhooks whose endpoints have not got them. A write of a series is one, however
   * many dates it changes. @default 1_000_000
   */
  readonly keptRows?: number | undefined
}

/** How long the old values of changed members are kept, which `history` and `revert` read. */
export interface HistoryOptions {
  /** Older ones are deleted, once the log has deleted their rows too. @default 365 */
  readonly keptDays?: number | undefined
}

/** The options of a calendar. */
export interface CalendarOptions<O extends FieldsOption = NoFields> extends ReadOnlyOptions<O> {
  /** The currency of costs without one: an ISO 4217 code, or a custom currency. @default 'USD' */
  readonly currency?: string | Currency | undefined
  /** What a cost of zeros alone shows: a text of one line without numbers. @default 'Free' */
  readonly freeText?: string | undefined
  /**
   * How many months ahead the dates of endless series are stored, 6 to 120. More dates are stored once they reach fewer than this number
   * minus 5 months ahead.
   * @default 30
   */
  readonly horizonMonths?: number | undefined
  /** Makes descriptions and excerpts safe before they are stored. @default escapes every `<` */
  readonly sanitizeHtml?: ((html: string) => string) | undefined
  /** Receives errors of listeners, and errors of extending series during another call. @default ignores them */
  readonly onListenerError?: ((error: unknown) => void) | undefined
  /** How long the log of changes is kept. @default 30 days and a million rows */
  readonly changes?: ChangesOptions | undefined
  /** How long the old values of changed members are kept; `false` stores none. @default 365 days */
  readonly history?: HistoryOptions | false | undefined
}

/** @throws TypeError there is no such currency */
export function readCurrency(given: string | Currency | undefined): Currency {
  if (given === undefined) return defaultCurrency
  if (typeof given === 'object') return requireCurrency(given)
  const currency = currencyOf(given)
  if (currency === undefined) throw new TypeError(`currency must be an ISO 4217 code such as EUR, not ${given}`)
  return currency
}

function requireCurrency(currency: Currency): Currency {
  const isValid =
    [currency.symbol, currency.code].every((text) => typeof text === 'string') && ['prefix', 'postfix'].includes(currency.position)
  if (!isValid) throw new TypeError('currency must have a symbol, a code, and a position of prefix or postfix')
  return currency
}

/** @throws TypeError it is empty, too long, not trimmed, has several lines or a number */
export function readFreeText(given: string = freeCost): string {
  const isValid = typeof given === 'string' && given !== '' && given === toOneLine(given) && codePointLength(given) <= costLength
  if (!isValid || textIssue(given) !== undefined || /\p{Nd}/u.test(given))
    throw new TypeError('freeText must be a text of one line without numbers, such as "Free"')
  return given
}

const optionNames: Readonly<Record<keyof CalendarOptions, true>> = {
  ...readOnlyOptionNames,
  currency: true,
  freeText: true,
  horizonMonths: true,
  sanitizeHtml: true,
  onListenerError: true,
  changes: true,
  history: true,
}

/**
 * @param owner the function that takes them
 * @throws TypeError one of the options is unknown
 */
export function readOptions(owner: string, options: CalendarOptions): CalendarOptions {
  requireKnownOptions(owner, options, optionNames)
  return options
}

/** @throws TypeError it is not a valid number of months */
export function readHorizonMonths(given: number): number {
  if (!Number.isSafeInteger(given) || given < 6 || given > 120)
    throw new TypeError(`horizonMonths must be an integer from 6 to 120, not ${given}`)
  return given
}

/** @throws TypeError an option is unknown, or not a positive number */
export function readRetention({ changes = {}, history = {} }: Pick<CalendarOptions, 'changes' | 'history'>): Retention {
  requireKnownOptions('changes', changes, { keptDays: true, keptRows: true })
  const { keptDays = 30, keptRows = 1_000_000 } = changes
  if (!Number.isSafeInteger(keptRows) || keptRows < 1)
    throw new TypeError(`changes.keptRows must be an integer of 1 or more, not ${keptRows}`)
  return { keptMs: readDays('changes', keptDays), keptRows, historyMs: history === false ? null : readHistory(history) }
}

function readHistory(options: HistoryOptions): number {
  requireKnownOptions('history', options, { keptDays: true })
  return readDays('history', options.keptDays ?? 365)
}

function readDays(owner: string, days: number): number {
  if (!(days > 0 && Number.isFinite(days))) throw new TypeError(`${owner}.keptDays must be a number of days above 0, not ${days}`)
  return Math.round(days * dayMs)
}
