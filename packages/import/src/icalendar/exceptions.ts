import type { EventInput } from '@kalends/core'
import { localToUtcMs, resolveLocal, utcMsToLocal } from '@kalends/core/internal'
import type { ImportedException, ImportWarning } from '../item.ts'
import type { Component } from './components.ts'
import type { EventContent } from './content.ts'
import { readMomentOf } from './moment.ts'
import { parameterOf } from './property.ts'
import { datesBetween, type FileSeries, lengthOf, timesFrom, toSeriesMs } from './series.ts'
import { type FileTimes, firstOf, isFault, type Placed, type TimeContext, toTimeInput, toTimeText, toZone } from './times.ts'

/** A date of a series that the file describes on its own, with RECURRENCE-ID. */
export interface Override {
  /** The date in the series, as a wall time in milliseconds. */
  readonly ms: number
  /** Whether it changes the later dates, too. */
  readonly scope: 'this' | 'following'
  /** When the date takes place. */
  readonly times: FileTimes
  /** What the date says. */
  readonly content: EventContent
}

const dayMs = 86_400_000

/** The dates of a series by day. */
export interface SeriesDays {
  /** The dates on the day of a wall time in milliseconds. */
  on(ms: number): readonly number[]
  /** Adds a date to the series. */
  add(ms: number): void
}

/** Finds the dates of a series by day. Each year is expanded once: a file may describe thousands of dates. */
export function createSeriesDays(series: FileSeries): SeriesDays {
  const years = new Set<number>()
  const byDay = new Map<number, number[]>()
  const index = (ms: number): void => {
    const day = Math.floor(ms / dayMs)
    const dates = byDay.get(day)
    if (dates === undefined) byDay.set(day, [ms])
    else dates.push(ms)
  }
  return {
    on: (ms) => {
      const year = new Date(ms).getUTCFullYear()
      if (!years.has(year)) for (const date of datesBetween(series, Date.UTC(year, 0), Date.UTC(year + 1, 0))) index(date)
      years.add(year)
      return byDay.get(Math.floor(ms / dayMs)) ?? []
    },
    add: (ms) => {
      series.dates.add(ms)
      index(ms)
    },
  }
}

/**
 * The date that a RECURRENCE-ID names. Of a date that the series lacks, the only date of the same day is taken; a day without one gets the date.
 * @returns undefined for a date that does not take place, or the reason why it cannot be read
 */
export function readOverrideDate(
  override: Component,
  series: FileSeries,
  days: SeriesDays,
  context: TimeContext,
): number | ImportWarning | undefined {
  const property = firstOf(override, 'RECURRENCE-ID')
  const moment = property === undefined ? undefined : readMomentOf(property)
  if (moment === undefined) return { code: 'not_a_date', message: `The RECURRENCE-ID in line ${property?.line} is not a date that exists.` }
  const ms = toSeriesMs(moment, series, context)
  if (typeof ms === 'object') return ms
  const { except, warnings } = series
  const [only, ...others] = days.on(ms)
  const named = [only, ...others].includes(ms) ? ms : others.length === 0 ? only : undefined
  if (except.has(named ?? ms)) {
    warnings.push({ code: 'override_excluded', message: `The date ${toDateText(ms, false)} is described and left out; it is left out.` })
    return undefined
  }
  if (named === undefined) {
    warnings.push({ code: 'override_off_rule', message: `The series has no date ${toDateText(ms, false)}, which is added.` })
    days.add(ms)
  }
  return named ?? ms
}

/** Whether an override changes all later dates, too. */
export const scopeOf = (override: Component): 'this' | 'following' => {
  const property = firstOf(override, 'RECURRENCE-ID')
  const range = property === undefined ? undefined : parameterOf(property, 'RANGE')
  return range?.toUpperCase() === 'THISANDFUTURE' ? 'following' : 'this'
}

const toDateText = (ms: number, allDay: boolean): string => toTimeText(utcMsToLocal(ms)).slice(0, allDay ? 10 : 19)

/** The dates of a series that differ from it, in order. */
export function toExceptions(series: FileSeries, content: EventContent, overrides: readonly Override[]): readonly ImportedException[] {
  const { times, ownEnds } = series
  const described = new Set(overrides.map(({ ms }) => ms))
  const ends = [...ownEnds]
    .filter(([ms]) => !described.has(ms))
    .map(([ms, endMs]) => ({ ms, change: { endDate: toDateText(endMs, false) } }))
  const changes = overrides.map(({ ms, scope, times: own, content: ownContent }) => ({
    ...{ ms, scope },
    change: { ...changedTimes(times, own, ms), ...changedContent(content, ownContent) },
  }))
  return [...ends, ...changes]
    .filter(({ change }) => Object.keys(change).length > 0)
    .sort((a, b) => a.ms - b.ms)
    .map(({ ms, ...rest }) => ({ date: toDateText(ms, times.allDay), ...rest }))
}

/** The members of an override that its series has otherwise. */
function changedContent(series: EventContent, own: EventContent): Partial<EventInput> {
  const entries = Object.entries(own).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(series, name)))
  return Object.fromEntries(entries)
}

/** The times of an override, if they are not those that the series has on its date. */
function changedTimes(series: FileTimes, own: FileTimes, ms: number): Partial<EventInput> {
  const planned = timesFrom(series, ms)
  const moved = inZone(own, series)
  if (moved.allDay === series.allDay && moved.zone === series.zone && isSame(planned, moved)) return {}
  const { allDay, timeZone, ...dates } = toTimeInput(moved, moved.zone)
  return { ...dates, ...(allDay !== series.allDay && { allDay }), ...(moved.zone !== series.zone && { timeZone }) }
}

/** The times in the zone of the series, where they are written in UTC: programs write them so where a wall time is repeated. */
function inZone(own: FileTimes, { zone }: FileTimes): FileTimes {
  if (own.zone !== 'UTC' || own.allDay) return own
  const [start, end] = [toZone(own.start, zone), toZone(own.end, zone)]
  return isFault(start) || isFault(end) ? own : { ...own, zone, start, end }
}

/** Whether both start and end at the same instants; as the core resolves them, a date that would end before its start has its length. */
function isSame(planned: FileTimes, own: FileTimes): boolean {
  if (planned.allDay || planned.zone === undefined) return planned.start.wall === own.start.wall && planned.end.wall === own.end.wall
  const { zone } = planned
  const instantOf = ({ wall, ms }: Placed): number => ms ?? resolveLocal(wall, zone).ms
  const startMs = instantOf(planned.start)
  const endMs = instantOf(planned.end)
  return instantOf(own.start) === startMs && instantOf(own.end) === (endMs < startMs ? startMs + lengthOf(planned) : endMs)
}

/** The later override of each date: the one with the greater SEQUENCE, else the last one of the file. */
export function latestOf(overrides: readonly (Override & { readonly sequence: number })[]): readonly Override[] {
  const latest = new Map<number, Override & { readonly sequence: number }>()
  for (const override of overrides) if ((latest.get(override.ms)?.sequence ?? 0) <= override.sequence) latest.set(override.ms, override)
  return [...latest.values()]
}

/** The start of an override that stands without its series, for its key: `20260531T193000`. */
export const toKeyDate = (wall: string): string => new Date(localToUtcMs(wall)).toISOString().slice(0, 19).replace(/[-:]/g, '')
