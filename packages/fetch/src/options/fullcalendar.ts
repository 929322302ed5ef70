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
  /** The colors of events. @default the component's own */
  readonly colors?: ((event: Event) => ItemColors | undefined) | undefined
  /**
   * Whether finished responses are cached, where the handler caches any. Set it to `true` if `colors` depends on its argument alone.
   * @default true, but false with `colors`
   */
  readonly cache?: boolean | undefined
}

/** The checked options, with their defaults. */
export interface FullcalendarSettings {
  /** How many events one response can hold. */
  readonly maxEvents: number
  /** The colors of events. */
  readonly colors: FullcalendarOptions['colors']
  /** Whether responses are cached. */
  readonly isCached: boolean
}

/**
 * Checks the options.
 * @throws TypeError one is unknown or invalid
 */
export function readFullcalendar(options: FullcalendarOptions): FullcalendarSettings {
  requireKnownOptions('fullcalendar', options, { maxEvents: true, colors: true, cache: true })
  const { maxEvents = 5_000, colors, cache = colors === undefined } = options
  if (colors !== undefined && typeof colors !== 'function') throw new TypeError('fullcalendar.colors must be a function')
  if (typeof cache !== 'boolean') throw new TypeError('fullcalendar.cache must be true or false')
  // The function may return other colors the next time, as `links` and `resolveImage` may.
  return { maxEvents: readCount('fullcalendar.maxEvents', maxEvents), colors, isCached: cache }
}
