import { demandTrusted } from '../access/decision.ts'
import { requireKnownOptions } from '../errors/known-names.ts'
import { requireObject } from '../input/read.ts'
import { extendSeries } from '../kinds/event/series/extend.ts'
import { rezone, verifySeries } from '../kinds/event/series/writes/maintenance.ts'
import { checkFields } from '../record/check-fields.ts'
import type { CalendarContext } from '../record/context.ts'
import { beginReport, type MaintenanceReport } from '../record/maintenance-report.ts'
import { reindexFields } from '../record/reindex-fields.ts'

/** The options of all maintenance. */
export interface MaintenanceOptions {
  /** Whether to write nothing, and to report what the call would do. @default false */
  readonly dryRun?: boolean | undefined
}

/**
 * Maintenance of stored records, for the host's own code: scheduled jobs, and scripts after a change of zone rules, of declared fields, or of
 * the database by hand. Each call returns a report. `checkFields` never writes, and the others write unless `dryRun` is true: `recount` in one
 * transaction, the others in batches with a transaction each. A calendar with an actor throws `forbidden`.
 */
export interface Maintenance {
  /**
   * Recomputes the instants of all events from their wall times, after the rules of a zone have changed. Wall times stay unchanged. It reads
   * every event in batches of a hundred.
   * @throws forbidden the calendar has an actor
   */
  rezone(options?: MaintenanceOptions): Promise<MaintenanceReport>
  /**
   * Stores further occurrences of series that go on after their stored occurrences, where these end soon: for a scheduled job. Each write and
   * each list does one transaction of this, so only a calendar that is rarely used needs such a job. Each transaction stores about 250 occurrences, of at most
   * twenty series, and other work of the process runs between two of them.
   * @param options `limit` is the maximum number of series @default all
   * @throws forbidden the calendar has an actor
   * @throws TypeError the limit is not an integer of 1 or more
   */
  extendSeries(options?: MaintenanceOptions & { readonly limit?: number | undefined }): Promise<MaintenanceReport>
  /**
   * Repairs the stored occurrences of each series, after a manual change of the database. Each date needs an occurrence, whose members equal
   * those of the series unless it overrides them. A repair deletes the occurrences that have no date, except those that have ended or that
   * override members: their times become dates of the series.
   * @throws forbidden the calendar has an actor
   */
  verifySeries(options?: MaintenanceOptions): Promise<MaintenanceReport>
  /**
   * Checks the stored values of declared fields, after their schemas have changed: reads return such values as they are stored. It reads every
   * record in batches of 500, and writes nothing, with and without `dryRun`: only the host knows the right values.
   * @throws forbidden the calendar has an actor
   */
  checkFields(options?: MaintenanceOptions): Promise<MaintenanceReport>
  /**
   * Makes lists find stored values by the filters of declared fields, after `filter` was added to a field or changed. It reads every record in
   * batches of 500. Records keep their versions, because no value changes.
   * @throws forbidden the calendar has an actor
   */
  reindexFields(options?: MaintenanceOptions): Promise<MaintenanceReport>
  /**
   * Counts all events again, and corrects the stored counts that are wrong, after other code has written rows. One statement reads all events;
   * on SQLite all other calls wait for it. Stores without stored counts, such as `memoryStore`, have nothing to correct.
   * @throws forbidden the calendar has an actor
   * @throws TypeError inside a transaction on MariaDB or MySQL, unless `dryRun`
   */
  recount(options?: MaintenanceOptions): Promise<MaintenanceReport>
}

/** The maintenance of a calendar. */
export function createMaintenance(context: CalendarContext): Maintenance {
  /** Checks who calls and with which options. @returns whether it is a dry run */
  const begin = (name: keyof Maintenance, options: MaintenanceOptions, others: Readonly<Record<string, true>> = {}): boolean => {
    requireObject('options', options)
    requireKnownOptions(name, options, { dryRun: true, ...others })
    demandTrusted(context.viewer)
    return options.dryRun ?? false
  }
  return {
    rezone: async (options = {}) => rezone(context, begin('rezone', options)),
    extendSeries: async (options = {}) => {
      const dryRun = begin('extendSeries', options, { limit: true })
      const { limit = Number.MAX_SAFE_INTEGER } = options
      if (!Number.isSafeInteger(limit) || limit < 1) throw new TypeError(`limit must be an integer of 1 or more, not ${limit}`)
      return extendSeries(context, dryRun, limit)
    },
    verifySeries: async (options = {}) => verifySeries(context, begin('verifySeries', options)),
    checkFields: async (options = {}) => {
      begin('checkFields', options)
      return checkFields(context)
    },
    reindexFields: async (options = {}) => reindexFields(context, begin('reindexFields', options)),
    recount: async (options = {}) => recount(context, begin('recount', options)),
  }
}

async function recount({ store, clock }: CalendarContext, dryRun: boolean): Promise<MaintenanceReport> {
  const { counts, note, toReport } = beginReport()
  const { events, wrong } = await store.events.recount(dryRun, clock.nowMs())
  for (let i = 0; i < wrong; i++) note({ problem: 'wrong_count', kind: 'event' })
  counts.checked = events
  counts.changed = wrong
  return toReport()
}
