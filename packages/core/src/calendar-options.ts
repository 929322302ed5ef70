import type { AbortSignalLike } from './abort-signal.ts'
import type { Clock } from './clock.ts'
import { requireKnownOptions } from './errors/known-names.ts'
import { currencyOf, defaultCurrency } from './event/cost.ts'
import type { Currency } from './record/context.ts'
import type { CalendarStore } from './store/contract.ts'
import type { Taxonomy } from './store/records.ts'
import { canonicalZone } from './time/zone.ts'

/** How an answer is kept. */
export interface CachedOptions {
  /** Whether it also depends on the running minute. @default false */
  readonly isOfMinute?: boolean
  /** The terms that are read, if any; without it an answer that asks whether the viewer may make terms is not kept. @default none */
  readonly terms?: Taxonomy | undefined
  /** Says that its caller has gone away. @default that of the calendar */
  readonly signal?: AbortSignalLike | undefined
}

/** What a calendar is made from. */
export interface CalendarOptions {
  /** Where records are kept. */
  readonly store: CalendarStore
  /** Where "now" comes from. @default the machine's clock */
  readonly clock?: Clock | undefined
  /** The zone of "today", of publication dates, and of events that name none. @default 'UTC' */
  readonly timeZone?: string | undefined
  /** The currency of costs that name none: an ISO 4217 code, or one's own. @default 'USD' */
  readonly currency?: string | Currency | undefined
  /** The largest page of a list; larger requests are clamped. @default 100 */
  readonly maxPerPage?: number | undefined
  /** Makes descriptions and excerpts safe before they are stored. @default escapes every `<` */
  readonly sanitizeHtml?: ((html: string) => string) | undefined
  /** Takes what a listener throws. @default dropped */
  readonly onListenerError?: ((error: unknown) => void) | undefined
  /**
   * Whether finished answers are kept as long as nothing that they depend on has changed, and how many bytes of them.
   * @default { maxBytes: 33_554_432 }
   */
  readonly cache?: false | { readonly maxBytes: number } | undefined
}

/** @throws TypeError it is no function */
export function requireFunction(name: string, value: unknown): void {
  if (typeof value !== 'function') throw new TypeError(`${name} must be a function`)
}

/** @throws TypeError there is no such zone */
export function readZone(text: string): string {
  const zone = canonicalZone(text)
  if (zone === undefined) throw new TypeError(`timeZone must be a time zone such as Europe/Berlin or UTC, not ${text}`)
  return zone
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

const optionNames: Readonly<Record<keyof CalendarOptions, true>> = {
  store: true,
  clock: true,
  timeZone: true,
  currency: true,
  maxPerPage: true,
  sanitizeHtml: true,
  onListenerError: true,
  cache: true,
}

/** @throws TypeError one of the options is unknown */
export function readOptions(options: CalendarOptions): CalendarOptions {
  requireKnownOptions('createCalendar', options, optionNames)
  return options
}

const cachedOptionNames: Readonly<Record<keyof CachedOptions, true>> = { isOfMinute: true, terms: true, signal: true }

/** @throws TypeError one of the options is unknown */
export function readCachedOptions(options: CachedOptions): CachedOptions {
  requireKnownOptions('cached', options, cachedOptionNames)
  return options
}

/** How many bytes of finished answers are kept when nobody says. */
export const defaultCacheBytes = 32 * 1024 * 1024

/**
 * 0 for none.
 * @throws TypeError it is no number of bytes
 */
export function readMaxCacheBytes(given: false | { readonly maxBytes: number }): number {
  if (given === false) return 0
  if (typeof given === 'object') requireKnownOptions('cache', given, { maxBytes: true })
  if (Number.isSafeInteger(given.maxBytes) && given.maxBytes > 0) return given.maxBytes
  throw new TypeError(`cache must be false, or have maxBytes, an integer of 1 or more, not ${given.maxBytes}`)
}

/** @throws TypeError it is no size of a page */
export function readMaxPerPage(given: number): number {
  if (!Number.isSafeInteger(given) || given < 1) throw new TypeError(`maxPerPage must be an integer of 1 or more, not ${given}`)
  return given
}
