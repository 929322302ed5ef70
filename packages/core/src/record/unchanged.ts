import type { RecordKeys, TextKeys } from '../store/contract.ts'
import { isSame } from '../store/is-same.ts'
import type { StoredRecord } from '../store/records.ts'

/** The members that count and date the changes of a record. */
const stamps: ReadonlySet<string> = new Set(['version', 'updatedMs', 'updatedLocal'])

/** The keys of a record, by which stores find and order it: they follow from its other members. */
const textKeys: ReadonlySet<string> = new Set<keyof TextKeys>(['nameKey', 'titleKey', 'searchText'])

/** Whether a member is a key. The names of terms are unique by their key: another one is a change, which the store may refuse. */
const isKey = (record: object, name: string): boolean => textKeys.has(name) && !(name === 'nameKey' && 'taxonomy' in record)

/**
 * Whether a write would store an equal record: then it is no change, and writes nothing.
 * @param after the same record after the write, with every member
 */
export function isUnchanged<R extends StoredRecord>(before: R, after: R): boolean {
  // A loop: a long series compares thousands of members.
  for (const name of Object.keys(after)) {
    const [stored, next]: readonly [unknown, unknown] = [Reflect.get(before, name), Reflect.get(after, name)]
    const isEqual = Object.is(stored, next) || stamps.has(name) || name === 'fields' || isSame(stored, next) || isKey(after, name)
    if (!isEqual) return false
  }
  return isSame(before.fields.values, after.fields.values)
}

/**
 * The keys of an unchanged record that differ from the stored ones: its texts are folded in another way than before, or its declared fields
 * have other filters.
 * @returns undefined if all keys are the stored ones
 */
export function staleKeys<R extends StoredRecord>(before: R, after: R): RecordKeys | undefined {
  const stale = [...textKeys].filter((key) => isKey(after, key) && Reflect.get(before, key) !== Reflect.get(after, key))
  const { id, version } = before
  const { keys } = after.fields
  if (stale.length === 0 && isSame(keys, before.fields.keys)) return undefined
  return { id, version, keys, texts: Object.fromEntries(stale.map((key) => [key, Reflect.get(after, key)])) }
}
