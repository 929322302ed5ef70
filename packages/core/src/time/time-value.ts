import { outsideYears, type ParsedDateTime, parseRecordTime } from './wall-time.ts'
import { canonicalZone } from './zone.ts'

/** A value of `Temporal`, by the members that the standard gives all of them: of the runtime, or of a polyfill. */
export interface TemporalValue {
  /** Which one it is. */
  readonly [Symbol.toStringTag]: 'Temporal.PlainDate' | 'Temporal.PlainDateTime' | 'Temporal.Instant' | 'Temporal.ZonedDateTime'
  /** Its text by ISO 8601 and RFC 9557. */
  toString(): string
}

/**
 * A time, wherever one is written: a text; a `Date` or a `Temporal.Instant`, which is an instant; a `Temporal.PlainDate`, a day; a
 * `Temporal.PlainDateTime`, wall time; or a `Temporal.ZonedDateTime`, an instant that also names a zone.
 */
export type TimeInput = string | Date | TemporalValue

/** What `Object.prototype.toString` calls an object: its class or its tag. It also knows a `Date` of another realm. */
const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice('[object '.length, -1)

const tags = new Set(['Date', 'Temporal.PlainDate', 'Temporal.PlainDateTime', 'Temporal.Instant', 'Temporal.ZonedDateTime'])

/** Whether a value is a {@link TimeInput} and no text. */
export const isTimeObject = (value: unknown): value is Date | TemporalValue => typeof value === 'object' && tags.has(tagOf(value))

/** Why a {@link TimeInput} that is no text is refused. */
type Refusal = typeof outsideYears | { readonly code: 'invalid_date' } | { readonly code: 'not_a_time_zone' }

/** The time that an object means, or the reason for a refusal. */
export function readTimeObject(value: Date | TemporalValue): ParsedDateTime | Refusal {
  if (tagOf(value) === 'Date') return atInstant(Number(value))
  // A calendar or a zone in brackets follows the time: `2026-05-31T19:30:00+02:00[Europe/Berlin][u-ca=gregory]`.
  const [text = '', first = ''] = String(value).split('[')
  const time = parseRecordTime(text)
  if (tagOf(value) !== 'Temporal.ZonedDateTime') return time ?? outsideYears
  const zone = canonicalZone(first.replace(/^!/, '').replace(/\]$/, ''))
  if (zone === undefined) return { code: 'not_a_time_zone' }
  // The text has offsets in minutes, and zones had others before 1972.
  const ms: unknown = Reflect.get(value, 'epochMilliseconds')
  const instant = typeof ms === 'number' ? atInstant(ms) : (time ?? outsideYears)
  return 'code' in instant ? instant : { ...instant, zone }
}

function atInstant(ms: number): ParsedDateTime | Refusal {
  if (Number.isNaN(ms)) return { code: 'invalid_date' }
  return parseRecordTime(new Date(ms).toISOString()) ?? outsideYears
}
