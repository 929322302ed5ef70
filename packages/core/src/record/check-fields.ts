import { messageOf } from '../errors/issues.ts'
import { askSchema } from '../fields/ask-schema.ts'
import { type KindFields, kinds } from '../fields/declared.ts'
import { undeclared } from '../fields/read-values.ts'
import type { StoredFields } from '../store/records.ts'
import type { CalendarContext } from './context.ts'
import { beginReport, type MaintenanceReport } from './maintenance-report.ts'
import { recordsWithFields } from './stored-records.ts'

/** Checks the values of all stored records: the schema of a field is asked whether it would take the stored value. */
export async function checkFields({ store, declaredFields }: CalendarContext): Promise<MaintenanceReport> {
  const { counts, note, toReport } = beginReport()
  for (const kind of kinds)
    for await (const batch of recordsWithFields(store, kind)) {
      counts.checked += batch.length
      for (const { id, fields } of batch)
        for (const [field, detail] of issuesOf(declaredFields[kind], fields.values))
          note({ problem: 'invalid_value', kind, field, id, detail })
    }
  return toReport()
}

function* issuesOf(declared: KindFields, values: StoredFields['values']): Generator<readonly [field: string, detail: string]> {
  for (const field of declared.list) {
    const stored = Object.hasOwn(values, field.name) ? values[field.name] : undefined
    const { issues } = askSchema(field, stored)
    if (issues !== undefined)
      yield [field.name, stored === undefined ? messageOf({ code: 'required' }) : (issues.map(({ reason }) => messageOf(reason))[0] ?? '')]
  }
  for (const name of Object.keys(values)) if (!declared.byName.has(name)) yield [name, messageOf(undeclared)]
}
