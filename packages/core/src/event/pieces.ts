import type { OpenPieces, Piece } from '../cache/pieces.ts'
import { eventIdsOf, type RecordIds } from '../cache/reads.ts'
import type { Page } from '../paging/page.ts'
import { beginOperation, type CalendarContext, type Operation } from '../record/context.ts'
import { listPage } from '../record/listing.ts'
import { loadForReading } from '../record/load.ts'
import { readList } from '../record/service.ts'
import type { FindQuery } from '../store/contract.ts'
import type { EventFilter, EventSort } from '../store/filters.ts'
import { isReadable } from '../store/matching.ts'
import type { EntityId, EventRecord } from '../store/records.ts'
import { eventKind } from './service.ts'
import type { Event } from './view.ts'

/** How a caller encodes events. */
export interface EventEncoder {
  /** Identifies the form: everything that the bytes depend on besides the event. */
  readonly encoding: string
  /** Encodes events, each by itself. */
  encode(events: readonly Event[]): Promise<readonly Piece[]>
}

/** An event as a piece. */
export interface EventPiece {
  /** Its id. */
  readonly id: EntityId
  /** Its bytes. */
  readonly piece: Piece
}

/**
 * One page of a list, with its events as pieces: cached ones, and new ones for the other events. Null where nothing may be cached, as in
 * transactions.
 * @throws the errors of `events.list`
 */
export async function listEventPieces(context: CalendarContext, input: object, encoder: EventEncoder): Promise<Page<EventPiece> | null> {
  const pieces = context.openPieces?.(encoder.encoding)
  if (pieces === undefined) return null
  const op = beginOperation(context)
  const fields = readList(op, eventKind, input)
  const request = { kind: eventKind.kind, collection: op.store.events, query: await eventKind.query(op, fields), fields }
  return listPage(op, request, (query) => readPieces(op, query, pieces, encoder))
}

/**
 * An event by its id, as a piece. Null where nothing may be cached.
 * @throws the errors of `events.get`
 */
export async function getEventPiece(context: CalendarContext, id: EntityId, encoder: EventEncoder): Promise<Piece | null> {
  const pieces = context.openPieces?.(encoder.encoding)
  if (pieces === undefined) return null
  const known = pieces.get(id)
  if (known !== undefined) return known
  const op = beginOperation(context)
  const [made] = await makePieces(op, [await loadForReading(op, eventKind, id)], pieces, encoder)
  return made?.piece ?? null
}

async function readPieces(
  op: Operation,
  query: FindQuery<EventFilter, EventSort>,
  pieces: OpenPieces,
  encoder: EventEncoder,
): Promise<readonly EventPiece[]> {
  // As long as few events have pieces, reading ids first would be one more statement for the same records.
  return (pieces.stored >= query.limit ? await joinPieces(op, query, pieces, encoder) : undefined) ?? readWhole(op, query, pieces, encoder)
}

const readWhole = async (
  op: Operation,
  query: FindQuery<EventFilter, EventSort>,
  pieces: OpenPieces,
  encoder: EventEncoder,
): Promise<readonly EventPiece[]> => makePieces(op, await op.store.events.find(query), pieces, encoder)

/** The page from its ids and the pieces of its events; undefined if an event was hidden after its id was read. */
async function joinPieces(
  op: Operation,
  query: FindQuery<EventFilter, EventSort>,
  pieces: OpenPieces,
  encoder: EventEncoder,
): Promise<readonly EventPiece[] | undefined> {
  const ids = await op.store.findEventIds(query)
  const found = new Map<EntityId, Piece>()
  for (const id of ids) {
    const piece = pieces.get(id)
    if (piece !== undefined) found.set(id, piece)
  }
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length > 0) {
    const records = await op.store.events.getMany(missing)
    const isListed = (event: EventRecord): boolean =>
      isReadable(query.filter.readable, event) && (query.filter.hidden ?? event.hidden) === event.hidden
    if (records.length < missing.length || !records.every(isListed)) return undefined
    for (const { id, piece } of await makePieces(op, records, pieces, encoder)) found.set(id, piece)
  }
  return ids.flatMap((id) => {
    const piece = found.get(id)
    return piece === undefined ? [] : [{ id, piece }]
  })
}

async function makePieces(
  op: Operation,
  records: readonly EventRecord[],
  pieces: OpenPieces,
  { encode }: EventEncoder,
): Promise<readonly EventPiece[]> {
  const made = await encode(await eventKind.view(op, records))
  return records.flatMap((record, index) => {
    const piece = made[index]
    if (piece === undefined) return []
    // An event in the trash is an item of lists that ask for it, and an error by its id.
    if (record.status !== 'trash') pieces.set(record.id, piece, dependenciesOf(record))
    return [{ id: record.id, piece }]
  })
}

/** The records that the returned form of an event depends on, including those that the viewer may not see. */
const dependenciesOf = (event: EventRecord): RecordIds => ({
  event: eventIdsOf(event),
  venue: event.venueIds,
  organizer: event.organizerIds,
  term: [...event.categoryIds, ...event.tagIds],
})
