import type { Event } from '@kalends/core'
import type { EventRecord } from '@kalends/core/store'

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

/** All times that events have had, as the writers have seen them; those of a series for all of its dates. */
export function createSightings() {
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
      [id, seriesOf.get(id) ?? 0].some((one) =>
        [...(slots.get(one)?.values() ?? [])].some((slot) => wanted.some((other) => meet(slot, other))),
      ),
  }
}
