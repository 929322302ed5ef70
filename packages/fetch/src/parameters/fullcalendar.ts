import type { Event } from '@kalends/core'
import {
  addLocalDays,
  because,
  eventShape,
  instantToLocal,
  localToUtcMs,
  outsideYears,
  type ParsedDateTime,
  preprocess,
  resolveLocal,
  utcMsToLocal,
  type ZoneName,
} from '@kalends/core/internal'
import { jsonSchemas } from '@kalends/core/store'
import type { Settings } from '../options/settings.ts'
import { defineParameters, type Parameter, parametersIn } from './parameter.ts'
import { ensureNoIssues, ensureShape, type QueryInput } from './query.ts'

/** The period that a calendar component, such as FullCalendar, shows: instants for timed events, dates for all-day events. */
export interface EventWindow {
  /** First instant, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly startMs: number
  /** First instant after the window. */
  readonly endMs: number
  /** First day, `YYYY-MM-DD`. */
  readonly firstDay: string
  /** Last day, inclusive. */
  readonly lastDay: string
  /** The time zone of the response, if the request names one. */
  readonly zone: ZoneName | undefined
}

/** An unencoded plus sign arrives as a space. */
const lostPlus = /([T ]\d\d:\d\d[\d:.]{0,13}) (\d\d(?::?\d\d)?)(?=\[|$)/

/** The first and the last moment that the calendar supports. */
const [earliest, latest] = ['1900-01-01T00:00:00', '2200-12-31T23:59:59']

/**
 * A bound of the window. The schema of records accepts times up to two days beyond the supported years, so the years are checked here. In
 * the document it is a plain string.
 */
const instant = preprocess((text) => (typeof text === 'string' ? text.replace(lostPlus, '$1+$2') : text), eventShape.startDate)
  .check(({ value, issues }) => {
    const isInside = value.local >= earliest && value.local <= latest
    if (!isInside) issues.push({ code: 'custom', message: because(outsideYears), input: value })
  })
  .register(jsonSchemas, { type: 'string' })
const zoneName = eventShape.timeZone

/** The query parameters of the window, by the names that components send. */
export const windowParameters: readonly Parameter[] = defineParameters(
  { start: instant, end: instant, timeZone: zoneName },
  {
    start: { name: 'start', type: 'string', isRequired: true, text: 'windowStart' },
    end: { name: 'end', type: 'string', isRequired: true, text: 'windowEnd' },
    timeZone: { name: 'timeZone', type: 'string', text: 'windowTimeZone' },
  },
)

/**
 * Reads the window of a request. A time without an offset is local time in the request's `timeZone`, or else in the calendar's.
 * @param all the parameters of the whole query, so that every issue is reported at once
 * @throws invalid_input
 */
export function readWindow(
  query: QueryInput['values'],
  { calendar, authorIds }: Pick<Settings, 'calendar' | 'authorIds'>,
  all: readonly Parameter[],
): EventWindow {
  const args = parametersIn(all, { authorIds })
  const missing = args.filter(({ isRequired, member }) => isRequired && query[member] === undefined)
  ensureNoIssues(Object.fromEntries(missing.map(({ member }) => [member, { code: 'required' } as const])), args, query)
  ensureShape(args, query)
  const zone = query['timeZone'] === undefined ? undefined : zoneName.parse(query['timeZone'])
  const [start, end] = [instant.parse(query['start']), instant.parse(query['end'])]
  const clock = zone ?? calendar.timeZone
  const [startMs, endMs] = [toMs(start, clock), toMs(end, clock)]
  // Without a zone, the offset decides which day it is. The end is exclusive, so the last day is the one just before it.
  const dayAt = (ms: number, { offsetMinutes }: ParsedDateTime): string =>
    (zone === undefined && offsetMinutes !== undefined ? utcMsToLocal(ms + offsetMinutes * 60_000) : instantToLocal(ms, clock)).slice(0, 10)
  return { startMs, endMs, firstDay: dayAt(startMs, start), lastDay: dayAt(endMs - 1, end), zone }
}

const toMs = ({ local, offsetMinutes, fractionMs }: ParsedDateTime, zone: ZoneName): number =>
  (offsetMinutes === undefined ? resolveLocal(local, zone).ms : localToUtcMs(local) - offsetMinutes * 60_000) + fractionMs

/** Whether an event overlaps a window. */
export function isInWindow(event: Event, { startMs, endMs, firstDay, lastDay }: EventWindow): boolean {
  if (endMs <= startMs) return false
  if (event.allDay) return event.startDate.slice(0, 10) <= lastDay && event.endDate.slice(0, 10) >= firstDay
  // An event without duration ends when it starts, and belongs to the window that starts at that instant.
  return event.startMs < endMs && (event.endMs > startMs || event.startMs === startMs)
}

/**
 * List filters that match every event of a window and few others. They compare local time, because stores read events in its order. Local
 * time differs from UTC by less than a day, so the filters are one day wider than the window on both sides.
 */
export function toListFilters({ startMs, endMs }: EventWindow): { readonly from: string; readonly startsBefore: string } {
  const [from, until] = [addLocalDays(utcMsToLocal(startMs), -1), addLocalDays(utcMsToLocal(endMs), 1)]
  return { from: from < earliest ? earliest : from, startsBefore: until > latest ? latest : until }
}
