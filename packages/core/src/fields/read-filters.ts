import type { Reason } from '../errors/issues.ts'
import { limits } from '../input/limits.ts'
import { type Issues, isObject } from '../input/read.ts'
import type { FieldCondition } from '../store/filters.ts'
import { compareCodePoints } from '../store/matching.ts'
import { textIssue } from '../text/plain.ts'
import { addValueIssues, askSchema } from './ask-schema.ts'
import type { DeclaredField, KindFields } from './declared.ts'
import { keysOf, toKeyRange } from './keys.ts'
import { fieldPath, undeclared } from './read-values.ts'

/**
 * Reads the member `fields` of the input of a list: by name one value, several values of which any matches, or a range.
 * @param visible the fields that the viewer may read
 * @returns undefined if there are no conditions
 */
export function readFieldFilters(input: object, visible: KindFields, issues: Issues): readonly FieldCondition[] | undefined {
  const given: unknown = Object.hasOwn(input, 'fields') ? Reflect.get(input, 'fields') : undefined
  if (given === undefined || given === null) return undefined
  if (!isObject(given)) {
    issues['fields'] = { code: 'not_an_object' }
    return undefined
  }
  const conditions: FieldCondition[] = []
  for (const [name, wanted] of Object.entries(given)) {
    if (wanted === undefined) continue
    const condition = readCondition(visible.byName.get(name), name, wanted, issues)
    if (condition !== undefined) conditions.push(condition)
  }
  return conditions.length === 0 ? undefined : conditions
}

function readCondition(field: DeclaredField | undefined, name: string, wanted: unknown, issues: Issues): FieldCondition | undefined {
  const refuse = (reason: Reason): undefined => {
    issues[fieldPath(name)] ??= reason
  }
  if (field === undefined) return refuse(undeclared)
  if (field.filter === undefined) return refuse({ code: 'not_filterable' })
  if (field.filter === 'range' && isObject(wanted)) return readRange(name, wanted, issues)
  const items: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted]
  if (items.length === 0) return refuse({ code: 'empty' })
  if (items.length > limits.list) return refuse({ code: 'too_many_items', max: limits.list })
  const keys = new Set<string>()
  for (const item of items) for (const key of readItem(field, field.filter, item, issues)) keys.add(key)
  // A schema can make several items of one value.
  if (keys.size > limits.list) return refuse({ code: 'too_many_items', max: limits.list })
  return { name, keys: [...keys].sort(compareCodePoints) }
}

/**
 * The keys of one wanted value. The schema reads it as a value of the field; if it refuses that, as a list with this one item, so that fields
 * with lists are filtered by their items.
 */
function readItem(field: DeclaredField, filter: 'is' | 'range', item: unknown, issues: Issues): readonly string[] {
  const path = fieldPath(field.name)
  const isScalar = ['string', 'number', 'boolean'].includes(typeof item)
  const answer = isScalar ? askSchema(field, item) : undefined
  const asList = answer?.issues === undefined ? undefined : askSchema(field, [item])
  const read = asList !== undefined && asList.issues === undefined ? asList : answer
  if (read?.issues !== undefined) {
    addValueIssues(issues, field.name, read.issues)
    return []
  }
  const keys = read?.value === undefined ? [] : keysOf(filter, read.value)
  if (keys.length === 0) issues[path] ??= { code: 'not_a_scalar' }
  return keys
}

/** A range, whose bounds the schema does not read: `at least 10` makes sense for a field of at least 20. */
function readRange(name: string, range: object, issues: Issues): FieldCondition | undefined {
  const refuse = (reason: Reason, member = ''): undefined => {
    issues[`${fieldPath(name)}${member}`] ??= reason
  }
  const bounds: { gte?: number | string; lte?: number | string } = {}
  for (const [member, bound] of Object.entries(range)) {
    if (bound === undefined) continue
    if (member !== 'gte' && member !== 'lte') return refuse({ code: 'not_a_range' })
    if (typeof bound !== 'string' && !(typeof bound === 'number' && Number.isFinite(bound)))
      return refuse({ code: 'not_a_bound' }, `.${member}`)
    const issue = typeof bound === 'string' ? textIssue(bound) : undefined
    if (issue !== undefined) return refuse(issue, `.${member}`)
    bounds[member] = bound
  }
  const { gte, lte } = bounds
  if (gte === undefined && lte === undefined) return refuse({ code: 'range_without_bounds' })
  if (gte !== undefined && lte !== undefined && typeof gte !== typeof lte) return refuse({ code: 'range_of_two_types' })
  return { name, range: toKeyRange(gte, lte) }
}
