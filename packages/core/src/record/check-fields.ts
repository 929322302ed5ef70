import { CalendarError } from '../errors/calendar-error.ts'
import type { Kind } from '../errors/codes.ts'
import { messageOf } from '../errors/issues.ts'
import { askSchema } from '../fields/ask-schema.ts'
import { type KindFields, kinds } from '../fields/declared.ts'
import { undeclared } from '../fields/read-values.ts'
import type { EntityId, StoredFields } from '../store/records.ts'
import type { CalendarContext } from './context.ts'
import { recordsWithFields } from './stored-records.ts'

/** The stored values that do not fit their fields. */
export interface FieldsReport {
  /** The number of records that were read. An occurrence that has the fields of its series is not read. */
  readonly checked: number
  /** The fields with such values, in the order of their first record. */
  readonly issues: readonly FieldIssues[]
}

/** The stored values of one field that do not fit it. */
export interface FieldIssues {
  /** The kind of record. */
  readonly kind: Kind
  /** The name of the field. */
  readonly field: string
  /** The number of records. */
  readonly count: number
  /** The first hundred of these records, each with the reason. */
  readonly records: readonly { readonly id: EntityId; readonly reason: string }[]
}

/** The maximum number of records that a report names for each field. */
const maxRecords = 100

/** Checks the values of all stored records: the schema of a field is asked whether it would take the stored value. */
export async function checkFields(context: CalendarContext): Promise<FieldsReport> {
  if (context.viewer.policy !== null) throw new CalendarError('forbidden', {})
  const found = new Map<
    string,
    { readonly kind: Kind; readonly field: string; count: number; readonly records: FieldIssues['records'][number][] }
  >()
  let checked = 0
  for (const kind of kinds)
    for await (const batch of recordsWithFields(context.store, kind)) {
      checked += batch.length
      for (const { id, fields } of batch)
        for (const [field, reason] of issuesOf(context.declaredFields[kind], fields.values)) {
          const key = `${kind}.${field}`
          const known = found.get(key) ?? { kind, field, count: 0, records: [] }
          known.count++
          if (known.records.length < maxRecords) known.records.push({ id, reason })
          found.set(key, known)
        }
    }
  return { checked, issues: [...found.values()] }
}

function* issuesOf(declared: KindFields, values: StoredFields['values']): Generator<readonly [field: string, reason: string]> {
  for (const field of declared.list) {
    const stored = Object.hasOwn(values, field.name) ? values[field.name] : undefined
    const { issues } = askSchema(field, stored)
    if (issues !== undefined)
      yield [field.name, stored === undefined ? messageOf({ code: 'required' }) : (issues.map(({ reason }) => messageOf(reason))[0] ?? '')]
  }
  for (const name of Object.keys(values)) if (!declared.byName.has(name)) yield [name, messageOf(undeclared)]
}
