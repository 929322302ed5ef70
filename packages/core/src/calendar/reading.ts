import { trusted } from '../access/decision.ts'
import type { AccessPolicy, Actor } from '../access/policy.ts'
import { type Caches, createCaches } from '../cache/caches.ts'
import { requireKnownOptions } from '../errors/known-names.ts'
import { type FieldsByKind, readDeclaredFields } from '../fields/declared.ts'
import type { FieldsOption, NoFields } from '../fields/definition.ts'
import { fieldsForAll } from '../fields/visible.ts'
import { actorIdReason, toStoredAuthor } from '../record/author-ids.ts'
import { type CalendarContext, countUncached } from '../record/context.ts'
import type { CalendarObserver } from '../record/observer.ts'
import type { AbortSignalLike } from '../store/abort-signal.ts'
import { type CalendarStore, storeContract } from '../store/contract.ts'
import { guardStore } from '../store/guard-store.ts'
import type { Taxonomy } from '../store/records.ts'
import { type Clock, systemClock } from '../time/clock.ts'
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

/** The options of a calendar that only reads. */
export interface ReadOnlyOptions<O extends FieldsOption = NoFields> {
  /** The store of the records. */
  readonly store: CalendarStore
  /** The source of "now". @default the machine's clock */
  readonly clock?: Clock | undefined
  /** The time zone of "today", of publication dates, and of events without one. @default 'UTC' */
  readonly timeZone?: string | undefined
  /** The largest page of a list; larger requests are clamped. @default 100 */
  readonly maxPerPage?: number | undefined
  /**
   * Time limit for all answers of the access policy in one call of a calendar, in milliseconds. Concurrent answers count once. Past it the call
   * is `unavailable`, and nothing is written. @default 1,000
   */
  readonly accessTimeoutMs?: number | undefined
  /** Fields of your own by kind of record. @default none */
  readonly fields?: (O & FieldsOption) | undefined
  /**
   * Whether finished responses are cached until one of their inputs changes, and the size of the cache in bytes.
   * @default { maxBytes: 33_554_432 }
   */
  readonly cache?: false | { readonly maxBytes: number } | undefined
  /** Sees the operations of the calendar and the calls of its store: `calendar` of `openTelemetry`. @default nothing */
  readonly observe?: CalendarObserver | undefined
}

/** The names of {@link ReadOnlyOptions}. */
export const readOnlyOptionNames: Readonly<Record<keyof ReadOnlyOptions, true>> = {
  store: true,
  clock: true,
  timeZone: true,
  maxPerPage: true,
  accessTimeoutMs: true,
  fields: true,
  cache: true,
  observe: true,
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

/** What derived calendars share with the one they come from. */
export interface SharedReads {
  /** The declared fields if every viewer may read them; null if a viewer has to be asked for. */
  readonly commonFields: FieldsByKind | null
  /** The caches; null where nothing may be cached. */
  readonly caches: Caches | null
}

/** The members of a context that caches nothing. */
export const uncached = { totalOf: countUncached, openItems: null }

/**
 * The store as the option `observe` returns it.
 * @throws TypeError the option is no observer
 */
function observedStore({ store, observe }: ReadOnlyOptions): CalendarStore {
  if (observe === undefined) return store
  for (const name of ['store', 'operations'] as const) requireFunction(`observe.${name}`, observe?.[name])
  return observe.store(store)
}

/**
 * What all calendars have in common: the parts of a context that reads need, and what derived calendars share.
 * @throws TypeError an option is invalid
 */
export function beginReading(options: ReadOnlyOptions) {
  const { store: given, clock = systemClock, observe } = options
  requireFunction('store.transaction', given?.transaction)
  requireFunction('clock.nowMs', clock.nowMs)
  requireContract(given)
  const store = observedStore(options)
  const declaredFields = readDeclaredFields(options.fields)
  const commonFields = fieldsForAll(declaredFields)
  const maxCacheBytes = readMaxCacheBytes(options.cache ?? { maxBytes: defaultCacheBytes })
  const guarded = guardStore(store)
  const context = {
    ...uncached,
    store: guarded,
    observer: observe,
    clock,
    timeZone: readZone(options.timeZone ?? 'UTC'),
    declaredFields,
    visibleFields: commonFields,
    maxPerPage: readMaxPerPage(options.maxPerPage ?? 100),
    viewer: trusted,
    policyTiming: { timeoutMs: readAccessTimeout(options.accessTimeoutMs), hasWaited: false },
  }
  const shared: SharedReads = { commonFields, caches: maxCacheBytes === 0 ? null : createCaches(maxCacheBytes, guarded.log) }
  return { context, shared, store }
}

/**
 * The context of the same calendar, as an actor sees it.
 * @throws TypeError `access` is not a policy, or the actor has no valid id
 */
export function contextFor(
  context: CalendarContext,
  { commonFields }: SharedReads,
  actor: Actor | null,
  policy: AccessPolicy,
): CalendarContext {
  // A viewer without a policy is trusted code: an actor whose policy was forgotten must not become trusted.
  for (const name of ['readable', 'may'] as const)
    if (typeof policy?.[name] !== 'function') throw new TypeError(`access.${name} must be a function`)
  // The records of an actor with an invalid id would have no author, and the actor would not find them.
  if (actor !== null && !toStoredAuthor(actor?.id)) throw new TypeError(`actor.id must be ${actorIdReason}`)
  return { ...context, ...uncached, viewer: Object.freeze({ actor, policy }), visibleFields: commonFields }
}
