import { instantToLocal } from '@kalends/core/format'
import { addLocalDays, isReason, localToUtcMs, parseRule, type RecurrenceRule, resolveLocal, resolveUntil } from '@kalends/core/internal'
import type { FileTimes } from './times.ts'

/** The parts of a rule, by name. */
export type RuleParts = ReadonlyMap<string, string>

/** The parts of an RRULE, in upper case and without white space; a part that is written twice counts once. */
export function readParts(text: string, { allDay, start }: FileTimes): RuleParts {
  const written = text
    .toUpperCase()
    .replace(/\s/g, '')
    .replace(/^RRULE:/, '')
  const parts = new Map<string, string>()
  for (const part of new Set(written.split(';'))) {
    const equals = part.indexOf('=')
    const [name, value] = [part.slice(0, Math.max(0, equals)), part.slice(equals + 1)]
    // A name that occurs again is kept as a part that no rule has.
    if (part !== '') parts.set(parts.has(name) ? part : name, value)
  }
  for (const [name, value] of parts) if (isWithoutEffect(name, value, allDay, start.wall)) parts.delete(name)
  // RFC 5545, 3.3.10: UNTIL of a series of days is a day.
  const until = parts.get('UNTIL')
  if (until !== undefined && allDay) parts.set('UNTIL', until.slice(0, 8))
  if (parts.get('INTERVAL') === '0') parts.delete('INTERVAL')
  return parts
}

const timeParts: Readonly<Record<string, readonly [begin: number, end: number]>> = {
  BYHOUR: [11, 13],
  BYMINUTE: [14, 16],
  BYSECOND: [17, 19],
}

/** Whether a rule means the same without a part: the time of day of the start, or the calendar of Gregory. */
function isWithoutEffect(name: string, value: string, allDay: boolean, startWall: string): boolean {
  const place = timeParts[name]
  if (place !== undefined) return allDay || (/^\d{1,2}$/.test(value) && Number(value) === Number(startWall.slice(...place)))
  return name.startsWith('X-') || (name === 'RSCALE' && value === 'GREGORIAN') || (name === 'SKIP' && value === 'OMIT')
}

/** Reads COUNT, of any size and beside UNTIL, too; undefined if it is no number. */
export function readCount(parts: RuleParts): number | undefined | 'invalid' {
  const text = parts.get('COUNT')
  if (text === undefined) return undefined
  return /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : 'invalid'
}

/** The rule of a series of times; undefined for a rule that Kalends does not take. */
export function readRule(parts: RuleParts, times: FileTimes): RecurrenceRule | undefined {
  const count = readCount(parts)
  const text = [...parts].flatMap(([name, value]) => (name === 'COUNT' ? [] : [`${name}=${value}`])).join(';')
  const parsed = parseRule(text)
  if (count === 'invalid' || isReason(parsed)) return undefined
  return { ...resolveUntil(parsed, (ms) => lastStartBy(times, ms)), count }
}

/** The greatest wall time in milliseconds with the time of day of an event at which it starts at or before an instant. */
export function lastStartBy({ start: { wall, zone } }: FileTimes, instantMs: number): number {
  // A series in the zone of the calendar: its UNTIL is read as wall time.
  if (zone === undefined) return instantMs
  const date = instantToLocal(Math.min(Math.max(instantMs, firstMs), lastMs), zone).slice(0, 10)
  const starts = [1, 0, -1, -2, -3].map((days) => `${addLocalDays(date, days)}${wall.slice(10)}`)
  return localToUtcMs(starts.find((start) => resolveLocal(start, zone).ms <= instantMs) ?? starts.at(-1) ?? wall)
}

/** Before and after all dates of the calendar: programs write 99991231T235959Z for a rule without an end. */
const [firstMs, lastMs] = [Date.UTC(1899, 0), Date.UTC(2202, 0)]
