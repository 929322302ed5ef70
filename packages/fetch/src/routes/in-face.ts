import { isCalendarError, type Page } from '@kalends/core'
import { type JsonObject, LinkingRecord } from '../json.ts'

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

/** Codes of updates that the caller may not make. */
const denied = ['forbidden', 'unauthenticated', 'not_found', 'in_trash'] as const

/** Updates the first record that the caller may change; undefined if there is none. */
export async function firstAllowed<T>(ids: readonly number[], update: (id: number) => Promise<T>): Promise<T | undefined> {
  for (const id of ids) {
    try {
      return await update(id)
    } catch (error) {
      if (!denied.some((code) => isCalendarError(error, code))) throw error
    }
  }
  return undefined
}

/** A record as one object, as faces take it. */
export const toObject = (record: JsonObject | LinkingRecord): JsonObject => (record instanceof LinkingRecord ? record.toJSON() : record)
