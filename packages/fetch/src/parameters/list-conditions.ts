import type { Calendar } from '@kalends/core'
import { type DeclaredField, fieldPath, type Issues, internals, limits, readFieldFilters } from '@kalends/core/internal'
import type { Kind } from '@kalends/core/store'
import type { Settings } from '../options/settings.ts'
import type { FieldFilters, FieldTexts } from './field-filters.ts'
import { toBound, toFilterValue } from './field-texts.ts'
import { toUidRefs } from './generated-uid.ts'
import { type Parameter, parametersIn } from './parameter.ts'
import { ensureNoIssues, type QueryInput } from './query.ts'

/** What the conditions of a list depend on. */
interface ListContext {
  readonly calendar: Calendar
  readonly fieldFilters: FieldFilters
  readonly query: QueryInput['values']
  readonly settings: Pick<Settings, 'uidDomain' | 'authorIds'>
}

/**
 * The conditions of a list that are no filters of its kind as the core takes them: those on declared fields, and on uids that this handler
 * makes. Read them before the other filters: the error names every issue.
 * @param args the other filters of the list
 * @throws invalid_input a field is unknown to the caller, has no filter, or refuses a value
 */
export function listConditions({ calendar, fieldFilters, query, settings }: ListContext, kind: Kind, args: readonly Parameter[]): object {
  const { uids } = query
  const named = uids === undefined ? {} : { uids: toUidRefs(uids, kind, settings.uidDomain) }
  if (fieldFilters.size === 0) return named
  const visible = internals(calendar).visibleFields()[kind]
  const issues: Issues = {}
  const entries = [...fieldFilters].map(([name, texts]) => [name, toCondition(visible.byName.get(name), name, texts, issues)])
  const fields: object = Object.fromEntries(entries)
  readFieldFilters({ fields }, visible, issues)
  ensureNoIssues(issues, parametersIn(args, settings), query)
  return { ...named, fields }
}

/** The condition on a field, as the core takes it. The core itself refuses unknown fields and those without a filter. */
function toCondition(field: DeclaredField | undefined, name: string, { values, gte, lte }: FieldTexts, issues: Issues): unknown {
  // A list that is too long is refused anyway, so it is not converted.
  if (field?.filter === undefined || values.length > limits.list) return values
  if (values.length > 0) return values.map((text) => toFilterValue(field, text))
  const path = fieldPath(name)
  if (field.filter !== 'range') issues[path] = { code: 'filter_without_range' }
  const bound = (text: string | undefined): string | number | undefined => {
    const value = text === undefined ? undefined : toBound(field, text)
    if (text !== undefined && value === undefined) issues[path] ??= { code: 'not_a_number' }
    return value
  }
  return { gte: bound(gte), lte: bound(lte) }
}
