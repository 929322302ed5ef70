import type { Item, OpenItems, RecordIds } from '../../cache/items.ts'
import type { Page } from '../../paging/page.ts'
import { beginOperation, type CalendarContext, type Operation } from '../../record/context.ts'
import { listPage } from '../../record/listing.ts'
import { loadForReading, readList } from '../../record/reads.ts'
import type { FindQuery } from '../../store/contract.ts'
import type { EventFilter, EventSort } from '../../store/filters.ts'
import { isReadable } from '../../store/matching.ts'
import type { EntityId, EventRecord } from '../../store/records.ts'
import { eventReads } from './reads.ts'
import type { Event } from './view.ts'

/** How a caller encodes events. */
export interface EventEncoder {
  /** Identifies the form: everything that the bytes depend on besides the event. */
  readonly encoding: string
  /** Encodes events, each by itself. */
  encode(events: readonly Event[]): Promise<readonly Item[]>
}

/** An event as an item. */
export interface EventItem {
  /** Its id. */
  readonly id: EntityId
  /** Its bytes. */
  readonly item: Item
}

/**
 * One page of a list, with its events as items: cached ones, and new ones for the other events. Null where nothing may be cached, as in
 * transactions.
 * @throws the errors of `events.list`
 */
export async function listEventItems(context: CalendarContext, input: object, encoder: EventEncoder): Promise<Page<EventItem> | null> {
  const items = await context.openItems?.(encoder.encoding)
  if (items === undefined) return null
  const op = beginOperation(context)
  const fields = readList(op, eventReads, input)
  const request = { kind: eventReads.kind, collection: op.store.events, query: await eventReads.query(op, fields), fields }
  return listPage(op, request, (query) => readItems(op, query, items, encoder))
}

/**
 * An event by its id, as an item. Null where nothing may be cached.
 * @throws the errors of `events.get`
 */
export async function getEventItem(context: CalendarContext, id: EntityId, encoder: EventEncoder): Promise<Item | null> {
  const items = await context.openItems?.(encoder.encoding)
  if (items === undefined) return null
  const known = items.get(id)
  if (known !== undefined) return known
  const op = beginOperation(context)
  const [made] = await makeItems(op, [await loadForReading(op, eventReads, id)], items, encoder)
  return made?.item ?? null
}

async function readItems(
  op: Operation,
  query: FindQuery<EventFilter, EventSort>,
  items: OpenItems,
  encoder: EventEncoder,
): Promise<readonly EventItem[]> {
  // As long as few events have items, reading ids first would be one more statement for the same records.
  return (items.stored >= query.limit ? await joinItems(op, query, items, encoder) : undefined) ?? readWhole(op, query, items, encoder)
}

const readWhole = async (
  op: Operation,
  query: FindQuery<EventFilter, EventSort>,
  items: OpenItems,
  encoder: EventEncoder,
): Promise<readonly EventItem[]> => makeItems(op, await op.store.events.find(query), items, encoder)

/** The page from its ids and the items of its events; undefined if an event was hidden after its id was read. */
async function joinItems(
  op: Operation,
  query: FindQuery<EventFilter, EventSort>,
  items: OpenItems,
  encoder: EventEncoder,
): Promise<readonly EventItem[] | undefined> {
  const ids = await op.store.events.findIds(query)
  const found = new Map<EntityId, Item>()
  for (const id of ids) {
    const item = items.get(id)
    if (item !== undefined) found.set(id, item)
  }
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length > 0) {
    const records = await op.store.events.getMany(missing)
    const isListed = (event: EventRecord): boolean =>
      isReadable(query.filter.readable, event) && (query.filter.hidden ?? event.hidden) === event.hidden
    if (records.length < missing.length || !records.every(isListed)) return undefined
    for (const { id, item } of await makeItems(op, records, items, encoder)) found.set(id, item)
  }
  return ids.flatMap((id) => {
    const item = found.get(id)
    return item === undefined ? [] : [{ id, item }]
  })
}

async function makeItems(
  op: Operation,
  records: readonly EventRecord[],
  items: OpenItems,
  { encode }: EventEncoder,
): Promise<readonly EventItem[]> {
  const made = await encode(await eventReads.view(op, records))
  return records.flatMap((record, index) => {
    const item = made[index]
    if (item === undefined) return []
    // An event in the trash is an item of lists that ask for it, and an error by its id.
    if (record.status !== 'trash') items.set(record.id, item, dependenciesOf(record))
    return [{ id: record.id, item }]
  })
}

/** The ids of an event and of the events whose texts its JSON can contain. */
const eventIdsOf = ({ id, seriesId, parentId }: EventRecord): readonly EntityId[] => [id, seriesId, parentId].filter((one) => one !== 0)

/** The records that the returned form of an event depends on, including those that the viewer may not see. */
const dependenciesOf = (event: EventRecord): RecordIds => ({
  event: eventIdsOf(event),
  venue: event.venueIds,
  organizer: event.organizerIds,
  category: event.categoryIds,
  tag: event.tagIds,
})
