import type { Kind } from '../errors/codes.ts'
import { requireKnownOptions } from '../errors/known-names.ts'
import { isObject } from '../input/read.ts'
import type { FieldDefinition } from './definition.ts'

/** A declared field with its name. */
export interface DeclaredField extends FieldDefinition {
  /** The name, as in records, inputs and filters. */
  readonly name: string
}

/** The fields of one kind. */
export interface KindFields {
  /** The fields in the order of their declaration. */
  readonly list: readonly DeclaredField[]
  /** The same fields by name. */
  readonly byName: ReadonlyMap<string, DeclaredField>
}

/** The fields of each kind. */
export type FieldsByKind = Readonly<Record<Kind, KindFields>>

/** The kinds of record. */
export const kinds: readonly Kind[] = Object.freeze(['event', 'venue', 'organizer', 'category', 'tag'])

const kindNames: Readonly<Record<Kind, true>> = { event: true, venue: true, organizer: true, category: true, tag: true }

const optionNames: Readonly<Record<keyof FieldDefinition, true>> = {
  schema: true,
  filter: true,
  readable: true,
  access: true,
  description: true,
}

const maxFields = 50
const maxFilters = 10

/** Names without a capital or a digit at the beginning, so that they need no quotes in any language. */
const validName = /^[a-z][A-Za-z0-9]{0,39}$/

/** Names of members that every object inherits: a client would find them on records that lack the field. */
const inheritedNames = new Set(Object.getOwnPropertyNames(Object.prototype))

/** The fields of every kind without fields. */
export const noneOfKind: KindFields = Object.freeze({ list: Object.freeze([]), byName: new Map() })

/** No fields. */
export const noDeclaredFields: FieldsByKind = Object.freeze({
  event: noneOfKind,
  venue: noneOfKind,
  organizer: noneOfKind,
  category: noneOfKind,
  tag: noneOfKind,
})

/** The fields in a list, with their index by name. */
export const toKindFields = (list: readonly DeclaredField[]): KindFields =>
  list.length === 0 ? noneOfKind : Object.freeze({ list: Object.freeze(list), byName: new Map(list.map((field) => [field.name, field])) })

/**
 * Reads the option `fields` of a calendar; callers without types may pass anything.
 * @throws TypeError a kind, a name or a definition is invalid
 */
export function readDeclaredFields(option: unknown): FieldsByKind {
  if (option === undefined) return noDeclaredFields
  if (!isObject(option)) throw new TypeError('fields must be an object of fields by kind, such as { event: { level: { schema } } }')
  requireKnownOptions('fields', option, kindNames)
  const byKind: Record<Kind, KindFields> = { ...noDeclaredFields }
  for (const kind of kinds) byKind[kind] = readKind(kind, Reflect.get(option, kind))
  return Object.freeze(byKind)
}

function readKind(kind: Kind, given: unknown): KindFields {
  if (given === undefined) return noneOfKind
  if (!isObject(given)) throw new TypeError(`fields.${kind} must be an object of fields by name`)
  const list = Object.entries(given).map(([name, definition]) => readDefinition(kind, name, definition))
  if (list.length > maxFields) throw new TypeError(`fields.${kind} must have at most ${maxFields} fields, not ${list.length}`)
  const filters = list.filter(({ filter }) => filter !== undefined).length
  if (filters > maxFilters) throw new TypeError(`fields.${kind} must have at most ${maxFilters} fields with a filter, not ${filters}`)
  return toKindFields(list)
}

function readDefinition(kind: Kind, name: string, given: unknown): DeclaredField {
  const path = `fields.${kind}.${name}`
  if (!validName.test(name) || inheritedNames.has(name))
    throw new TypeError(
      `${path} must have a name of a letter from a to z and up to 39 letters and digits, which is no name of every object`,
    )
  if (!isObject(given)) throw new TypeError(`${path} must be an object with a schema`)
  requireKnownOptions(path, given, optionNames)
  const { schema, filter, readable, access, description }: Readonly<Record<string, unknown>> = { ...given }
  if (!isSchema(schema)) throw new TypeError(`${path}.schema must be a Standard Schema, such as one of zod`)
  if (filter !== undefined && filter !== 'is' && filter !== 'range')
    throw new TypeError(`${path}.filter must be is or range, not ${String(filter)}`)
  if (readable !== undefined && typeof readable !== 'function') throw new TypeError(`${path}.readable must be a function`)
  if (access !== undefined && typeof access !== 'boolean') throw new TypeError(`${path}.access must be true or false`)
  if (access === true && (kind === 'category' || kind === 'tag'))
    throw new TypeError(`${path}.access must not be true: access policies see fields of events, venues and organizers alone`)
  if (description !== undefined && typeof description !== 'string') throw new TypeError(`${path}.description must be a text`)
  return Object.freeze({
    name,
    schema,
    filter,
    // A function of the host: its parameter is the actor, whatever it does with it.
    readable: readable as FieldDefinition['readable'],
    access,
    description,
  })
}

/** Whether a value is a Standard Schema. Those of ArkType are functions. */
function isSchema(value: unknown): value is FieldDefinition['schema'] {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false
  const standard: unknown = Reflect.get(value, '~standard')
  return isObject(standard) && typeof Reflect.get(standard, 'validate') === 'function'
}
