import { limits } from '../input/limits.ts'
import { compareCodePoints } from '../store/matching.ts'
import type { JsonValue, StoredFields } from '../store/records.ts'
import { foldKey } from '../text/fold.ts'
import { truncateCodePoints } from '../text/plain.ts'
import type { DeclaredField } from './declared.ts'

/**
 * The keys by which stores find the values of fields. The first character is the type, so that values of different types never meet:
 * `b` booleans, `n` numbers, `s` folded texts, `t` texts as they are.
 */

/** How many code points of a text are compared. */
const textLength = 200

/** The types of keys, each followed by the next one: the end of all keys of the type. */
const endOfType: Readonly<Record<string, string>> = { n: 'o', t: 'u' }

/** The smallest character of a text. Other control characters are refused. */
const smallest = '\t'

/** The key of a single value; undefined for null, lists and objects, which have none. */
export function toKey(filter: 'is' | 'range', value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'b1' : 'b0'
  if (typeof value === 'number') return Number.isFinite(value) ? `n${sortableNumber(value)}` : undefined
  if (typeof value !== 'string') return undefined
  return filter === 'is' ? `s${truncateCodePoints(foldKey(value), textLength)}` : `t${truncateCodePoints(value, textLength)}`
}

const bits = new DataView(new ArrayBuffer(8))

/**
 * A number as 16 hexadecimal digits whose order is that of the numbers: the bits of a double are ordered like integers if those of negative
 * numbers are inverted, and the sign of the others is set. Zero has one form.
 */
function sortableNumber(value: number): string {
  bits.setFloat64(0, value + 0)
  const [high, low] = [bits.getUint32(0), bits.getUint32(4)]
  const isNegative = high >>> 31 === 1
  return toHex(isNegative ? ~high : high ^ 0x80000000) + toHex(isNegative ? ~low : low)
}

const toHex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0')

/** The keys of a value: one, or one for each different item of a list; sorted. At most {@link limits}`.list`. */
export function keysOf(filter: 'is' | 'range', value: JsonValue): readonly string[] {
  const items: readonly JsonValue[] = isList(value) ? value : [value]
  const keys = new Set<string>()
  for (const item of items) {
    const key = toKey(filter, item)
    if (key !== undefined) keys.add(key)
    if (keys.size === limits.list) break
  }
  return [...keys].sort(compareCodePoints)
}

/** Array.isArray does not narrow to a readonly list. */
export const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

/** The keys of all fields with a filter. */
export function keysOfValues(fields: readonly DeclaredField[], values: StoredFields['values']): StoredFields['keys'] {
  const keys: Record<string, readonly string[]> = {}
  for (const { name, filter } of fields) {
    const value = filter !== undefined && Object.hasOwn(values, name) ? values[name] : undefined
    if (filter === undefined || value === undefined) continue
    const own = keysOf(filter, value)
    if (own.length > 0) keys[name] = own
  }
  return keys
}

/** The keys from one value to another, both included, as the half-open range of a store. Both are of one type, and one of them is given. */
export function toKeyRange(
  gte: number | string | undefined,
  lte: number | string | undefined,
): { readonly gte: string; readonly lt: string } {
  const from = gte === undefined ? undefined : toKey('range', gte)
  const to = lte === undefined ? undefined : toKey('range', lte)
  const type = (from ?? to ?? '').charAt(0)
  // No text lies between a text and the same one with the smallest character behind it.
  return { gte: from ?? type, lt: to === undefined ? (endOfType[type] ?? type) : `${to}${smallest}` }
}
