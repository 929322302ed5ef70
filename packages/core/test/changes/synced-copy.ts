import { type Calendar, type ChangesInput, type EventListInput, isCalendarError } from '../../src/index.ts'

/** What a copy keeps of a record. */
export interface Kept {
  readonly id: number
  readonly version: number
  readonly name: string
  /** The start of an event. */
  readonly start?: string
}

/** A copy of lists, kept by `changes.since`. */
export interface Copy {
  readonly events: Map<number, Kept>
  readonly venues: Map<number, Kept>
}

const keep = (record: object): Kept => {
  const { id, version, title, name, startDate } = record as {
    readonly id: number
    readonly version: number
    readonly title?: string
    readonly name?: string
    readonly startDate?: string
  }
  return { id, version, name: title ?? name ?? '', ...(startDate !== undefined && { start: startDate }) }
}

/** The records of the lists now, read as a client reads them. */
export async function readLists(viewer: Calendar, events: EventListInput): Promise<Copy> {
  const copy: Copy = { events: new Map(), venues: new Map() }
  for await (const event of viewer.events.each(events)) copy.events.set(event.id, keep(event))
  for await (const venue of viewer.venues.each({})) copy.venues.set(venue.id, keep(venue))
  return copy
}

/** A copy of the events of a list and of all venues, with its token. */
export interface SyncedCopy {
  copy: Copy
  token: string
  /** How often the copy was read again from its lists. */
  restarts: number
  /** The ids of records that were reported as gone, as `kind id`. */
  readonly gone: string[]
}

/** Begins a copy: the token first, then the lists. */
export async function beginCopy(viewer: Calendar, events: EventListInput): Promise<SyncedCopy> {
  const token = await viewer.changes.token()
  return { token, copy: await readLists(viewer, events), restarts: 0, gone: [] }
}

/** Brings the copy to the present. */
export async function sync(viewer: Calendar, synced: SyncedCopy, events: EventListInput, limit = 500): Promise<void> {
  const input: ChangesInput = { events, venues: {}, limit }
  try {
    for (let more = true; more; ) {
      const page = await viewer.changes.since(synced.token, input)
      for (const item of page.items) {
        const records = item.kind === 'event' ? synced.copy.events : synced.copy.venues
        if (item.gone) {
          records.delete(item.id)
          synced.gone.push(`${item.kind} ${item.id}`)
        } else records.set(item.id, keep(item.record))
      }
      synced.token = page.token
      more = page.more
    }
  } catch (error) {
    if (!isCalendarError(error, 'token_expired')) throw error
    const { token, copy } = await beginCopy(viewer, events)
    Object.assign(synced, { token, copy, restarts: synced.restarts + 1 })
    // The first call names the bounds of the lists that were read: later ones may move them.
    await sync(viewer, synced, events, limit)
  }
}
