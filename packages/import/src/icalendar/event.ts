import { codePointLength, limits, localToUtcMs, type ZoneName } from '@kalends/core/internal'
import type { ImportedEvent, ImportWarning, UnreadableItem } from '../item.ts'
import type { Component } from './components.ts'
import { addressOf, type ContentOptions, readContent } from './content.ts'
import { createSeriesDays, latestOf, readOverrideDate, scopeOf, toExceptions, toKeyDate } from './exceptions.ts'
import { readMoment, readMomentOf } from './moment.ts'
import { toLineText, valueIn } from './property.ts'
import { readSeries, type SeriesOptions, toSeriesInput } from './series.ts'
import { firstOf, isFault, readTimes, type TimeContext, toTimeInput } from './times.ts'

/** A VEVENT with its number. */
export interface FileEvent {
  /** Its number among the events of the file, from 0. */
  readonly index: number
  /** What the file says. */
  readonly component: Component
}

/** What the events of a VCALENDAR depend on. */
export interface EventContext extends TimeContext {
  /** The zone in which single events are shown that are written in UTC; undefined for that of the calendar. */
  readonly shownZone: ZoneName | undefined
  /** Whether the METHOD cancels all events. */
  readonly isCancelled: boolean
  /** The options of the reader. */
  readonly options: ContentOptions & SeriesOptions
}

/** The UID of an event; empty if it has none. */
export const uidOf = (component: Component): string => toLineText(valueIn(component.properties, 'UID'))

/** An event that cannot be read. */
export const toUnreadable = (
  { index, component }: FileEvent,
  { code, message }: ImportWarning,
  key = uidOf(component),
): UnreadableItem => ({
  ...{ kind: 'unreadable', index, line: component.line, key, code, message },
})

const sequenceOf = (component: Component): number | undefined => {
  const text = valueIn(component.properties, 'SEQUENCE')
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** When an event and its overrides were changed last. */
function modifiedOf(components: readonly Component[]): number | undefined {
  let latestMs: number | undefined
  for (const component of components) {
    const property = firstOf(component, 'LAST-MODIFIED')
    const moment = property && readMoment(property.value)
    if (moment?.kind === 'utc') latestMs = Math.max(latestMs ?? Number.NEGATIVE_INFINITY, localToUtcMs(moment.wall))
  }
  return latestMs
}

/** The members of an item that say which event it is. */
const identityOf = ({ index, component }: FileEvent, key: string, others: readonly FileEvent[] = []) => ({
  kind: 'event' as const,
  index,
  line: component.line,
  key,
  address: addressOf(component),
  sequence: sequenceOf(component),
  modifiedMs: modifiedOf([component, ...others.map((other) => other.component)]),
})

/** The uid of an input: a longer one than the calendar takes stays the key of the item alone. */
const uidInput = (key: string) => (key !== '' && codePointLength(key) <= limits.uid ? { uid: key } : {})

/** Each warning once. */
const eachOnce = (warnings: readonly ImportWarning[]): readonly ImportWarning[] =>
  warnings.length < 2 ? warnings : [...new Map(warnings.map((warning) => [`${warning.code} ${warning.message}`, warning])).values()]

/** Reads an event that does not repeat. @param key its UID, or more than that for a date of a series that stands alone */
export function toSingle(event: FileEvent, context: EventContext, key = uidOf(event.component)): ImportedEvent | UnreadableItem {
  const { component } = event
  const times = component.fault ?? readTimes(component, context)
  if (isFault(times)) return toUnreadable(event, times, key)
  const warnings = [...component.warnings, ...times.warnings]
  const content = readContent(component, context.options, context.isCancelled, warnings)
  const input = { ...content, ...toTimeInput(times, context.shownZone), ...uidInput(key) }
  return { ...identityOf(event, key), input, warnings: eachOnce(warnings) }
}

/** Reads a date of a series that is not in the file. */
export function toLoneOverride(event: FileEvent, context: EventContext): ImportedEvent | UnreadableItem {
  const property = firstOf(event.component, 'RECURRENCE-ID')
  const moment = property === undefined ? undefined : readMomentOf(property)
  const uid = uidOf(event.component)
  if (moment === undefined) return toUnreadable(event, { code: 'not_a_date', message: 'The RECURRENCE-ID is not a date that exists.' })
  const item = toSingle(event, context, uid === '' ? '' : `${toKeyDate(moment.wall)}-${uid}`)
  const warning = { code: 'override_alone', message: 'The series of this date is not in the file; the date is an event of its own.' }
  return item.kind === 'event' ? { ...item, warnings: [...item.warnings, warning] } : item
}

/** Reads a series. @param overrides the dates that the file describes on their own */
export function toSeriesItems(
  event: FileEvent,
  overrides: readonly FileEvent[],
  context: EventContext,
): readonly (ImportedEvent | UnreadableItem)[] {
  const { component } = event
  const times = component.fault ?? readTimes(component, context)
  if (isFault(times)) return [toUnreadable(event, times)]
  const series = readSeries(component, times, context, context.options)
  if (isFault(series)) return [toUnreadable(event, series)]
  const warnings = [...component.warnings, ...times.warnings]
  const content = readContent(component, context.options, context.isCancelled, warnings)
  const unreadable: UnreadableItem[] = []
  const days = createSeriesDays(series)
  const read = overrides.flatMap((override) => {
    const own = override.component.fault ?? readTimes(override.component, context)
    const ms = isFault(own) ? own : readOverrideDate(override.component, series, days, context)
    if (typeof ms === 'object') unreadable.push(toUnreadable(override, ms))
    if (isFault(own) || typeof ms !== 'number') return []
    warnings.push(...own.warnings)
    const ownContent = readContent(override.component, context.options, context.isCancelled, warnings)
    return [{ ms, scope: scopeOf(override.component), times: own, content: ownContent, sequence: sequenceOf(override.component) ?? 0 }]
  })
  const input = toSeriesInput(series, context.options.horizonMs)
  if (isFault(input)) return [toUnreadable(event, input), ...unreadable]
  const kept = latestOf(read).filter(({ ms }) => ms >= input.fromMs)
  const exceptions = toExceptions(series, content, kept).filter(({ date }) => localToUtcMs(date) >= input.fromMs)
  const key = uidOf(component)
  const identity = { ...identityOf(event, key, overrides), warnings: eachOnce([...warnings, ...series.warnings]) }
  if (input.recurrence === undefined) {
    const changes = exceptions.map(({ change }) => (change === 'trash' ? {} : change))
    const single = { ...content, ...toTimeInput(input.times, context.shownZone), recurrence: null, ...uidInput(key) }
    return [{ ...identity, input: Object.assign(single, ...changes) }, ...unreadable]
  }
  // A series that is written in UTC repeats by the clock of UTC.
  const repeating = { ...content, ...toTimeInput(input.times, input.times.zone), recurrence: input.recurrence, ...uidInput(key) }
  return [{ ...identity, input: repeating, ...(exceptions.length > 0 && { exceptions }) }, ...unreadable]
}
