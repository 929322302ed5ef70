import type { Page } from '@kalends/core'
import { type Collection, isOfTerms, linkedCollections, namesOf, overriddenNames, rename, toCamel } from './names.ts'
import { toMs, toWallMs } from './times.ts'

/** A record as sent. Only members that are read by name are listed. */
export interface WireRecord {
  readonly [name: string]: unknown
  readonly id: number
  /** An integer, or a text: an option of the service. */
  readonly author: number | string
  readonly date_utc: string
  readonly modified_utc: string
  readonly uid: string
  /** False without an image, which has no such members either. */
  readonly image: { readonly id?: number; readonly url?: string }
  /** Only events have it; null for one that does not repeat. */
  readonly recurrence?: { readonly series: number; readonly overridden: readonly (string | null)[] } | null
}

/** An event as sent. Only members that are read by name are listed. */
interface WireEvent extends WireRecord {
  readonly start_date: string
  readonly utc_start_date: string
  readonly utc_end_date: string
  readonly timezone: string
  readonly previous_start_date: string
  readonly event_status: string
  readonly cost: string
  readonly cost_details: Readonly<Record<string, unknown>>
}

/** A list as sent: the records are under the name of their collection. */
export type WireList = Readonly<Record<Collection, readonly WireRecord[]>> & { readonly total: number; readonly total_pages: number }

/** The decoded records that the events of one body link, by collection and id. As in process, events share them. */
type Linked = Record<string, object>

/**
 * A record as a calendar in process returns it. Members that a newer service adds come along under their names in camel case.
 * @param linked the records that are linked in this body; a record that it lacks is added
 * @throws TypeError the body is no record with an id greater than `afterId`
 */
export function toRecord(collection: Collection, wire: WireRecord, afterId = 0, linked: Linked = {}): object {
  // Without this check, anything could be a term, and a walk would not end if the service did not know `after_id`.
  if (typeof wire.id !== 'number' || wire.id <= afterId) throw new TypeError(`The body is no record with an id above ${afterId}.`)
  const names = namesOf[collection]
  const record = rename(wire, names.toCore)
  // Tags have no parent, and are sent without one.
  if (isOfTerms(collection)) return { parentId: 0, ...record }
  record['publishedMs'] = toMs(wire.date_utc)
  record['updatedMs'] = toMs(wire.modified_utc)
  record['authorId'] = wire.author === 0 ? '' : String(wire.author)
  record['image'] = wire.image.id ?? wire.image.url ?? null
  // A record without a uid is sent with one that is made of its id and the domain of the service, an occurrence with that of its series.
  if (wire.uid.startsWith(`${names.kind}-${wire.recurrence?.series ?? wire.id}@`)) record['uid'] = ''
  // Only events have these members.
  if (collection === 'events') addEventMembers(record, wire as WireEvent, linked)
  return record
}

function addEventMembers(record: Record<string, unknown>, wire: WireEvent, linked: Linked): void {
  const { toCore } = namesOf.events
  const { recurrence, previous_start_date: previous } = wire
  const startMs = toMs(wire.utc_start_date)
  record['startMs'] = startMs
  record['endMs'] = toMs(wire.utc_end_date)
  record['previousStartMs'] = previous === '' ? null : toWallMs(previous, wire.timezone, startMs - toMs(wire.start_date))
  record['eventStatus'] = toCamel(wire.event_status)
  record['eventStatusReason'] ??= ''
  record['cost'] = { ...rename(wire.cost_details, toCore), text: wire.cost }
  for (const name of linkedCollections) {
    record[name] = [record[name] as WireRecord].flat().map((one) => {
      const key = name + one.id
      linked[key] ??= toRecord(name, one)
      return linked[key]
    })
  }
  if (!recurrence) return
  const { series: seriesId, overridden, ...others } = recurrence
  // A service of 0.1 beside a newer one sends null for a member that it does not know.
  const known = overridden.filter((name) => name !== null)
  record['recurrence'] = { ...rename(others, toCore), seriesId, overridden: known.map(overriddenNames.toCore).sort() }
}

/** What a list was asked for. */
export interface ListInput {
  readonly page?: number | undefined
  readonly perPage?: number | undefined
  readonly afterId?: number | undefined
}

/**
 * A page of a list. The service clamps `perPage` without saying to what, so it is derived from the totals. Where the list has one page
 * alone, it is the one that was asked for.
 */
export function toPage(collection: Collection, wire: WireList, { page = 1, perPage = 35, afterId }: ListInput): Page<object> {
  const { total, total_pages: totalPages } = wire
  const linked: Linked = {}
  const items = wire[collection].map((one) => toRecord(collection, one, afterId, linked))
  const pagesBefore = totalPages - 1
  const isLast = page > pagesBefore
  // All pages but the last are full.
  const served = isLast ? (total - items.length) / pagesBefore : items.length
  return { items, page: Number(page), perPage: pagesBefore > 0 ? served : Number(perPage), total, totalPages }
}
