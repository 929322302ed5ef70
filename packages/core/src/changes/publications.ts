import type { Kind } from '../errors/codes.ts'
import type { Operation } from '../record/context.ts'
import type { EntityId } from '../store/records.ts'

/** A record whose publication date came without a write. */
export interface Publication {
  /** The kind of record. */
  readonly kind: 'event' | 'venue' | 'organizer'
  /** The id of the record: of an event, a series, or a date of a series. */
  readonly id: EntityId
  /** The publication date, in milliseconds since 1970. */
  readonly publishedMs: number
}

/** Two moments, and the kinds of records. */
export interface PublicationsQuery {
  /** Only records with a later publication date, in milliseconds since 1970. */
  readonly afterMs: number
  /** Only records with this publication date or an earlier one. */
  readonly untilMs: number
  /** Only records of these kinds. @default all kinds */
  readonly kinds?: readonly Kind[] | undefined
}

/** How many records are read at once. */
const batchSize = 500

/** A published record, as far as this module reads it. */
interface Published {
  readonly id: EntityId
  readonly publishedMs: number
  readonly updatedMs: number
}

/** Finds the records whose publication date came between two moments, by date. A store reads the few rows of that range alone. */
export async function findPublications(
  { store }: Operation,
  { afterMs, untilMs, kinds }: PublicationsQuery,
): Promise<readonly Publication[]> {
  if (untilMs <= afterMs) return []
  const readable = [{ status: 'publish', publishedMs: { gte: afterMs + 1, lt: untilMs + 1 } }] as const
  const page = {
    order: [
      { key: 'publishedMs', direction: 'asc' },
      { key: 'id', direction: 'asc' },
    ],
    limit: batchSize,
  } as const
  const readers: Readonly<Record<Publication['kind'], (offset: number) => Promise<readonly Published[]>>> = {
    event: (offset) => store.events.find({ ...page, offset, filter: { readable }, withoutInherited: true }),
    venue: (offset) => store.venues.find({ ...page, offset, filter: { readable } }),
    organizer: (offset) => store.organizers.find({ ...page, offset, filter: { readable } }),
  }
  const found: Publication[] = []
  for (const kind of ['event', 'venue', 'organizer'] as const) {
    if (kinds !== undefined && !kinds.includes(kind)) continue
    for (const { id, publishedMs, updatedMs } of await readAll(readers[kind])) {
      // A record that a write has published now has a row in the log.
      if (updatedMs !== publishedMs) found.push({ kind, id, publishedMs })
    }
  }
  return found.sort((a, b) => a.publishedMs - b.publishedMs)
}

async function readAll<T>(read: (offset: number) => Promise<readonly T[]>): Promise<readonly T[]> {
  const all: T[] = []
  for (;;) {
    const batch = await read(all.length)
    all.push(...batch)
    if (batch.length < batchSize) return all
  }
}
