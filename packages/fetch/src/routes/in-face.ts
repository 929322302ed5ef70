import { type Calendar, isCalendarError, type Page } from '@kalends/core'
import type { Kind } from '@kalends/core/store'
import { type JsonObject, LinkingRecord } from '../json.ts'
import type { Compatibility, FieldValues } from '../options/compatibility.ts'

/** A page of a list; after the last one, an empty page that follows it. */
export async function listOrEmpty<T>(records: { list(input: object): Promise<Page<T>> }, input: object): Promise<Page<T>> {
  try {
    return await records.list(input)
  } catch (error) {
    if (!isCalendarError(error, 'page_out_of_range')) throw error
    const first = await records.list({ ...input, page: 1 })
    return { ...first, items: [], page: first.totalPages + 1 }
  }
}

/** A new record, as a request describes it. */
interface NewRecord<O> {
  /** The fields of the body. */
  readonly body: FieldValues
  /** The same, as the core takes them. */
  readonly fields: object
  /** The calendar with the permissions of the caller. */
  readonly calendar: Calendar
  /** The conditions of the request. */
  readonly options: O
}

/** Codes of updates that the caller may not make: the record is created then. */
const denied = ['forbidden', 'unauthenticated', 'not_found', 'in_trash'] as const

/** Updates the record that a new one of the same name replaces in a face; undefined if there is none that the caller may change. */
export async function updateTwin<T, O>(
  compatibility: Compatibility,
  kind: Kind,
  { body, fields, calendar, options }: NewRecord<O>,
  records: { update(ref: number, patch: object, options: O): Promise<T> },
): Promise<T | undefined> {
  const id = await compatibility.findTwin(kind, body, calendar)
  if (id === undefined) return undefined
  try {
    return await records.update(id, fields, options)
  } catch (error) {
    if (denied.some((code) => isCalendarError(error, code))) return undefined
    throw error
  }
}

/** A record as one object, as faces take it. */
export const toObject = (record: JsonObject | LinkingRecord): JsonObject => (record instanceof LinkingRecord ? record.toJSON() : record)
