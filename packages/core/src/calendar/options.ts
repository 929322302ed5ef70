import type { Actor } from '../access/policy.ts'
import { requireKnownOptions } from '../errors/known-names.ts'
import type { FieldsOption, NoFields } from '../fields/definition.ts'
import { costLength, currencyOf, defaultCurrency, freeCost } from '../money/cost.ts'
import type { Currency } from '../money/currency.ts'
import { actorIdReason, toStoredAuthor } from '../record/author-ids.ts'
import type { AbortSignalLike } from '../store/abort-signal.ts'
import { type CalendarStore, storeContract } from '../store/contract.ts'
import type { Taxonomy } from '../store/records.ts'
import { codePointLength, textIssue, toOneLine } from '../text/plain.ts'
import { type Clock, dayMs } from '../time/clock.ts'
import { readZone as readZoneName } from '../time/nearest-zone.ts'

/** How a response is cached. */
export interface CachedOptions {
  /** Whether the response also depends on the current minute. @default false */
  readonly isOfMinute?: boolean
  /**
   * The taxonomy whose terms the response reads, or `both`. Without this option, a response that depends on the viewer's permission to create
   * terms is not cached. @default none
   */
  readonly terms?: Taxonomy | 'both' | undefined
  /** Aborted when the caller of this response no longer waits. @default that of the calendar */
  readonly signal?: AbortSignalLike | undefined
}

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

/** The options of a calendar. */
export interface CalendarOptions<O extends FieldsOption = NoFields> {
  /** The store of the records. */
  readonly store: CalendarStore
  /** The source of "now". @default the machine's clock */
  readonly clock?: Clock | undefined
  /** The time zone of "today", of publication dates, and of events without one. @default 'UTC' */
  readonly timeZone?: string | undefined
  /** The currency of costs without one: an ISO 4217 code, or a custom currency. @default 'USD' */
  readonly currency?: string | Currency | undefined
  /** What a cost of zeros alone shows: a text of one line without numbers. @default 'Free' */
  readonly freeText?: string | undefined
  /** The largest page of a list; larger requests are clamped. @default 100 */
  readonly maxPerPage?: number | undefined
  /**
   * How many months ahead the dates of endless series are stored, 6 to 120. More dates are stored once they reach fewer than this number
   * minus 5 months ahead.
   * @default 30
   */
  readonly horizonMonths?: number | undefined
  /** Makes descriptions and excerpts safe before they are stored. @default escapes every `<` */
  readonly sanitizeHtml?: ((html: string) => string) | undefined
  /**
   * Time limit for all answers of the access policy in one call of a calendar, in milliseconds. Concurrent answers count once. Past it the call
   * is `unavailable`, and nothing is written. @default 1,000
   */
  readonly accessTimeoutMs?: number | undefined
  /** Fields of your own by kind of record. @default none */
  readonly fields?: (O & FieldsOption) | undefined
  /** Receives errors of listeners, and errors of extending series during another call. @default ignores them */
  readonly onListenerError?: ((error: unknown) => void) | undefined
  /**
   * Whether finished responses are cached until one of their inputs changes, and the size of the cache in bytes.
   * @default { maxBytes: 33_554_432 }
   */
  readonly cache?: false | { readonly maxBytes: number } | undefined
  /** How long the log of changes is kept. @default 30 days and a million rows */
  readonly changes?: ChangesOptions | undefined
}

/** @throws TypeError it is not a function */
export function requireFunction(name: string, value: unknown): void {
  if (typeof value !== 'function') throw new TypeError(`${name} must be a function`)
}

/** @throws TypeError the store implements another version of the storage contract */
export function requireContract(store: CalendarStore): void {
  // Callers without types, and other versions of the packages, pass stores of any shape.
  const contract: unknown = Reflect.get(store, 'contract')
  if (contract === storeContract) return
  throw new TypeError(
    `store must implement version ${storeContract} of the storage contract, not ${contract === undefined ? 'one without a version' : String(contract)}: use packages of Kalends with equal versions, and see docs/extend/writing-a-store.md for a store of your own`,
  )
}

/** @throws TypeError there is no such zone */
export function readZone(text: string): string {
  const zone = readZoneName(text)
  if (typeof zone === 'string') return zone
  throw new TypeError(`timeZone must be a time zone such as ${zone.nearest ?? 'Europe/Berlin'} or UTC, not ${text}`)
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
  store: true,
  clock: true,
  timeZone: true,
  currency: true,
  freeText: true,
  maxPerPage: true,
  horizonMonths: true,
  sanitizeHtml: true,
  accessTimeoutMs: true,
  fields: true,
  onListenerError: true,
  cache: true,
  changes: true,
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

/** The default size of the response cache in bytes. */
export const defaultCacheBytes = 32 * 1024 * 1024

/**
 * The size of the response cache in bytes; 0 for none.
 * @throws TypeError it is not a number of bytes
 */
export function readMaxCacheBytes(given: false | { readonly maxBytes: number }): number {
  if (given === false) return 0
  if (typeof given === 'object') requireKnownOptions('cache', given, { maxBytes: true })
  if (Number.isSafeInteger(given.maxBytes) && given.maxBytes > 0) return given.maxBytes
  throw new TypeError(`cache must be false, or have maxBytes, an integer of 1 or more, not ${given.maxBytes}`)
}

/** The maximum delay of a timer. */
const maxTimeoutMs = 2 ** 31 - 1

/** @throws TypeError it is not a valid number of milliseconds */
export function readAccessTimeout(given = 1_000): number {
  if (Number.isSafeInteger(given) && given > 0 && given <= maxTimeoutMs) return given
  throw new TypeError(`accessTimeoutMs must be an integer from 1 to ${maxTimeoutMs}, not ${given}`)
}

/** @throws TypeError it is not a valid page size */
export function readMaxPerPage(given: number): number {
  if (!Number.isSafeInteger(given) || given < 1) throw new TypeError(`maxPerPage must be an integer of 1 or more, not ${given}`)
  return given
}

/** @throws TypeError it is not a valid number of months */
export function readHorizonMonths(given: number): number {
  if (!Number.isSafeInteger(given) || given < 6 || given > 120)
    throw new TypeError(`horizonMonths must be an integer from 6 to 120, not ${given}`)
  return given
}

/** @throws TypeError an option is unknown, or not a positive number */
export function readRetention(options: ChangesOptions = {}): { readonly keptMs: number; readonly keptRows: number } {
  requireKnownOptions('changes', options, { keptDays: true, keptRows: true })
  const { keptDays = 30, keptRows = 1_000_000 } = options
  if (!(keptDays > 0 && Number.isFinite(keptDays)))
    throw new TypeError(`changes.keptDays must be a number of days above 0, not ${keptDays}`)
  if (!Number.isSafeInteger(keptRows) || keptRows < 1)
    throw new TypeError(`changes.keptRows must be an integer of 1 or more, not ${keptRows}`)
  return { keptMs: Math.round(keptDays * dayMs), keptRows }
}

/**
 * Without this check, the records of an actor with an invalid id would have no author, and the actor would not find them.
 * @throws TypeError the id is not one of an author
 */
export function requireActor(actor: Actor): void {
  if (!toStoredAuthor(actor?.id)) throw new TypeError(`actor.id must be ${actorIdReason}`)
}
