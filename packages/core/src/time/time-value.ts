import { minuteMs } from './clock.ts'
import { type NotAZone, readZone } from './nearest-zone.ts'
import {
  addLocalSeconds,
  instantsShowing,
  localToUtcMs,
  outsideYears,
  type ParsedDateTime,
  parseDateTime,
  parseRecordTime,
} from './wall-time.ts'
import type { ZoneName } from './zone.ts'

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

/** Why the zone that a time names is refused: it is none, or has another offset then. */
type ZoneRefusal = NotAZone | { readonly code: 'other_offset'; readonly zone: ZoneName }

/** Why a {@link TimeInput} that is no text is refused. */
type Refusal = typeof outsideYears | { readonly code: 'invalid_date' } | NotAZone

/** The time that an object means, or the reason for a refusal. */
export function readTimeObject(value: Date | TemporalValue): ParsedDateTime | Refusal {
  if (tagOf(value) === 'Date') return atInstant(Number(value))
  // A calendar or a zone in brackets follows the time: `2026-05-31T19:30:00+02:00[Europe/Berlin][u-ca=gregory]`.
  const [text = '', first = ''] = String(value).split('[')
  const time = parseRecordTime(text)
  if (tagOf(value) !== 'Temporal.ZonedDateTime') return time ?? outsideYears
  const zone = readZone(first.replace(/^!/, '').replace(/\]$/, ''))
  if (typeof zone !== 'string') return zone
  // The text has offsets in minutes, and zones had others before 1972.
  const ms: unknown = Reflect.get(value, 'epochMilliseconds')
  const instant = typeof ms === 'number' ? atInstant(ms) : (time ?? outsideYears)
  return 'code' in instant ? instant : { ...instant, zone }
}

function atInstant(ms: number): ParsedDateTime | Refusal {
  if (Number.isNaN(ms)) return { code: 'invalid_date' }
  return parseRecordTime(new Date(ms).toISOString()) ?? outsideYears
}

/** The suffixes of RFC 9557: a zone, then tags. A tag with `!` has to be understood, and none is. */
const suffixText = /^(?:\[!?([^\][=!]+)\])?(?:\[[a-z_][a-z0-9_-]*=[A-Za-z0-9-]+\])*$/

/**
 * Reads the text of a time as `parse` does, and the suffix of RFC 9557 behind an offset: `2031-07-01T19:30:00+02:00[Europe/Berlin]`. The zone
 * must have this offset then; behind `Z`, which is the instant alone, it has any. Other suffixes are ignored, unless they are critical.
 *
 * @returns The time, the reason why its zone is refused, or undefined for every other text.
 */
export function readTimeText(text: string, parse = parseDateTime): ParsedDateTime | ZoneRefusal | undefined {
  const end = text.indexOf('[')
  const time = parse(end < 0 ? text : text.slice(0, end))
  if (time === undefined || end < 0) return time
  const suffix = suffixText.exec(text.slice(end))
  if (suffix === null || time.offsetMinutes === undefined) return undefined
  const [, name] = suffix
  if (name === undefined) return time
  const zone = readZone(name)
  if (typeof zone !== 'string') return zone
  return text[end - 1] === 'Z' ? { ...time, zone } : withOffsetOf(zone, time, time.offsetMinutes)
}

/** The instant at which a zone shows a time with an offset. The text has offsets in minutes, and zones had others before 1972. */
function withOffsetOf(zone: ZoneName, time: ParsedDateTime, offsetMinutes: number): ParsedDateTime | ZoneRefusal {
  const offset = instantsShowing(time.local, zone)
    .map((ms) => localToUtcMs(time.local) - ms)
    .find((ms) => Math.sign(ms) * Math.round(Math.abs(ms) / minuteMs) === offsetMinutes)
  if (offset === undefined) return { code: 'other_offset', zone }
  return { ...time, zone, local: addLocalSeconds(time.local, (offsetMinutes * minuteMs - offset) / 1000) }
}
