import type { Reason } from '../errors/issues.ts'
import { limits } from '../input/limits.ts'
import { type Issues, isObject } from '../input/read.ts'
import type { JsonValue } from '../store/records.ts'
import { truncateCodePoints } from '../text/plain.ts'
import { addValueIssues, askSchema } from './ask-schema.ts'
import type { DeclaredField, KindFields } from './declared.ts'
import { isList } from './keys.ts'

/** The validated fields of an input. */
export interface FieldChanges {
  /** The fields of the kind, those that the viewer may not read included. */
  readonly declared: KindFields
  /** The given values by name; undefined for a field that is cleared. */
  readonly given: ReadonlyMap<string, JsonValue | undefined>
  /** The values that a new record gets for fields that are not given. */
  readonly defaults: ReadonlyMap<string, JsonValue>
}

/** The reason for a name that is no field, or none that the viewer may read. */
export const undeclared: Reason = { code: 'undeclared_field' }

/** The longest name in an issue: longer ones are cut. */
const shownName = 60

/** The path of a field in issues. */
export const fieldPath = (name: string): string => `fields.${truncateCodePoints(name, shownName)}`

/** The fields of the kind of an input. */
export interface FieldsInputOptions {
  /** All fields of the kind. */
  readonly declared: KindFields
  /** The fields that the viewer may read: the others do not exist for them. */
  readonly visible: KindFields
  /** Whether the record is new: then required fields have to be given. */
  readonly isNew: boolean
  /** Receives an issue for each required field that is not given. @default the issues of the input */
  readonly missing?: Issues | undefined
}

/**
 * Reads the member `fields` of an input. Undefined values count as absent, and null clears a field.
 * @returns undefined if the kind has no fields, or the patch names none
 */
export function readFieldValues(input: object, options: FieldsInputOptions, issues: Issues): FieldChanges | undefined {
  const { declared, visible, isNew, missing = issues } = options
  // Most calendars have no fields, and their inputs name none.
  if (declared.list.length === 0 && !Object.hasOwn(input, 'fields')) return undefined
  const given = readGiven(input, visible, issues)
  if (declared.list.length === 0 || (!isNew && given.size === 0)) return undefined
  const defaults = new Map<string, JsonValue>()
  if (isNew) for (const field of declared.list) if (!given.has(field.name)) addDefault(defaults, field, visible, missing)
  return { declared, given, defaults }
}

function readGiven(input: object, visible: KindFields, issues: Issues): Map<string, JsonValue | undefined> {
  const given = new Map<string, JsonValue | undefined>()
  const values: unknown = Object.hasOwn(input, 'fields') ? Reflect.get(input, 'fields') : undefined
  if (values === undefined || values === null) return given
  if (!isObject(values)) {
    issues['fields'] = { code: 'not_an_object' }
    return given
  }
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue
    const field = visible.byName.get(name)
    if (field === undefined) issues[fieldPath(name)] ??= undeclared
    else given.set(name, value === null ? readCleared(field, issues) : readValue(field, value, issues))
  }
  return given
}

function readValue(field: DeclaredField, given: unknown, issues: Issues): JsonValue | undefined {
  const answer = askSchema(field, given)
  if (answer.issues !== undefined) {
    addValueIssues(issues, field.name, answer.issues)
    return undefined
  }
  checkItems(field, answer.value, issues)
  return answer.value
}

/** The value of a cleared field: that of an absent one; null where the schema needs a value and takes null as one. */
function readCleared(field: DeclaredField, issues: Issues): JsonValue | undefined {
  const absent = askSchema(field, undefined)
  if (absent.issues === undefined) return absent.value
  const empty = askSchema(field, null)
  if (empty.issues === undefined) return empty.value
  issues[fieldPath(field.name)] ??= { code: 'required' }
  return undefined
}

/** A field that the viewer may not read cannot be required of them. */
function addDefault(defaults: Map<string, JsonValue>, field: DeclaredField, visible: KindFields, issues: Issues): void {
  const { name } = field
  const absent = askSchema(field, undefined)
  if (absent.issues === undefined) {
    if (absent.value !== undefined) defaults.set(name, absent.value)
  } else if (visible.byName.has(name)) issues[fieldPath(name)] ??= { code: 'required' }
}

/** Lists are filtered by the items of a value, and each of them is a row in a store. */
function checkItems({ name, filter }: DeclaredField, value: JsonValue | undefined, issues: Issues): void {
  if (filter !== undefined && value !== undefined && isList(value) && value.length > limits.list)
    issues[fieldPath(name)] ??= { code: 'too_many_items', max: limits.list }
}
