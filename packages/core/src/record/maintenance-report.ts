import type { Kind } from '../errors/codes.ts'
import type { EntityId } from '../store/records.ts'

/**
 * What a call of `calendar.maintenance` finds:
 * - `stale_times`: the instants of an event differ under the current rules of its zone
 * - `short_series`: the stored occurrences of a series end soon, and the series goes on
 * - `missing_occurrence`: a date of a series has none; the record is the series, `detail` the wall time of the date
 * - `surplus_occurrence`: an occurrence has no date of its series, or has the date of another one
 * - `different_occurrence`: an occurrence differs from its series in a member that it does not override
 * - `invalid_value`: a stored value does not fit its declared field; `detail` is the reason
 * - `stale_keys`: lists do not find a record by the filters of its fields
 * - `venue_busy`: an event that the call has stored or moved overlaps others at an exclusive venue; `detail` is its start
 * - `wrong_count`: a stored count of events is wrong; it belongs to no record
 */
export type MaintenanceProblem =
  | 'stale_times'
  | 'short_series'
  | 'missing_occurrence'
  | 'surplus_occurrence'
  | 'different_occurrence'
  | 'invalid_value'
  | 'stale_keys'
  | 'venue_busy'
  | 'wrong_count'

/** The records with one problem. */
export interface MaintenanceFinding {
  /** The problem. */
  readonly problem: MaintenanceProblem
  /** The kind of record. */
  readonly kind: Kind
  /** The declared field that has the problem; absent for problems of whole records. */
  readonly field?: string
  /** How often the problem was found. */
  readonly count: number
  /** The first hundred of them. */
  readonly records: readonly { readonly id: EntityId; readonly detail?: string }[]
}

/** The result of every call of `calendar.maintenance`. With `dryRun` the numbers say what the call would have done. */
export interface MaintenanceReport {
  /**
   * The number of events that `rezone` and `recount` have read, of series for `verifySeries`, of series that were due for `extendSeries`, and of
   * records of all kinds for `checkFields` and `reindexFields`.
   */
  readonly checked: number
  /** The number of records, or for `recount` of stored counts, that were changed. */
  readonly changed: number
  /** The number of occurrences that were stored. */
  readonly added: number
  /** The number of occurrences that were deleted. */
  readonly deleted: number
  /** The problems, each with its records. */
  readonly findings: readonly MaintenanceFinding[]
}

/** The maximum number of records that a finding names. */
const maxRecords = 100

/** A problem of one record. */
export interface Found extends Pick<MaintenanceFinding, 'problem' | 'kind' | 'field'> {
  /** The record; absent for a problem of no record. */
  readonly id?: EntityId
  /** What is wrong with it. */
  readonly detail?: string
}

/** A report in the making. */
export interface ReportDraft {
  /** The numbers so far. */
  readonly counts: { checked: number; changed: number; added: number; deleted: number }
  /** Adds a problem. */
  note(found: Found): void
  /** The report of all that was counted and noted. */
  toReport(): MaintenanceReport
}

/** Begins an empty report. */
export function beginReport(): ReportDraft {
  const counts = { checked: 0, changed: 0, added: 0, deleted: 0 }
  const findings = new Map<string, MaintenanceFinding & { count: number; readonly records: MaintenanceFinding['records'][number][] }>()
  return {
    counts,
    note: ({ id, detail, ...found }) => {
      const key = JSON.stringify([found.problem, found.kind, found.field])
      const known = findings.get(key) ?? { ...found, count: 0, records: [] }
      findings.set(key, known)
      known.count++
      if (id !== undefined && known.records.length < maxRecords) known.records.push({ id, ...(detail !== undefined && { detail }) })
    },
    toReport: () => ({ ...counts, findings: [...findings.values()] }),
  }
}
