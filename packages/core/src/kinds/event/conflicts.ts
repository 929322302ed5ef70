import type { FieldsShape, UnknownFields } from '../../fields/typed-fields.ts'
import { idsField } from '../../input/lists.ts'
import type { Shape } from '../../input/read.ts'
import { integerField } from '../../input/scalars.ts'
import { beginOperation, type CalendarContext, type Operation } from '../../record/context.ts'
import { findOverlapping, spanOf } from '../../record/occupancy.ts'
import { visibleScope } from '../../record/scope.ts'
import type { TimeSpan } from '../../store/filters.ts'
import { isReadable } from '../../store/matching.ts'
import type { EntityId } from '../../store/records.ts'
import { type DatesInput, readSeriesDates, readSingleTimes, type SeriesPreviewInput } from './dates.ts'
import { countedScope, visibleIds } from './query.ts'
import { eventReads } from './reads.ts'
import { keysOf } from './series/keys.ts'
import { timesAt } from './series/times-at.ts'
import type { Event } from './view.ts'

/** The time of an event that the viewer may not read. */
export interface BusyTime {
  /** Distinguishes it from an event. */
  readonly busy: true
  /** Its start, in milliseconds since 1970. */
  readonly startMs: number
  /** Its end, in milliseconds since 1970. */
  readonly endMs: number
}

/** Where an event would take place, and which one it replaces. */
export interface PlaceInput {
  /** The ids of its venues. Those that the viewer may not see have no events. */
  readonly venueIds: number | readonly number[]
  /**
   * An event to leave out, because it is the one that would move; a series with all of its dates. One that the viewer may not see is not left out.
   * @default none
   */
  readonly exceptId?: number | undefined
}

/** Questions for the events that take venues at given times: for a form that shows whether a hall is free. */
export interface Conflicts<F extends FieldsShape = UnknownFields> {
  /**
   * The events that overlap a time at one of some venues, by start: at most a hundred. Drafts, hidden and scheduled events count; cancelled ones,
   * those in the trash, and those that take place online alone do not. Events that touch do not overlap.
   * @returns the events; those that the viewer may not read as their times alone, and only for a viewer who may create events
   * @throws invalid_input naming every invalid field
   * @example
   * const taken = await calendar.events.conflicts({ venueIds: 7, startDate: '2031-05-31 19:30', endDate: '2031-05-31 21:00' })
   */
  conflicts(input: DatesInput & PlaceInput): Promise<readonly (Event<F> | BusyTime)[]>
  /**
   * The same for all dates of the series that `create` would store of an input, in one statement for 30 dates.
   * @throws invalid_input naming every invalid field, as `create` does
   */
  conflictsOfSeries(input: SeriesPreviewInput & PlaceInput): Promise<readonly (Event<F> | BusyTime)[]>
}

/** A parsed {@link PlaceInput}. */
interface PlaceFields {
  readonly venueIds: readonly number[]
  readonly exceptId: number
}

const placeShape: Shape<PlaceFields> = { venueIds: idsField, exceptId: integerField }

/** The maximum number of conflicts. */
const maxConflicts = 100

/** The conflicts of the events of a calendar. */
export const createConflicts = (context: CalendarContext): Conflicts => ({
  conflicts: async (input) => {
    const { values, times } = readSingleTimes(context, input, placeShape, ['venueIds'])
    return findConflicts(beginOperation(context), values, [spanOf(times)])
  },
  conflictsOfSeries: async (input) => {
    const { values, series } = readSeriesDates(context, input, placeShape, ['venueIds'])
    const keys = keysOf(series, { before: series.extendedTo })
    return findConflicts(
      beginOperation(context),
      values,
      keys.map((key) => spanOf(timesAt(series.times, key))),
    )
  },
})

async function findConflicts(
  op: Operation,
  { venueIds = [], exceptId }: Partial<PlaceFields>,
  spans: readonly TimeSpan[],
): Promise<readonly (Event | BusyTime)[]> {
  const scope = await visibleScope(op, 'event')
  const found = await findOverlapping(op.store, {
    venueIds: await visibleIds(op, 'venue', venueIds),
    spans,
    exceptIds: exceptId === undefined ? [] : await visibleIds(op, 'event', [exceptId]),
    readable: await countedScope(op, scope),
    limit: maxConflicts,
    signal: op.signal,
  })
  const ids = found.filter((event) => isReadable(scope, event)).map(({ id }) => id)
  const shown = await viewById(op, ids)
  return found.map((event) => shown.get(event.id) ?? { busy: true, ...spanOf(event.times) })
}

/** The views of events with these ids. They are read again, with all members that occurrences inherit. */
async function viewById(op: Operation, ids: readonly EntityId[]): Promise<ReadonlyMap<EntityId, Event>> {
  if (ids.length === 0) return new Map()
  const events = await eventReads.view(op, await op.store.events.getMany(ids))
  return new Map(events.map((event) => [event.id, event]))
}
