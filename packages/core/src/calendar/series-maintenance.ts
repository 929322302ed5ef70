import { demandTrusted } from '../access/decision.ts'
import { requireKnownOptions } from '../errors/known-names.ts'
import { requireObject } from '../input/read.ts'
import { extendSeries } from '../kinds/event/series/extend.ts'
import type { CalendarContext } from '../record/context.ts'
import type { MaintenanceReport } from '../record/maintenance-report.ts'

/** The options of all maintenance. */
export interface MaintenanceOptions {
  /** Whether to write nothing, and to report what the call would do. @default false */
  readonly dryRun?: boolean | undefined
}

/** The maintenance that a calendar with endless series needs. */
export interface SeriesMaintenance {
  /**
   * Stores further occurrences of series that go on after their stored occurrences, where these end soon: for a scheduled job. Each write and
   * each list does one transaction of this, so only a calendar that is rarely used needs such a job. Each transaction stores about 250 occurrences, of at most
   * twenty series, and other work of the process runs between two of them.
   * @param options `limit` is the maximum number of series @default all
   * @throws forbidden the calendar has an actor
   * @throws TypeError the limit is not an integer of 1 or more
   */
  extendSeries(options?: MaintenanceOptions & { readonly limit?: number | undefined }): Promise<MaintenanceReport>
}

/**
 * Checks who calls and with which options.
 * @returns whether it is a dry run
 * @throws forbidden the calendar has an actor
 * @throws TypeError an option is unknown
 */
export function beginMaintenance(
  context: CalendarContext,
  name: string,
  options: MaintenanceOptions,
  others: Readonly<Record<string, true>> = {},
): boolean {
  requireObject('options', options)
  requireKnownOptions(name, options, { dryRun: true, ...others })
  demandTrusted(context.viewer)
  return options.dryRun ?? false
}

/** The maintenance of series. */
export const createSeriesMaintenance = (context: CalendarContext): SeriesMaintenance => ({
  extendSeries: async (options = {}) => {
    const dryRun = beginMaintenance(context, 'extendSeries', options, { limit: true })
    const { limit = Number.MAX_SAFE_INTEGER } = options
    if (!Number.isSafeInteger(limit) || limit < 1) throw new TypeError(`limit must be an integer of 1 or more, not ${limit}`)
    return extendSeries(context, dryRun, limit)
  },
})
