import { composeDeciding } from '../../../../record/composition.ts'
import type { WriteOperation } from '../../../../record/context.ts'
import type { EventRecord } from '../../../../store/records.ts'
import { linksAfter } from '../../links.ts'
import type { PreparedEventFields } from '../../record.ts'
import type { SeriesRecord } from '../keys.ts'
import { changedFields, planOccurrence, withFields } from './overrides.ts'

/** An event with the author, status, publication date, links and declared fields that it will have: policies decide by them. */
const nextEvent = async (op: WriteOperation, before: EventRecord, fields: Partial<PreparedEventFields>): Promise<EventRecord> => ({
  ...before,
  ...composeDeciding(op, fields, before),
  ...(await linksAfter(op, fields, before)),
})

/** The occurrence as policies decide by it. */
export async function nextOccurrence(
  op: WriteOperation,
  series: SeriesRecord,
  before: EventRecord,
  fields: Partial<PreparedEventFields>,
): Promise<EventRecord> {
  const next = await nextEvent(op, before, fields)
  return planOccurrence(series, before, next, { keeps: fields.recurrence?.overridden, nowMs: op.nowMs })
}

/** The series with what the caller changes in the named record, as policies decide by it. */
export async function nextSeries(
  op: WriteOperation,
  series: SeriesRecord,
  before: EventRecord,
  fields: Partial<PreparedEventFields>,
): Promise<EventRecord> {
  const next = await nextEvent(op, before, fields)
  return withFields(series, next, changedFields(before, next))
}
