import type { Clock } from '@kalends/core'
import { canonicalZone, systemClock } from '@kalends/core/internal'
import { type AbortSignalLike, requireKnownOptions } from '@kalends/core/store'
import { readItems } from './icalendar/read.ts'
import type { ImportSource } from './icalendar/source.ts'
import { createStepBudget } from './icalendar/wide-rule.ts'
import type { ImportItem } from './item.ts'

export type { ImportSource } from './icalendar/source.ts'

/** Options of the reader of iCalendar. */
export interface ReadIcalendarOptions {
  /** The zone of times without one, and of whole days. @default `X-WR-TIMEZONE` of the file, else `calendarZone` */
  readonly floatingZone?: string | undefined
  /**
   * The zone of the calendar into which the events are imported. Single events that the file writes in UTC are shown in it, unless the file has
   * `X-WR-TIMEZONE`, and it is preferred where several zones fit a VTIMEZONE. @default the items name no zone, so that they get that of the calendar
   */
  readonly calendarZone?: string | undefined
  /** What CATEGORIES become. @default 'categories' */
  readonly categories?: 'categories' | 'tags' | undefined
  /** The status of events with CLASS:PRIVATE or CLASS:CONFIDENTIAL; `publish` publishes them. @default 'private' */
  readonly privateEvents?: 'private' | 'draft' | 'publish' | undefined
  /** What happens to a rule that Kalends does not take: its dates become dates of the series, up to the horizon, or the event is skipped. @default 'expand' */
  readonly unsupportedRules?: 'expand' | 'skip' | undefined
  /** The months from now up to which rules are expanded, as the option of the calendar. @default 30 */
  readonly horizonMonths?: number | undefined
  /** The title of events without one. @default '(No title)' */
  readonly untitled?: string | undefined
  /** The largest number of octets of a content line; a longer line is left out, and an event without its times is not read. @default 1,000,000 */
  readonly maxLineBytes?: number | undefined
  /** How deep components may stand in each other. @default 8 */
  readonly maxDepth?: number | undefined
  /** The largest number of events; the source ends at the next one. @default 100,000 */
  readonly maxEvents?: number | undefined
  /** The largest number of octets; a larger source ends there. @default 200,000,000 */
  readonly maxBytes?: number | undefined
  /** The longest time between two parts of the source, in milliseconds. @default 10,000 */
  readonly idleMs?: number | undefined
  /** Stops the reading: the source ends, and is not complete. @default never */
  readonly signal?: AbortSignalLike | undefined
  /** The source of "now" for the horizon. @default the clock of the machine */
  readonly clock?: Clock | undefined
}

const names: Readonly<Record<keyof ReadIcalendarOptions, true>> = {
  floatingZone: true,
  calendarZone: true,
  categories: true,
  privateEvents: true,
  unsupportedRules: true,
  horizonMonths: true,
  untitled: true,
  maxLineBytes: true,
  maxDepth: true,
  maxEvents: true,
  maxBytes: true,
  idleMs: true,
  signal: true,
  clock: true,
}

/**
 * Reads the events of a file in iCalendar (RFC 5545) for `importRecords`: a text, or a stream that is not held in memory as a whole. Events that
 * repeat come at the end of their calendar, with the dates that differ. Nothing in a file throws: an event that cannot be read is an item that
 * says why, and the last item says whether the source was read as a whole.
 * @throws TypeError an option is unknown, or is no time zone
 * @example
 * import { readFile } from 'node:fs/promises'
 *
 * const items = readIcalendar(await readFile('club.ics', 'utf8'), { floatingZone: 'Europe/Berlin' })
 */
export function readIcalendar(source: ImportSource, options: ReadIcalendarOptions = {}): AsyncIterable<ImportItem> {
  requireKnownOptions('readIcalendar', options, names)
  const { categories = 'categories', privateEvents = 'private', unsupportedRules = 'expand', untitled = '(No title)' } = options
  const { maxLineBytes = 1_000_000, maxDepth = 8, maxEvents = 100_000, maxBytes = 200_000_000, idleMs = 10_000 } = options
  const { clock = systemClock, horizonMonths = 30, signal } = options
  return readItems(source, {
    ...{ maxLineBytes, maxDepth, maxEvents, maxBytes, idleMs, signal },
    floatingZone: zoneOption('floatingZone', options.floatingZone),
    calendarZone: zoneOption('calendarZone', options.calendarZone),
    event: {
      ...{ categories, privateEvents, untitled, unsupportedRules },
      ...{ horizonMs: horizonFrom(clock.nowMs(), horizonMonths), steps: createStepBudget() },
    },
  })
}

function zoneOption(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const zone = canonicalZone(text)
  if (zone === undefined) throw new TypeError(`${name} must be a time zone such as Europe/Berlin or UTC, not ${text}`)
  return zone
}

/** One month more than the calendar's own horizon, which is some time later and may be in another zone. */
function horizonFrom(nowMs: number, months: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months + 1, now.getUTCDate())
}
