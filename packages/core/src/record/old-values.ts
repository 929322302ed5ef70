import { byteLength } from '../fields/compose-fields.ts'
import type { FieldsByKind } from '../fields/declared.ts'
import { isSame } from '../store/is-same.ts'
import type { EventRecord, JsonValue, StoredFields, StoredPoint, StoredRecord, StoredRecurrence } from '../store/records.ts'
import { truncateCodePoints } from '../text/plain.ts'
import { untrashedSlug } from '../text/slug.ts'
import { instantsShowing, localToUtcMs } from '../time/wall-time.ts'
import { toUtcTime, toWireTime } from './publication.ts'

/** Values of a record by the names of the input that writes them: an update with them gives the record these values. */
export interface InputValues {
  readonly [member: string]: JsonValue
}

/** The old values of a write, as the log has them. */
export interface OldValues {
  /** The values before the write of the members that it has changed. */
  readonly values: InputValues
  /** The members whose values are cut; absent for none. */
  readonly cut?: readonly string[]
  /** The declared fields whose values are not kept, by their names; absent for none. */
  readonly lost?: readonly string[]
}

/** The longest old values of one write, in bytes of JSON. */
const maxBytes = 16_384
/** The longest old values of the fields that not everybody may read, in bytes of JSON; each of these fields has an equal part of it. */
const maxRestrictedBytes = 4_096
/** The length to which a text is cut, in code points. */
const cutLength = 1_000

/** The members that no input gives, and those that follow from others. */
const derived: ReadonlySet<string> = new Set<string>([
  ...[
    'id',
    'version',
    'createdMs',
    'updatedMs',
    'updatedLocal',
    'statusBeforeTrash',
    'publishedLocal',
    'searchText',
    'titleKey',
    'nameKey',
  ],
  ...['previousStartLocal', 'previousStartMs', 'role', 'seriesId', 'occurrenceKey', 'overridden', 'extendedTo'],
  ...['ancestorIds', 'known', 'taxonomy'],
])

type Reader = (value: never, record: StoredRecord) => InputValues

const renamed =
  (name: string): Reader =>
  (value: readonly number[]) => ({ [name]: value })

/** The readers of the members whose input has other names or other values. */
const readers: Readonly<Record<string, Reader>> = {
  slug: (slug: string) => ({ slug: untrashedSlug(slug) }),
  publishedMs: (ms: number) => ({ publishedUtc: toUtcTime(ms) }),
  venueIds: renamed('venues'),
  organizerIds: renamed('organizers'),
  categoryIds: renamed('categories'),
  tagIds: renamed('tags'),
  times: ({ allDay, timeZone, startLocal, startMs, endLocal, endMs }: EventRecord['times'], record) => {
    const isExact = !allDay && Reflect.get(record, 'role') !== 'series'
    const textOf = (local: string, ms: number): string => toWireTime(local) + (isExact ? repeatedOffset(local, timeZone, ms) : '')
    return { startDate: textOf(startLocal, startMs), endDate: textOf(endLocal, endMs), timeZone, allDay }
  },
  point: (point: StoredPoint | null) => ({ geoLat: point?.lat ?? null, geoLng: point?.lng ?? null }),
  recurrence: (recurrence: StoredRecurrence | null) => ({
    recurrence: recurrence && {
      rule: recurrence.rule,
      dates: recurrence.dates.map(toWireTime),
      except: recurrence.except.map(toWireTime),
    },
  }),
  fields: ({ values }: StoredFields) => ({ fields: values }),
}

/** The offset of an instant in a repeated hour, such as `+01:00`; empty for others, whose wall time says all. */
function repeatedOffset(local: string, timeZone: string, ms: number): string {
  if (instantsShowing(local, timeZone).length < 2) return ''
  const minutes = Math.round((localToUtcMs(local) - ms) / 60_000)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

/** The values of one stored member, by the names of the input. */
function readMember(record: StoredRecord, name: string): InputValues {
  const value: unknown = Reflect.get(record, name)
  // Each reader is in the table under the name of the member that it reads; other members are texts, numbers, booleans and their objects.
  return readers[name]?.(value as never, record) ?? { [name]: value as JsonValue }
}

/** The values of all members of a record, by the names of the input. */
export function toInputValues(record: StoredRecord): InputValues {
  const values: Record<string, JsonValue> = {}
  for (const name of Object.keys(record)) if (!derived.has(name)) Object.assign(values, readMember(record, name))
  return values
}

/** The values that a write changes, as they were before it. Of the declared fields, those that it changes; null for one without a value. */
export function changedValues(before: StoredRecord, after: StoredRecord): InputValues {
  const changed: Record<string, JsonValue> = {}
  for (const name of Object.keys(after)) {
    if (derived.has(name) || isSame(Reflect.get(before, name), Reflect.get(after, name))) continue
    const [old, next] = [readMember(before, name), readMember(after, name)]
    for (const [member, value] of Object.entries(old)) if (!isSame(value, next[member])) changed[member] = value
  }
  if (changed['fields'] !== undefined) changed['fields'] = changedFieldValues(before.fields.values, after.fields.values)
  return changed
}

function changedFieldValues(before: StoredFields['values'], after: StoredFields['values']): StoredFields['values'] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !isSame(before[name], after[name]))
  return Object.fromEntries(names.map((name) => [name, before[name] ?? null]))
}

/**
 * The old values of a write as the log has them: JSON of at most 16 kB. The longest values are cut to a thousand code points, or to null.
 * Fields that not everybody may read have limits of their own: what is kept of the others must not depend on their values.
 */
export function toOldValuesText(before: StoredRecord, after: StoredRecord, declared: FieldsByKind): string {
  const values: Record<string, JsonValue> = { ...changedValues(before, after) }
  const limits = restrictedFields(declared)
  const { fields } = values
  const [restricted, lost] = isObject(fields) && limits.names.size > 0 ? takeRestricted(fields, limits) : [{}, []]
  if (isObject(fields)) values['fields'] = Object.fromEntries(Object.entries(fields).filter(([name]) => !limits.names.has(name)))
  const { cut } = cutLongest(values, maxBytes - limits.bytes)
  if (Object.keys(restricted).length > 0) values['fields'] = { ...(isObject(values['fields']) ? values['fields'] : {}), ...restricted }
  return JSON.stringify({ values, ...(cut.length > 0 && { cut }), ...(lost.length > 0 && { lost }) })
}

/** Cuts the longest values until all of them have at most so many bytes. @returns the names of those that were cut */
function cutLongest(values: Record<string, JsonValue>, most: number): { readonly cut: readonly string[] } {
  const isFitting = (cut: readonly string[]): boolean => isShort(JSON.stringify(cut.length > 0 ? { values, cut } : { values }), most)
  const cut: string[] = []
  if (isFitting(cut)) return { cut }
  const lengthOf = (name: string): number => JSON.stringify(values[name]).length
  for (const name of Object.keys(values).toSorted((a, b) => lengthOf(b) - lengthOf(a))) {
    const value = values[name]
    values[name] = typeof value === 'string' ? truncateCodePoints(value, cutLength) : null
    cut.push(name)
    if (isFitting(cut)) return { cut }
  }
  for (const name of cut) delete values[name]
  return { cut }
}

/** The fields that not everybody may read, of any kind. */
interface RestrictedFields {
  readonly names: ReadonlySet<string>
  /** The most bytes of the old values of all of them; 0 without such fields. */
  readonly bytes: number
}

const knownRestricted = new WeakMap<FieldsByKind, RestrictedFields>()

function restrictedFields(declared: FieldsByKind): RestrictedFields {
  const known = knownRestricted.get(declared)
  if (known !== undefined) return known
  const names = new Set(Object.values(declared).flatMap(({ list }) => list.flatMap(({ name, readable }) => (readable ? [name] : []))))
  const restricted = { names, bytes: names.size === 0 ? 0 : maxRestrictedBytes }
  knownRestricted.set(declared, restricted)
  return restricted
}

/** The restricted fields among some, with null for a long value, and the names of those. */
function takeRestricted(fields: InputValues, { names, bytes }: RestrictedFields): readonly [values: InputValues, lost: readonly string[]] {
  const own = Object.entries(fields).filter(([name]) => names.has(name))
  const lost = own.flatMap(([name, value]) => (isShort(JSON.stringify({ [name]: value }), Math.floor(bytes / names.size)) ? [] : [name]))
  return [Object.fromEntries(own.map(([name, value]) => [name, lost.includes(name) ? null : value])), lost]
}

/** Whether a value is an object of JSON. */
export const isObject = (value: JsonValue | undefined): value is { readonly [name: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A code unit has at most three bytes. */
const isShort = (text: string, most: number): boolean => text.length * 3 <= most || byteLength(text) <= most
