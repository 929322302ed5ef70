import { rezone, verifySeries } from '../kinds/event/series/writes/maintenance.ts'
import { checkFields } from '../record/check-fields.ts'
import type { CalendarContext } from '../record/context.ts'
import { beginReport, type MaintenanceReport } from '../record/maintenance-report.ts'
import { reindexFields } from '../record/reindex-fields.ts'
import { beginMaintenance, createSeriesMaintenance, type MaintenanceOptions, type SeriesMaintenance } from './series-maintenance.ts'

/**
 * Maintenance of stored records, for the host's own code: scheduled jobs, and scripts after a change of zone rules, of declared fields, or of
 * the database by hand. Each call returns a report. `checkFields` never writes, and the others write unless `dryRun` is true: `recount` in one
 * transaction, the others in batches with a transaction each. A calendar with an actor throws `forbidden`.
 */
export interface Maintenance extends SeriesMaintenance {
  /**
   * Recomputes the instants of all events from their wall times, after the rules of a zone have changed. Wall times stay unchanged. It reads
   * every event in batches of a hundred.
   * @throws forbidden the calendar has an actor
   */
  rezone(options?: MaintenanceOptions): Promise<MaintenanceReport>
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
export const createMaintenance = (context: CalendarContext): Maintenance => ({
  ...createSeriesMaintenance(context),
  rezone: async (options = {}) => rezone(context, beginMaintenance(context, 'rezone', options)),
  verifySeries: async (options = {}) => verifySeries(context, beginMaintenance(context, 'verifySeries', options)),
  checkFields: async (options = {}) => {
    beginMaintenance(context, 'checkFields', options)
    return checkFields(context)
  },
  reindexFields: async (options = {}) => reindexFields(context, beginMaintenance(context, 'reindexFields', options)),
  recount: async (options = {}) => recount(context, beginMaintenance(context, 'recount', options)),
})

async function recount({ store, clock }: CalendarContext, dryRun: boolean): Promise<MaintenanceReport> {
  const { counts, note, toReport } = beginReport()
  const { events, wrong } = await store.events.recount(dryRun, clock.nowMs())
  for (let i = 0; i < wrong; i++) note({ problem: 'wrong_count', kind: 'event' })
  counts.checked = events
  counts.changed = wrong
  return toReport()
}
