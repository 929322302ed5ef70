import { invalidInput } from '../../errors/calendar-error.ts'
import { isReason } from '../../errors/issues.ts'
import { assertNoIssues, type Issues, readFields, requireFields, requireObject, type Shape } from '../../input/read.ts'
import type { CalendarContext } from '../../record/context.ts'
import type { EventTimes } from '../../store/records.ts'
import type { PreparedEventFields } from './record.ts'
import { type EventContent, type EventFields, eventShape } from './schema.ts'
import { type NewSeries, toSeries } from './series/to-series.ts'
import { resolveTimes, toWrittenTimes, withNamedZone } from './times.ts'

/** The members of an input that determine when an event takes place. */
export type DatesInput = Pick<EventContent, 'startDate' | 'endDate' | 'allDay' | 'timeZone'>

/** The members of an input that determine the dates of a series. */
export type SeriesPreviewInput = DatesInput & Pick<EventContent, 'recurrence'>

type DateFields = Pick<EventFields, 'startDate' | 'endDate' | 'allDay' | 'timeZone' | 'recurrence'>

const { startDate, endDate, allDay, timeZone, recurrence } = eventShape
const datesShape: Shape<DateFields> = { startDate, endDate, allDay, timeZone, recurrence }

/** The times of a new event, and its series if it repeats; without a series if the dates are invalid. */
export function prepareSeries(
  { clock, horizonMonths }: CalendarContext,
  { recurrence, ...fields }: Partial<EventFields>,
  times: EventTimes,
  issues: Issues,
): Partial<Pick<PreparedEventFields, 'times' | 'series'>> {
  if (!recurrence || recurrence.isOfOccurrence || 'startDate' in issues || 'endDate' in issues) return { times }
  const series = toSeries(recurrence, toWrittenTimes(times, fields), { nowMs: clock.nowMs(), horizonMonths })
  if (!isReason(series)) return { times: series.times, series }
  issues['recurrence'] ??= series
  return { times }
}

/**
 * Reads when an event takes place, and further members. Other members of the input are ignored.
 * @param more the schemas of the further members, which are required or not
 * @throws invalid_input naming every invalid field
 */
function readTimes<T extends object>(
  context: CalendarContext,
  input: object,
  more: Shape<T>,
  required: readonly (keyof (T & DateFields) & string)[],
): { readonly values: Partial<T & DateFields>; readonly times: EventTimes; readonly issues: Issues } {
  requireObject('input', input)
  // The members of the two shapes differ.
  const { values: read, issues } = readFields<T & DateFields>({ ...datesShape, ...more } as Shape<T & DateFields>, input)
  requireFields(required, read, issues)
  const values = withNamedZone(read, issues)
  assertNoIssues(issues)
  const times = resolveTimes(values, undefined, context.timeZone, issues)
  if (times === undefined) throw invalidInput(issues)
  return { values, times, issues }
}

/** The times of a single event. @throws invalid_input naming every invalid field */
export function readSingleTimes<T extends object>(
  context: CalendarContext,
  input: object,
  more: Shape<T>,
  required: readonly (keyof T & string)[],
): { readonly values: Partial<T>; readonly times: EventTimes } {
  const { values, times, issues } = readTimes(context, input, more, ['startDate', 'endDate', ...required])
  assertNoIssues(issues)
  return { values, times }
}

/** The series that `create` would make of an input. @throws invalid_input naming every invalid field */
export function readSeriesDates<T extends object>(
  context: CalendarContext,
  input: object,
  more: Shape<T>,
  required: readonly (keyof T & string)[],
): { readonly values: Partial<T>; readonly series: NewSeries } {
  const { values, times, issues } = readTimes(context, input, more, ['startDate', 'endDate', 'recurrence', ...required])
  const { series } = prepareSeries(context, values, times, issues)
  assertNoIssues(issues)
  if (series === undefined) throw invalidInput({ recurrence: { code: 'required' } })
  return { values, series }
}
