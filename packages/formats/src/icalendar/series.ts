import type { Event } from '@kalends/core'
import { datesOnRule, type EventSeries, type FormatContext, type RuleDate, ruleKeys, timesAtDate, updatedMsOf } from '@kalends/core/format'
import { toKey, toUidOf } from '../uid.ts'
import { type EventOptions, isOmitted } from './event.ts'
import { toLine, toText } from './lines.ts'
import { hasCommonTimes, isCommonRule, toRuleValue, unclearDates } from './rule.ts'
import { formOf, isNamedZone, seriesFormOf, type TimeForm, toTimeLines, toWallLine, type WrittenZones } from './times.ts'
import { toZones } from './zones.ts'

/** What the lines of a series depend on beside the series. */
export interface SeriesContext {
  /** Addresses and uids. */
  readonly context: FormatContext
  /** The options of the format. */
  readonly options: EventOptions
  /** The zones that are written with TZID. */
  readonly zones: WrittenZones
  /** Writes a VEVENT. @param times the lines of its times @default those of the event */
  write(event: Event, uid: string, form?: TimeForm, times?: string): string
}

/** Returns the series that have to be written as single events, because programs would misread their rule, zone or times. */
export function selectSeriesToExpand(series: readonly EventSeries[]): readonly EventSeries[] {
  const readable = new Set(series.filter(isReadable))
  const zones = toZones([...readable])
  return series.filter((one) => !readable.has(one) || !hasZone(one.series, zones))
}

const isReadable = ({ series }: EventSeries): boolean =>
  isCommonRule(series) && (series.allDay || (isNamedZone(series.timeZone) && hasCommonTimes(series, seriesFormOf(series))))

function hasZone(series: Event, zones: WrittenZones): boolean {
  const form = seriesFormOf(series)
  return typeof form === 'string' || zones.has(form.zone)
}

/** Writes a series: one VEVENT with its rule, and one for each date that the rule does not describe. */
export function toSeriesLines(item: EventSeries, to: SeriesContext): string {
  const { series } = item
  const changed = item.changed.filter((event) => !isOmitted(event, to.options))
  const writeAlone = (event: Event): string => to.write(event, toUidOf(event, to.context))
  if (isOmitted(series, to.options)) return changed.map(writeAlone).join('')
  // The dates that the series itself does not describe: changed occurrences, and excluded dates.
  const exceptions = new Set([...item.changed.map(keyOf), ...item.except])
  const { dates: further = [] } = series.recurrence ?? {}
  const onRule = datesOnRule(series, [...further, ...exceptions])
  const extra = further.filter((date) => !onRule.has(date))
  if (!isReadable(item) || !hasZone(series, to.zones)) {
    const dates = [...ruleKeys(series).map((key) => key.replace('T', ' ')), ...extra]
    const others = dates.filter((date) => !exceptions.has(date)).map((date) => toSingle(series, date, to))
    return [...changed.map(writeAlone), ...others].join('')
  }
  const form = seriesFormOf(series)
  const rest = unclearDates(series, form).filter(({ key }) => !exceptions.has(key.replace('T', ' ')))
  const extras = new Set(extra)
  // Evolution reads the overrides of a series again only if the series itself has changed.
  const updatedMs = Math.max(series.updatedMs, ...item.changed.map(updatedMsOf))
  return [
    to.write({ ...series, updatedMs }, to.context.uid(series), form, toRuleLines(item, form, onRule, to)),
    ...rest.map((date) => toOverride(timedAt(series, date), date.key, form, to)),
    ...changed.map((event) => (extras.has(keyOf(event)) ? writeAlone(event) : toOverride(event, keyOf(event), form, to))),
    ...extra.filter((date) => !exceptions.has(date)).map((date) => toSingle(series, date, to)),
  ].join('')
}

const keyOf = ({ recurrence }: Event): string => recurrence?.id ?? ''

/** The series at one of its dates. */
const timedAt = (series: Event, { startLocal, endLocal, startMs, endMs }: RuleDate): Event => ({
  ...series,
  startDate: startLocal.replace('T', ' '),
  endDate: endLocal.replace('T', ' '),
  startMs,
  endMs,
})

/**
 * DTSTART, DTEND, RRULE and EXDATE.
 * @param onRule those of the dates to exclude that are on the rule; it may have further dates of the series
 */
function toRuleLines(
  { series, except, changed }: EventSeries,
  form: TimeForm,
  onRule: ReadonlySet<string>,
  { options }: SeriesContext,
): string {
  const left = [...except, ...changed.filter((event) => isOmitted(event, options)).map(keyOf)].filter((date) => onRule.has(date)).sort()
  // One EXDATE per date, because Outlook reads no lists. None for a date that is not on the rule, because ical.js would ignore the EXDATE
  // that follows.
  const excluded = left.map((date) => toWallLine('EXDATE', date, form))
  return [toTimeLines(series, form), toLine('RRULE', toRuleValue(series, form, left.length > 0)), ...excluded].join('')
}

/** Writes one date of a series in place of the date that its rule names. */
function toOverride(event: Event, key: string, form: TimeForm, { context, zones, write }: SeriesContext): string {
  const ownForm = formOf(event, zones)
  return write(event, context.uid(event), ownForm, toTimeLines(event, ownForm) + toWallLine('RECURRENCE-ID', key, form))
}

/**
 * Writes a date as a separate event: one that is not on the rule, because calendar programs disagree about RDATE, or each date of a series
 * whose rule cannot be written.
 */
function toSingle(series: Event, date: string, { context, zones, write }: SeriesContext): string {
  const event = timedAt(series, timesAtDate(series, date))
  const form = formOf(event, zones)
  const uid = context.uid(series)
  return write(event, `${toKey(date)}-${uid}`, form, toTimeLines(event, form) + toLine('RELATED-TO', toText(uid)))
}
