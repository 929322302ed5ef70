/**
 * For authors of formats: the interface of formats, the dates of series, plain text of HTML, and wall times.
 *
 * @packageDocumentation
 */

export type { BusyContext, BusyFormat } from './format/busy-format.ts'
export { createFormatContext, type FormatContextOptions } from './format/context.ts'
export {
  type Format,
  type FormatContext,
  type FormatItem,
  type FormatKind,
  isEventSeries,
  recordsOf,
  updatedMsOf,
} from './format/format.ts'
export { datesOnRule, type RuleDate, type RuleWindow, ruleKeys, timesAtDate } from './format/occurrences.ts'
export type { EventSeries } from './kinds/event/series/exceptions.ts'
export { pricesOf } from './money/prices.ts'
export { replaceAddresses } from './text/html-addresses.ts'
export { linesFromHtml, plainFromHtml } from './text/plain-from-html.ts'
export { type ClockChange, clockChanges } from './time/clock-changes.ts'
export {
  addLocalDays,
  instantsShowing,
  instantToLocal,
  localToUtcMs,
  type ResolvedTime,
  resolveLocal,
  utcMsToLocal,
} from './time/wall-time.ts'
export { offsetMs, type ZoneName } from './time/zone.ts'
