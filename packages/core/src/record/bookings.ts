import { CalendarError } from '../errors/calendar-error.ts'
import type { TimeSpan } from '../store/filters.ts'
import { isReadable } from '../store/matching.ts'
import type { EntityId, EventRecord } from '../store/records.ts'
import type { Booking } from './booking.ts'
import type { WriteOperation } from './context.ts'
import type { Found } from './maintenance-report.ts'
import { bySpan, findOverlapping, overlap, spanOf, takesVenues } from './occupancy.ts'
import { createOverlaps, positionOf } from './overlaps.ts'
import { toWireTime } from './publication.ts'
import { type Refusals, repeatableRefusal } from './refusals.ts'
import { visibleScope } from './scope.ts'

/**
 * Notes an event that a write has stored, for the check at its end.
 * @param before the stored event that it replaces; null for a new one
 */
export function noteBooking({ bookings }: WriteOperation, before: EventRecord | null, event: EventRecord): void {
  const known = bookings.get(event.id)
  const taken = takenVenues(before, event)
  if (known === undefined && taken.length === 0) return
  const venueIds = takesVenues(event) ? event.venueIds.filter((id) => taken.includes(id) || known?.venueIds.includes(id)) : []
  bookings.set(event.id, {
    event,
    venueIds,
    formerIds: known?.formerIds ?? before?.venueIds ?? [],
    isNew: known?.isNew ?? before === null,
  })
}

/** The venues of an event that it has to have for itself: all of them if it moves, comes back or is published, else the new ones. */
function takenVenues(before: EventRecord | null, event: EventRecord): readonly EntityId[] {
  if (!takesVenues(event)) return []
  if (before === null || !takesVenues(before)) return event.venueIds
  const [was, is] = [spanOf(before.times), spanOf(event.times)]
  const isMoved = was.startMs !== is.startMs || was.endMs !== is.endMs
  const isPublished = event.status === 'publish' && before.status !== 'publish'
  return isMoved || isPublished ? event.venueIds : event.venueIds.filter((id) => !before.venueIds.includes(id))
}

/** An event that cannot stay where a write has put it. */
export interface BusyBooking {
  /** The event. */
  readonly event: EventRecord
  /** The error of its write. */
  readonly error: CalendarError<'venue_busy'>
  /** Whether it could not stay without the other refused ones either. */
  readonly isFinal: boolean
}

/** The id under which the dates of a series are refused together. */
const unitOf = ({ id, seriesId }: EventRecord): EntityId => seriesId || id

/** The maximum number of overlapping events that are read at a time. */
const maxConflicts = 1_000

/** The maximum number of conflicts that an error names. */
const maxNamed = 100

/**
 * Finds the events of a write that overlap others at an exclusive venue, and forgets all that were noted. It locks the time of the venues first,
 * until the end of the transaction: of two writes that overlap, the second one sees what the first one has stored. All other writes of the call
 * come before, so that no writer who holds a venue waits for a row.
 * @returns the events; of a series only the first that overlaps another one
 */
export async function takeBusy(op: WriteOperation): Promise<readonly BusyBooking[]> {
  const noted = [...op.bookings.values()]
  op.bookings.clear()
  if (noted.length === 0) return []
  const linked = new Set(noted.flatMap(({ venueIds, formerIds }) => [...venueIds, ...formerIds]))
  const venues = await op.loaders.venue.byId.loadMany([...linked])
  const isExclusive = (id: EntityId): boolean => venues.get(id)?.exclusive === true
  const bookings = noted
    .map((booking) => ({ ...booking, venueIds: booking.venueIds.filter(isExclusive) }))
    .filter(({ venueIds }) => venueIds.length > 0)
  if (bookings.length === 0) return []
  await op.store.lockNames('venueTime', [...linked].filter(isExclusive).map(String))
  const booked = new Map(bookings.map(({ event, venueIds }) => [event.id, venueIds]))
  const spans = bookings.map(({ event }) => spanOf(event.times))
  const overlapping = createOverlaps(bookings, spans)
  const found = await findOverlapping(op.store, {
    venueIds: [...new Set(bookings.flatMap(({ venueIds }) => venueIds))],
    spans,
    counts: (other) => overlapping(spanOf(other.times)).some((booking) => isConflict(booking, other, booked)),
    limit: maxConflicts,
  })
  const scope = await visibleScope(op, 'event')
  const toError = (conflicts: readonly EventRecord[]): CalendarError<'venue_busy'> => {
    const ids = conflicts.filter((event) => isReadable(scope, event)).map(({ id }) => id)
    return new CalendarError('venue_busy', { conflicts: [...new Set(ids)].slice(0, maxNamed) })
  }
  const refused = refuseInOrder(bookings, found, booked)
  const vacated = new Set(refused.flatMap(({ formerIds }) => formerIds))
  // A refused event goes back to its former time, which an accepted one may have taken.
  const isSettled = found.length < maxConflicts && !bookings.some(({ venueIds }) => venueIds.some((id) => vacated.has(id)))
  return refused.map(({ event, conflicts, isStored }) => ({ event, error: toError(conflicts), isFinal: isStored || isSettled }))
}

/** An event with the others that it overlaps, by start. */
interface Refused {
  readonly event: EventRecord
  readonly conflicts: readonly EventRecord[]
  /** The venues that the event, or the dates of its series, had before. */
  readonly formerIds: readonly EntityId[]
  /** Whether it overlaps an event whose time the write leaves as it is. */
  readonly isStored: boolean
}

/** The venues that events of a write take, by the ids of the events. */
type Booked = ReadonlyMap<EntityId, readonly EntityId[]>

/**
 * Accepts events in the order of their ids, which is that of the inputs of many new ones, and the dates of a series together. Those that overlap a
 * stored or an accepted one are refused.
 */
function refuseInOrder(bookings: readonly Booking[], stored: readonly EventRecord[], booked: Booked): readonly Refused[] {
  const units = new Map<EntityId, Booking[]>()
  for (const booking of bookings) {
    const unit = units.get(unitOf(booking.event))
    if (unit === undefined) units.set(unitOf(booking.event), [booking])
    else unit.push(booking)
  }
  const taken = new Map<EntityId, Taken[]>()
  const refused: Refused[] = []
  for (const [, unit] of [...units].sort(([a], [b]) => a - b)) {
    const conflicts: EventRecord[] = []
    // All dates of a series, so that the error names what each of them overlaps.
    const busy = unit.filter((booking) => {
      const own = stored.filter((other) => isConflict(booking, other, booked))
      conflicts.push(...own)
      return own.length > 0
    })
    const [first = unit.find((booking) => !takeTime(booking, taken, conflicts))] = busy
    if (first === undefined) continue
    for (const { event } of unit) for (const list of taken.values()) removeOf(list, event)
    const formerIds = unit.flatMap((booking) => booking.formerIds)
    conflicts.sort((a, b) => bySpan(a.times, b.times))
    refused.push({ event: first.event, conflicts, formerIds, isStored: busy.length > 0 })
  }
  return refused
}

/** Whether an event overlaps another one at a venue that the other one has kept. Of those that it takes itself, the order decides. */
const isConflict = ({ event, venueIds }: Booking, other: EventRecord, booked: Booked): boolean =>
  overlap(spanOf(event.times), spanOf(other.times)) &&
  other.venueIds.some((id) => venueIds.includes(id) && booked.get(other.id)?.includes(id) !== true)

/** A time of a venue that an accepted event takes. */
interface Taken extends TimeSpan {
  readonly booking: Booking
}

/**
 * Takes the time of the venues of an event, if it is free. The accepted times of a venue do not overlap each other, so only the neighbours can.
 * @param taken the accepted times by venue, sorted
 * @param conflicts receives the stored events that have taken the time
 */
function takeTime(booking: Booking, taken: Map<EntityId, Taken[]>, conflicts: EventRecord[]): boolean {
  const own: Taken = { ...spanOf(booking.event.times), booking }
  for (const id of booking.venueIds) {
    const times = taken.get(id) ?? []
    taken.set(id, times)
    const at = positionOf(times, own)
    const others = [times[at - 1], times[at]].filter((other) => other !== undefined && overlap(own, other))
    for (const other of others) if (other !== undefined && !other.booking.isNew) conflicts.push(other.booking.event)
    if (others.length > 0) return false
    times.splice(at, 0, own)
  }
  return true
}

function removeOf(times: Taken[], { id }: EventRecord): void {
  const at = times.findIndex(({ booking }) => booking.event.id === id)
  if (at >= 0) times.splice(at, 1)
}

/**
 * Passes if the events of a write overlap no others at an exclusive venue. The events of a hook's writes are checked with those of the write
 * around it: a writer who locks venues twice could deadlock.
 * @throws venue_busy
 */
export async function checkBookings(op: WriteOperation): Promise<void> {
  if (op.hookDepth > 0) return
  const [busy] = await takeBusy(op)
  if (busy !== undefined) throw busy.error
}

/**
 * Finds the events that a call of maintenance has stored or moved to where they overlap others at an exclusive venue. They stay: the wall times of
 * a series, or the rules of a zone, say when they are.
 */
export const findingsOfBusy = async (op: WriteOperation): Promise<readonly Found[]> =>
  (await takeBusy(op)).map(({ event: { id, times } }) => ({
    problem: 'venue_busy',
    kind: 'event',
    id,
    detail: toWireTime(times.startLocal),
  }))

/**
 * Checks the events of a chunk. Each one that overlaps others refuses its own input: the chunk is repeated without it.
 * @param keyOf the key of the input that has stored an event; undefined if a hook has stored it
 * @param toHostError as for `toRefusal`
 * @throws venue_busy
 */
export async function refuseBusy(
  op: WriteOperation,
  refusals: Refusals,
  keyOf: (event: EventRecord) => number | undefined,
  toHostError?: (key: number, error: CalendarError) => CalendarError,
): Promise<void> {
  if (op.hookDepth > 0) return
  let first: CalendarError | undefined
  for (const { event, error, isFinal } of await takeBusy(op)) {
    const key = keyOf(event)
    if (key === undefined) throw error
    if (first !== undefined && !isFinal) continue
    const refusal = repeatableRefusal(op, { key, refusals }, error, (own) => toHostError?.(key, own) ?? own)
    first ??= refusal
  }
  if (first !== undefined) throw first
}
