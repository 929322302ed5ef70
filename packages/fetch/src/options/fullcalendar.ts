import type { Event } from '@kalends/core'
import { requireKnownOptions } from '@kalends/core/store'
import { readCount } from './count.ts'

/** The colors of an event; any CSS color. */
export interface ItemColors {
  /** Background color. */
  readonly color?: string | undefined
  /** Text color. */
  readonly textColor?: string | undefined
}

/** How events are served to calendar components such as FullCalendar, at `{namespace}/events/fullcalendar`. */
export interface FullcalendarOptions {
  /** How many events one response can hold; a window with more events is refused, never truncated. @default 5,000 */
  readonly maxEvents?: number | undefined
  /** The colors of events. They depend on the event alone, because responses are cached. @default the component's own */
  readonly colors?: ((event: Event) => ItemColors | undefined) | undefined
}

/** The checked options, with their defaults. */
export interface FullcalendarSettings {
  /** How many events one response can hold. */
  readonly maxEvents: number
  /** The colors of events. */
  readonly colors: FullcalendarOptions['colors']
}

/**
 * Checks the options.
 * @throws TypeError one is unknown or invalid
 */
export function readFullcalendar(options: FullcalendarOptions): FullcalendarSettings {
  requireKnownOptions('fullcalendar', options, { maxEvents: true, colors: true })
  const { maxEvents = 5_000, colors } = options
  if (colors !== undefined && typeof colors !== 'function') throw new TypeError('fullcalendar.colors must be a function')
  return { maxEvents: readCount('fullcalendar.maxEvents', maxEvents), colors }
}
