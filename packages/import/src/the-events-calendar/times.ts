import type { EventInput } from '@kalends/core'
import { addLocalDays, canonicalZone, instantsShowing, localToUtcMs, utcMsToLocal } from '@kalends/core/internal'
import type { ImportWarning } from '../item.ts'
import type { Members } from '../values/members.ts'
import { toText } from '../values/texts.ts'
import { readFlag } from './texts.ts'

/** When an event takes place. */
export type EventTimes = Pick<EventInput, 'startDate' | 'endDate' | 'timeZone' | 'allDay'>

/** A time as the interface has it; undefined for any other text, such as `0000-00-00 00:00:00`. */
export function readTime(value: unknown): string | undefined {
  const text = toText(value).replace('T', ' ')
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return undefined
  // 30 February and 24:00 overflow, and convert back to another text.
  return utcMsToLocal(localToUtcMs(text)).replace('T', ' ') === text ? text : undefined
}

/** The instant of a time in UTC, in milliseconds since 1970; undefined for any other text. */
export function readUtcMs(value: unknown): number | undefined {
  const text = readTime(value)
  return text === undefined ? undefined : localToUtcMs(text)
}

/** Reads when an event takes place. @param warnings receives what was decided */
export function readTimes(record: Members, warnings: ImportWarning[]): EventTimes | ImportWarning {
  const [startDate, endDate] = [readTime(record['start_date']), readTime(record['end_date'] ?? record['start_date'])]
  if (startDate === undefined) return { code: 'not_a_date', message: 'The start_date is not a time that exists.' }
  if (endDate === undefined) return { code: 'not_a_date', message: 'The end_date is not a time that exists.' }
  const timeZone = readEventZone(record, startDate, warnings)
  if (typeof timeZone === 'object') return timeZone
  const allDay = readFlag(record['all_day']) ?? false
  return { startDate, endDate: allDay ? lastDay(startDate, endDate) : endDate, timeZone, allDay }
}

/** Where days of a site end in the morning, an event of a whole day ends on the next day, before the time at which it began. */
function lastDay(startDate: string, endDate: string): string {
  const isAfterMidnight = startDate.slice(11) > '00:00:00' && endDate.slice(11) < startDate.slice(11) && endDate > startDate
  return isAfterMidnight ? addLocalDays(endDate, -1).replace('T', ' ') : endDate
}

/** The zone of an event: that of its name, else the offset between its wall time and UTC. */
function readEventZone(record: Members, startDate: string, warnings: ImportWarning[]): string | ImportWarning {
  const name = toText(record['timezone'])
  const zone = canonicalZone(name)
  const utcMs = readUtcMs(record['utc_start_date'])
  const offset = utcMs === undefined ? undefined : toOffset(localToUtcMs(startDate) - utcMs)
  if (zone !== undefined) {
    // The wall time is what the site shows. Its rows in UTC are those of the zone that it had when the event was saved.
    if (utcMs !== undefined && readFlag(record['all_day']) !== true && !isShownAt(startDate, zone, utcMs))
      warnings.push({ code: 'other_offset', message: `The event has another offset from UTC than ${zone}; its wall time is taken.` })
    return zone
  }
  if (offset === undefined) return { code: 'not_a_time_zone', message: `The timezone “${name.slice(0, 100)}” is not known.` }
  warnings.push({ code: 'zone_by_offset', message: `The timezone “${name.slice(0, 100)}” is not known; the offset ${offset} is taken.` })
  return offset
}

/** Whether a zone shows a wall time at an instant. A wall time that clocks skip has no instant, and is no contradiction. */
function isShownAt(local: string, zone: string, utcMs: number): boolean {
  const instants = instantsShowing(local.replace(' ', 'T'), zone)
  return instants.length === 0 || instants.includes(utcMs)
}

/** An offset as the name of a zone; undefined for one that no zone has. */
function toOffset(ms: number): string | undefined {
  const minutes = Math.abs(ms) / 60_000
  if (!Number.isInteger(minutes) || minutes > 14 * 60) return undefined
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return minutes === 0 ? 'UTC' : `${ms < 0 ? '-' : '+'}${hour}:${minute}`
}
