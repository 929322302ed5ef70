import { type Calendar, createCalendar, isCalendarError } from '@kalends/core'
import type { CalendarStore, EventRecord } from '@kalends/core/store'
import * as fc from 'fast-check'
import { assertEqual, assertTrue, show } from '../../../packages/testing/src/assert.ts'
import type { OpenedStore } from '../../../packages/testing/src/conformance/register.ts'
import { createSightings, hourMs, meet, type Slot, shared, slotOf, watch } from './booked-slots.ts'

/** Options of {@link runBookings}. */
export interface BookingsOptions {
  /** Opens an empty store; called once. */
  createStore(): Promise<OpenedStore>
  /**
   * Stores of other servers of one cluster: writers take turns at them. A write may then be told `unavailable`, because servers of a cluster find a
   * lost race when they commit. @default none
   */
  readonly others?: readonly CalendarStore[]
  /** How many writers write at the same time. With one, each result is compared with that of a naive model. */
  readonly writers: number
  /** How many writes they make together. */
  readonly runs: number
  /** Repeats the writes of one writer. */
  readonly seed?: number | undefined
}

/** What the writers were told. */
export interface BookingsReport {
  /** The number of writes that were stored. */
  readonly stored: number
  /** The number of refusals because of a venue. */
  readonly refused: number
  /** The number of records that were gone. */
  readonly gone: number
  /** The number of writes that lost their races on a cluster. */
  readonly unavailable: number
  /** The number of refusals of which the conflict was found among the states that were committed. */
  readonly explained: number
}

const firstMs = Date.UTC(2031, 4, 1)
/** The hours in which events begin; few, so that most of them meet others. */
const hours = 72

const textAt = (hour: number): string => new Date(firstMs + hour * hourMs).toISOString().slice(0, 19)
const timesAt = (hour: number, length: number) => ({ startDate: textAt(hour), endDate: textAt(hour + length) })

/** A random write. */
interface Choice {
  readonly kind: 'book' | 'series' | 'move' | 'moveVenue' | 'cancel' | 'resume' | 'trash' | 'restore' | 'retitle' | 'shift' | 'many'
  readonly hour: number
  readonly length: number
  readonly venueIds: readonly number[]
  readonly count: number
  readonly pick: number
}

const toChoices = (venueIds: number[]): fc.Arbitrary<Choice> =>
  fc.record({
    kind: fc.constantFrom(
      ...([
        'book',
        'book',
        'book',
        'series',
        'move',
        'move',
        'moveVenue',
        'cancel',
        'resume',
        'trash',
        'restore',
        'retitle',
        'shift',
      ] as const),
      'many',
    ),
    hour: fc.nat(hours - 1),
    length: fc.integer({ min: 1, max: 4 }),
    venueIds: fc.shuffledSubarray(venueIds, { minLength: 1, maxLength: 2 }),
    count: fc.integer({ min: 2, max: 4 }),
    pick: fc.nat(),
  })

const occupies = ({ role, status, eventStatus }: EventRecord): boolean =>
  role !== 'series' && status !== 'trash' && status !== 'deleted' && eventStatus !== 'cancelled'

const everything = async (store: CalendarStore): Promise<readonly EventRecord[]> =>
  store.events.find({ filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 1_000_000 })

/** @throws two events overlap at an exclusive venue */
async function assertNoOverlap(store: CalendarStore): Promise<void> {
  const taken = (await everything(store)).filter(occupies).sort((a, b) => a.times.startMs - b.times.startMs)
  for (const [i, one] of taken.entries())
    for (const other of taken.slice(i + 1)) {
      if (other.times.startMs >= one.times.endMs) break
      assertTrue(!meet(slotOf(one), slotOf(other)), `events ${one.id} and ${other.id} overlap`)
    }
}

/** A write, with the times that it takes by a naive reading of the stored events; null where the model does not know. */
interface Planned {
  readonly run: (calendar: Calendar) => Promise<unknown>
  readonly slots: readonly Slot[] | null
  readonly except: (event: EventRecord) => boolean
}

const nothing = { slots: [], except: () => false }

function plan(choice: Choice, known: readonly EventRecord[]): Planned | undefined {
  const { kind, hour, length, venueIds, count, pick } = choice
  const times = timesAt(hour, length)
  const slot: Slot = { venueIds, startMs: firstMs + hour * hourMs, endMs: firstMs + (hour + length) * hourMs }
  const daily = Array.from({ length: count }, (_, day) => ({
    ...slot,
    startMs: slot.startMs + day * 24 * hourMs,
    endMs: slot.endMs + day * 24 * hourMs,
  }))
  const input = { title: `Event ${pick}`, ...times, venues: venueIds }
  if (kind === 'book') return { ...nothing, slots: [slot], run: ({ events }) => events.create(input) }
  if (kind === 'series')
    return { ...nothing, slots: daily, run: ({ events }) => events.create({ ...input, recurrence: `FREQ=DAILY;COUNT=${count}` }) }
  if (kind === 'many')
    return {
      ...nothing,
      slots: null,
      run: ({ events }) => events.createMany([input, { ...input, ...timesAt(hour + 2, length) }], { onError: 'skip' }),
    }
  const wanted = known.filter(
    ({ role, status }) =>
      status !== 'deleted' && (kind === 'shift' ? role === 'series' : role !== 'series') && (status === 'trash') === (kind === 'restore'),
  )
  const event = wanted[pick % Math.max(1, wanted.length)]
  if (event === undefined) return undefined
  const { id } = event
  const own = { except: (other: EventRecord) => other.id === id }
  const stored = slotOf(event)
  const ifOccupies = (slots: readonly Slot[]): readonly Slot[] => (event.eventStatus === 'cancelled' ? [] : slots)
  const isSame = stored.startMs === slot.startMs && stored.endMs === slot.endMs
  switch (kind) {
    case 'move':
      return {
        ...own,
        slots: ifOccupies(isSame ? [] : [{ ...slot, venueIds: event.venueIds }]),
        run: ({ events }) => events.update(id, times),
      }
    case 'moveVenue':
      return {
        ...own,
        slots: ifOccupies([{ ...stored, venueIds: venueIds.filter((one) => !event.venueIds.includes(one)) }]),
        run: ({ events }) => events.update(id, { venues: venueIds }),
      }
    case 'cancel':
      return { ...nothing, run: ({ events }) => events.update(id, { eventStatus: 'cancelled' }) }
    case 'resume':
      return {
        ...own,
        slots: event.eventStatus === 'cancelled' ? [stored] : [],
        run: ({ events }) => events.update(id, { eventStatus: 'scheduled' }),
      }
    case 'trash':
      return { ...nothing, run: ({ events }) => events.trash(id) }
    case 'restore':
      return { ...own, slots: ifOccupies([stored]), run: ({ events }) => events.restore(id) }
    case 'retitle':
      return { ...nothing, run: ({ events }) => events.update(id, { title: `Other ${pick}` }) }
    case 'shift':
      return { ...nothing, slots: null, run: ({ events }) => events.update(id, times) }
  }
}

/**
 * The result of a write: `busy` for a refusal because of a venue, `gone` for a record that another writer has taken away, `unavailable` for lost races.
 */
interface Outcome {
  readonly result: 'stored' | 'busy' | 'gone' | 'unavailable'
  /** The ids of the conflicts of a refusal. */
  readonly conflicts: readonly number[]
}

async function outcomeOf(work: Promise<unknown>, isCluster: boolean): Promise<Outcome> {
  try {
    await work
    return { result: 'stored', conflicts: [] }
  } catch (error) {
    if (isCalendarError(error, 'venue_busy')) return { result: 'busy', conflicts: error.details.conflicts }
    if (isCalendarError(error, 'not_found') || isCalendarError(error, 'in_trash')) return { result: 'gone', conflicts: [] }
    if (isCluster && isCalendarError(error, 'unavailable')) return { result: 'unavailable', conflicts: [] }
    throw error
  }
}

/**
 * Makes random writes of events at exclusive venues. No two events may ever overlap there, and no other error than a refusal may reach a writer. One
 * writer alone is refused exactly where a naive model finds an overlap.
 */
export async function runBookings({ createStore, others = [], writers, runs, seed }: BookingsOptions): Promise<BookingsReport> {
  const opened = await createStore()
  try {
    const { store } = opened
    const sightings = createSightings()
    const stores = [store, ...others].map((one) => watch(one, (events) => sightings.noteAll(events.filter(occupies))))
    const calendars = stores.map((one) => createCalendar({ store: one, timeZone: 'UTC' }))
    const [calendar = never()] = calendars
    const isCluster = others.length > 0
    const venueIds: number[] = []
    for (const exclusive of [true, true, false]) venueIds.push((await calendar.venues.create({ name: 'Hall', exclusive })).id)
    shared.id = venueIds[2] ?? 0
    const all = fc.sample(toChoices(venueIds), { numRuns: runs, ...(seed !== undefined && { seed }) })
    const report = { stored: 0, busy: 0, gone: 0, unavailable: 0 }
    const refusals: { readonly conflicts: readonly number[]; readonly slots: readonly Slot[]; readonly choice: Choice }[] = []
    let next = 0
    let known: readonly EventRecord[] = []
    const writer = async (_: unknown, index: number): Promise<void> => {
      const [own, ownStore] = [calendars[index % calendars.length] ?? never(), stores[index % stores.length] ?? never()]
      for (let choice = all[next++]; choice !== undefined; choice = all[next++]) {
        if (writers === 1 || next % 25 === 0) known = await everything(ownStore)
        const planned = plan(choice, known)
        if (planned === undefined) continue
        const { result, conflicts } = await outcomeOf(planned.run(own), isCluster)
        report[result]++
        if (result === 'busy' && (choice.kind === 'book' || choice.kind === 'series') && planned.slots !== null)
          refusals.push({ conflicts, slots: planned.slots, choice })
        if (writers === 1) compare(planned, known, result, choice)
        // The calendar stays small: a day's worth of events.
        if (next % 200 === 0) await clear(own, isCluster)
      }
    }
    let isWriting = true
    const checker = async (): Promise<void> => {
      while (isWriting) {
        await assertNoOverlap(store)
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
    }
    const written = Promise.allSettled(Array.from({ length: writers }, writer)).finally(() => (isWriting = false))
    const [ends, checked] = await Promise.allSettled([written, checker()])
    for (const end of [...(ends.status === 'fulfilled' ? ends.value : []), checked]) if (end.status === 'rejected') throw end.reason
    await assertNoOverlap(store)
    for (const { conflicts, choice } of refusals) assertTrue(conflicts.length > 0, `a refusal names its conflicts: ${show(choice)}`)
    const explained = refusals.filter(({ conflicts, slots }) => conflicts.some((id) => sightings.isSeen(id, slots))).length
    const { stored, busy: refused, gone, unavailable } = report
    return { stored, refused, gone, unavailable, explained: explained + refused - refusals.length }
  } finally {
    await opened.close()
  }
}

/** Deletes half of the events, with their series; all of a page if there are many. */
async function clear({ events }: Calendar, isCluster: boolean): Promise<void> {
  const { items, total } = await events.list({ status: ['publish', 'trash'], startsFrom: '2031-01-01', perPage: 100 })
  for (const { id, recurrence } of items.filter((_, i) => total > 150 || i % 2 === 0))
    await outcomeOf(events.delete(id, recurrence === null ? {} : { scope: 'all' }), isCluster)
}

function compare({ slots, except }: Planned, known: readonly EventRecord[], outcome: string, choice: Choice): void {
  if (slots === null) return
  const others = known.filter((event) => occupies(event) && !except(event)).map(slotOf)
  const isTaken = slots.some((slot) => others.some((other) => meet(slot, other)))
  assertEqual(outcome, isTaken ? 'busy' : 'stored', show(choice))
}

function never(): never {
  throw new Error('There is at least one store.')
}
