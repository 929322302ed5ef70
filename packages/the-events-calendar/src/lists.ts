import type { JsonObject, JsonValue } from '@kalends/fetch'
import { isObject } from '@kalends/fetch/internal'
import type { QueryValues } from './values.ts'

/** The names that `_fields` selects; undefined without the parameter. */
function namesOf({ selection }: QueryValues): ReadonlySet<string> | undefined {
  const names = [selection ?? []].flat().flatMap((text) => text.split(',').map((name) => name.trim()))
  return names.length === 0 ? undefined : new Set(names.filter((name) => name !== ''))
}

const select = (record: JsonObject, names: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)))

/** Returns a record with the members that `_fields` names. */
export function selectOfRecord(record: JsonObject, query: QueryValues): JsonObject {
  const names = namesOf(query)
  return names === undefined ? record : select(record, names)
}

/** The headers of a list: the totals are sent under their older names, too. */
export function toListHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { 'X-TEC-Total': total, 'X-TEC-TotalPages': totalPages } = headers
  const totals = { ...(total !== undefined && { 'X-WP-Total': total }), ...(totalPages !== undefined && { 'X-WP-TotalPages': totalPages }) }
  return { ...headers, ...totals }
}

/**
 * Returns a list with the members that `_fields` names: members of the envelope, such as `total`, select from the envelope, and all others
 * from the records.
 */
export function selectOfList(body: JsonObject, query: QueryValues): JsonObject {
  const names = namesOf(query)
  return names === undefined ? body : selectOf(body, names)
}

function selectOf(body: JsonObject, names: ReadonlySet<string>): JsonObject {
  const ofEnvelope = new Set([...names].filter((name) => Object.hasOwn(body, name)))
  const ofRecords = new Set([...names].filter((name) => !ofEnvelope.has(name)))
  const members = Object.entries(ofEnvelope.size === 0 || ofRecords.size > 0 ? body : select(body, ofEnvelope))
  const isKept = (name: string, value: JsonValue): boolean => ofEnvelope.size === 0 || ofEnvelope.has(name) || Array.isArray(value)
  return Object.fromEntries(
    members
      .filter(([name, value]) => isKept(name, value))
      .map(([name, value]) => [name, ofRecords.size > 0 ? selectOfAll(value, ofRecords) : value]),
  )
}

const selectOfAll = (value: JsonValue, names: ReadonlySet<string>): JsonValue =>
  Array.isArray(value) ? value.map((item: JsonValue) => (isObject(item) ? select(item, names) : item)) : value
