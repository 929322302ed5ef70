import type { CalendarStore, EventRecord } from '@kalends/core/store'

export const hourMs = 3_600_000

/** A time of some venues. */
export interface Slot {
  /** Two exclusive venues, and one that takes any number of events. */
  readonly venueIds: readonly number[]
  readonly startMs: number
  readonly endMs: number
}

/** The venue that takes any number of events. */
export const shared = { id: 0 }

/** Whether two slots overlap at an exclusive venue. */
export const meet = (a: Slot, b: Slot): boolean =>
  a.startMs < b.endMs && b.startMs < a.endMs && a.venueIds.some((id) => id !== shared.id && b.venueIds.includes(id))

/** The slot of an event. */
export const slotOf = ({ venueIds, times: { startMs, endMs } }: EventRecord): Slot => ({ venueIds, startMs, endMs })

/** The times that events have taken. */
export function createSightings() {
  const slots = new Map<number, Map<string, Slot>>()
  return {
    noteAll(events: readonly EventRecord[]): void {
      for (const event of events) {
        const slot = slotOf(event)
        slots.set(event.id, (slots.get(event.id) ?? new Map<string, Slot>()).set(`${slot.startMs} ${slot.endMs} ${slot.venueIds}`, slot))
      }
    },
    isSeen: (id: number, wanted: readonly Slot[]): boolean =>
      [...(slots.get(id)?.values() ?? [])].some((slot) => wanted.some((other) => meet(slot, other))),
  }
}

/** A store that tells of the events that each of its transactions has written, when it has ended. */
export function watch(store: CalendarStore, note: (events: readonly EventRecord[]) => void): CalendarStore {
  const noted = async <T extends EventRecord | readonly (EventRecord | null)[]>(writing: Promise<T>): Promise<T> => {
    const written = await writing
    note([written].flat().filter((event) => event !== null))
    return written
  }
  return {
    ...store,
    events: {
      ...store.events,
      insert: (...given) => noted(store.events.insert(...given)),
      insertMany: (...given) => noted(store.events.insertMany(...given)),
      update: (...given) => noted(store.events.update(...given)),
      updateMany: (...given) => noted(store.events.updateMany(...given)),
    },
    transaction: async (work) => {
      let written: EventRecord[] = []
      const result = await store.transaction((tx) => {
        written = []
        return work(watch(tx, (events) => written.push(...events)))
      })
      note(written)
      return result
    },
  }
}
