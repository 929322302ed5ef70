import { isSame } from '../store/is-same.ts'
import type { StoredRecord } from '../store/records.ts'

/**
 * The members in which a stored record may differ without being changed: those that count and date its changes, and the keys that stores
 * find it by, which follow from its other members.
 */
const stamps: ReadonlySet<string> = new Set(['version', 'updatedMs', 'updatedLocal', 'nameKey', 'titleKey', 'searchText', 'fields'])

/**
 * Whether a record would be stored as it is already: then its write is no change, and writes nothing.
 * @param after the same record after the write, with every member
 */
export const isUnchanged = <R extends StoredRecord>(before: R, after: R): boolean =>
  isSame(before.fields.values, after.fields.values) &&
  Object.keys(after).every((name) => stamps.has(name) || isSame(Reflect.get(before, name), Reflect.get(after, name)))
