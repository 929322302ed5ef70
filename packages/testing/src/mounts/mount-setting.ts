import { type AccessPolicy, allowAll, type CalendarOptions } from '@kalends/core'
import { fixedClock } from '../clock.ts'

/** How the calendar and the handler behind a mount have to be made, so that the answers are those of the table. */
export interface MountSetting {
  /** For `createCalendar`, beside a store that is empty. */
  readonly calendar: Pick<CalendarOptions, 'clock' | 'timeZone' | 'currency'>
  /** For `createHandler`. */
  readonly handler: {
    /** Everything is allowed. */
    readonly access: AccessPolicy
    /** What stands before the namespace. */
    readonly basePath: string
    /** Where clients would reach it. */
    readonly publicUrl: string
    /** German, beside the address without a language. */
    readonly languages: readonly string[]
    /** Forms are read too. */
    readonly forms: boolean
    /** One other origin may call. */
    readonly cors: { readonly origins: readonly string[] }
  }
}

/**
 * A setting whose answers depend on nothing outside: a clock that stands still, a public address, and everything allowed.
 * @param basePath what stands before the namespace
 */
export const mountSetting = (basePath: string): MountSetting => ({
  calendar: { clock: fixedClock('2031-05-01T12:00:00Z'), timeZone: 'Europe/Berlin', currency: 'EUR' },
  handler: {
    access: allowAll(),
    basePath,
    publicUrl: 'https://calendar.example',
    languages: ['de'],
    forms: true,
    cors: { origins: ['https://pages.example'] },
  },
})
