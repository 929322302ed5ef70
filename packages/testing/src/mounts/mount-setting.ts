import { type AccessPolicy, allowAll, type Clock } from '@kalends/core'
import { fixedClock } from '../clock.ts'

/** How the calendar and the handler behind a mount have to be made, so that the answers are those of the table. */
export interface MountSetting {
  /** For `createCalendar`, beside a store that is empty. */
  readonly calendar: { readonly clock: Clock; readonly timeZone: string; readonly currency: string }
  /** For `createHandler`. */
  readonly handler: {
    readonly access: AccessPolicy
    readonly basePath: string
    readonly publicUrl: string
    readonly languages: readonly string[]
    readonly forms: boolean
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
