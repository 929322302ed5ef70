import { type Calendar, createCalendar, type Event, isCalendarError } from '@kalends/core'
import type { CalendarStore, EventRecord } from '@kalends/core/store'
import * as fc from 'fast-check'
import { assertEqual, assertTrue, show } from '../../../packages/testing/src/assert.ts'
import type { OpenedStore } from '../../../packages/testing/src/conformance/register.ts'

/** Options of {@link runBookings}. */
export interface BookingsOptions {
  /** Opens an empty store; called once. */
  createStore(): Promise<OpenedStore>
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
  /** The number of refusals of which the conflict was found among the states that the writers have seen. */
  readonly explained: number
}

const hourMs = 3_600_000
const firstMs = Date.UTC(2031, 4, 1)
/** The hours in which events begin; few, so that most of them meet others. */
const hours = 72

const textAt = (hour: number): string => new Date(firstMs + hour * hourMs).toISOString().slice(0, 19)
const timesAt = (hour: number, length: number) => ({ startDate: textAt(hour), endDate: textAt(hour + length) })

/** A time of some venues. */
interface Slot {
  /** Two exclusive venues, and one that takes any number of events. */
  readonly venueIds: readonly number[]
  readonly startMs: number
  readonly endMs: number
}

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

/** The venue that takes any number of events. */
const shared = { id: 0 }

const meet = (a: Slot, b: Slot): boolean =>
  a.startMs < b.endMs && b.startMs < a.endMs && a.venueIds.some((id) => id !== shared.id && b.venueIds.includes(id))

const slotOf = ({ venueIds, times: { startMs, endMs } }: EventRecord): Slot => ({ venueIds, startMs, endMs })

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

/** The result of a write: `busy` for a refusal because of a venue, `gone` for a record that another writer has taken away. */
interface Outcome {
  readonly result: 'stored' | 'busy' | 'gone'
  /** The ids of the conflicts of a refusal. */
  readonly conflicts: readonly number[]
  /** The event that was stored. */
  readonly event?: Event
}

async function outcomeOf(work: Promise<unknown>): Promise<Outcome> {
  try {
    const event = await work
    // Each write but that of many returns its event.
    return { result: 'stored', conflicts: [], ...(Object(event).venues !== undefined && { event: event as Event }) }
  } catch (error) {
    if (isCalendarError(error, 'venue_busy')) return { result: 'busy', conflicts: error.details.conflicts }
    if (isCalendarError(error, 'not_found') || isCalendarError(error, 'in_trash')) return { result: 'gone', conflicts: [] }
    throw error
  }
}

/** All times that events have had, as the writers have seen them; those of a series for all of its dates. */
function createSightings() {
  const slots = new Map<number, Map<string, Slot>>()
  const seriesOf = new Map<number, number>()
  const add = (id: number, slot: Slot): void =>
    void slots.set(id, (slots.get(id) ?? new Map<string, Slot>()).set(`${slot.startMs} ${slot.endMs} ${slot.venueIds}`, slot))
  return {
    note(event: Event): void {
      const [, count = '1'] = /COUNT=(\d+)/.exec(event.recurrence?.id === '' ? event.recurrence.rule : '') ?? []
      for (let day = 0; day < Number(count); day++) {
        const laterMs = day * 24 * hourMs
        const slot = { venueIds: event.venues.map(({ id }) => id), startMs: event.startMs + laterMs, endMs: event.endMs + laterMs }
        add(event.id, slot)
      }
    },
    noteAll(events: readonly EventRecord[]): void {
      for (const event of events) {
        if (event.seriesId > 0) seriesOf.set(event.id, event.seriesId)
        add(event.id, slotOf(event))
      }
    },
    isSeen: (id: number, wanted: readonly Slot[]): boolean =>
      [id, seriesOf.get(id) ?? 0].some((one) => [...(slots.get(one)?.values() ?? [])].some((slot) => wanted.some((other) => meet(slot, other)))),
  }
}

/**
 * Makes random writes of events at exclusive venues. No two events may ever overlap there, and no other error than a refusal may reach a writer. One
 * writer alone is refused exactly where a naive model finds an overlap.
 */
export async function runBookings({ createStore, writers, runs, seed }: BookingsOptions): Promise<BookingsReport> {
  const opened = await createStore()
  try {
    const { store } = opened
    const calendar = createCalendar({ store, timeZone: 'UTC' })
    const venueIds: number[] = []
    for (const exclusive of [true, true, false]) venueIds.push((await calendar.venues.create({ name: 'Hall', exclusive })).id)
    shared.id = venueIds[2] ?? 0
    const all = fc.sample(toChoices(venueIds), { numRuns: runs, ...(seed !== undefined && { seed }) })
    const report = { stored: 0, busy: 0, gone: 0 }
    const sightings = createSightings()
    const refusals: { readonly conflicts: readonly number[]; readonly slots: readonly Slot[]; readonly choice: Choice }[] = []
    let next = 0
    let known: readonly EventRecord[] = []
    const writer = async (): Promise<void> => {
      for (let choice = all[next++]; choice !== undefined; choice = all[next++]) {
        if (writers === 1 || next % 25 === 0) {
          known = await everything(store)
          sightings.noteAll(known)
        }
        const planned = plan(choice, known)
        if (planned === undefined) continue
        const { result, conflicts, event } = await outcomeOf(planned.run(calendar))
        report[result]++
        if (event !== undefined) sightings.note(event)
        if (result === 'busy' && (choice.kind === 'book' || choice.kind === 'series') && planned.slots !== null)
          refusals.push({ conflicts, slots: planned.slots, choice })
        if (writers === 1) compare(planned, known, result, choice)
        // The calendar stays small: a day's worth of events.
        if (next % 200 === 0) await clear(calendar)
      }
    }
    const checker = async (): Promise<void> => {
      while (next < all.length) {
        await assertNoOverlap(store)
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
    }
    const ends = await Promise.allSettled([...Array.from({ length: writers }, writer), checker()])
    for (const end of ends) if (end.status === 'rejected') throw end.reason
    await assertNoOverlap(store)
    sightings.noteAll(await everything(store))
    for (const { conflicts, choice } of refusals) assertTrue(conflicts.length > 0, `a refusal names its conflicts: ${show(choice)}`)
    const explained = refusals.filter(({ conflicts, slots }) => conflicts.some((id) => sightings.isSeen(id, slots))).length
    return { stored: report.stored, refused: report.busy, gone: report.gone, explained: explained + report.busy - refusals.length }
  } finally {
    await opened.close()
  }
}

/** Deletes half of the events. */
async function clear({ events }: Calendar): Promise<void> {
  const { items } = await events.list({ status: ['publish', 'trash'], perPage: 100 })
  for (const { id } of items.filter((_, i) => i % 2 === 0)) await outcomeOf(events.delete(id))
}

function compare({ slots, except }: Planned, known: readonly EventRecord[], outcome: string, choice: Choice): void {
  if (slots === null) return
  const others = known.filter((event) => occupies(event) && !except(event)).map(slotOf)
  const isTaken = slots.some((slot) => others.some((other) => meet(slot, other)))
  assertEqual(outcome, isTaken ? 'busy' : 'stored', show(choice))
}
