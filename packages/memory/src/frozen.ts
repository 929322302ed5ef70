import { noFields, type StoredRecord } from '@kalends/core/store'

/** A deep copy of plain data, deeply frozen, so that it can be returned without further copies. */
export function frozenCopy<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.is(value, noFields)) return value
  const copy: unknown = Array.isArray(value)
    ? value.map(frozenCopy)
    : Object.fromEntries(Object.entries(value).map(([key, member]) => [key, frozenCopy(member)]))
  // The copy has the members of the original, which the compiler cannot follow through entries.
  return Object.freeze(copy) as T
}

/** A frozen copy of a record; records without values of fields share the object of that member. */
export function storedCopy<R extends StoredRecord>(record: R): R {
  const { values, keys } = record.fields
  const isEmpty = Object.keys(values).length === 0 && Object.keys(keys).length === 0
  return frozenCopy(isEmpty ? { ...record, fields: noFields } : record)
}
