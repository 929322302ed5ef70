import { type AccessPolicy, allowAll, type CalendarOptions } from '@kalends/core'
import { fixedClock } from '../../../packages/testing/src/clock.ts'

/** The required options of the calendar and the handler, so that the responses match the table. */
export interface MountSetting {
  /** Options of `createCalendar`, in addition to an empty store. */
  readonly calendar: Pick<CalendarOptions, 'clock' | 'timeZone' | 'currency'>
  /** Options of `createHandler`. */
  readonly handler: {
    /** Allows everything. */
    readonly access: AccessPolicy
    /** Path prefix of the namespace. */
    readonly basePath: string
    /** The public URL of the service. */
    readonly publicUrl: string
    /** Adds URLs for German, with English texts. */
    readonly languages: { readonly de: object }
  }
  /** Options of `cors`: one other origin is allowed. The handler also uses `forms`. */
  readonly cors: { readonly origins: readonly string[] }
}

/**
 * Options whose responses depend on no outside state: a fixed clock, a public URL, and everything allowed.
 * @param basePath path prefix of the namespace
 */
export const mountSetting = (basePath: string): MountSetting => ({
  calendar: { clock: fixedClock('2031-05-01T12:00:00Z'), timeZone: 'Europe/Berlin', currency: 'EUR' },
  handler: {
    access: allowAll(),
    basePath,
    publicUrl: 'https://calendar.example',
    languages: { de: {} },
  },
  cors: { origins: ['https://pages.example'] },
})
