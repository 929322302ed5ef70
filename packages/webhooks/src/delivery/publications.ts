import type { AccessPolicy, Calendar, Event, Organizer, Page, Venue } from '@kalends/core'
import type { WebhookKind } from '../message.ts'

/** A record whose publication date came without a write. */
export interface Publication {
  /** The kind of record. */
  readonly kind: 'event' | 'venue' | 'organizer'
  /** The id of the record; of a series for its occurrences. */
  readonly id: number
  /** The publication date, in milliseconds since 1970. */
  readonly publishedMs: number
  /** How many occurrences of the series were published with it; 0 for other records. */
  readonly occurrences: number
}

/** Finds the publications after one moment, up to another one, by date. */
export type FindPublications = (kinds: readonly WebhookKind[], afterMs: number, untilMs: number) => Promise<readonly Publication[]>

/** Shows published records with a publication date after one moment, up to another one, to the delivery itself; hidden ones, too. */
const publishedBetween = (afterMs: number, untilMs: number): AccessPolicy => ({
  readable: () => [{ status: 'publish', publishedMs: { gte: afterMs + 1, lt: untilMs + 1 } }],
  may: () => true,
})

/** By publication date: a store then reads the few rows of the range alone. */
const byPublication = { orderBy: 'published', order: 'asc' } as const

/** All dates that events can have. */
const anyDate = { startDate: '1900-01-01', endDate: '2200-12-31', hidden: 'include' } as const

/** Reads all pages of a list. */
async function readAll<T>(
  perPage: number,
  read: (page: { readonly page: number; readonly perPage: number }) => Promise<Page<T>>,
): Promise<T[]> {
  const all: T[] = []
  for (let page = 1, totalPages = 1; page <= totalPages; page++) {
    const found = await read({ page, perPage })
    all.push(...found.items)
    totalPages = found.totalPages
  }
  return all
}

/**
 * Finds publications. Endpoints that ask for the same moments share the answer.
 * @param calendar the host's own, which sees everything
 */
export function createPublications(calendar: Calendar): FindPublications {
  const known = new Map<string, Promise<readonly Publication[]>>()
  return async (kinds, afterMs, untilMs) => {
    if (untilMs <= afterMs) return []
    const found = await Promise.all(
      (['event', 'venue', 'organizer'] as const).map((kind) => {
        if (!kinds.includes(kind)) return []
        const key = `${kind} ${afterMs} ${untilMs}`
        const asked = known.get(key) ?? findOfKind(calendar.as(null, publishedBetween(afterMs, untilMs)), kind)
        known.set(key, asked)
        return asked
      }),
    )
    return found.flat().sort((a, b) => a.publishedMs - b.publishedMs)
  }
}

async function findOfKind(calendar: Calendar, kind: Publication['kind']): Promise<readonly Publication[]> {
  const read = (page: object): Promise<Page<Event | Venue | Organizer>> => {
    if (kind === 'event') return calendar.events.list({ ...page, ...byPublication, ...anyDate })
    return kind === 'venue' ? calendar.venues.list({ ...page, ...byPublication }) : calendar.organizers.list({ ...page, ...byPublication })
  }
  const records = await readAll(calendar.maxPerPage, read)
  const publications = new Map<number, Publication>()
  for (const record of records) {
    // A record that a write has published now has a row in the log.
    if (record.updatedMs === record.publishedMs) continue
    const seriesId = 'recurrence' in record ? (record.recurrence?.seriesId ?? 0) : 0
    const id = seriesId === 0 ? record.id : seriesId
    const occurrences = (publications.get(id)?.occurrences ?? 0) + (seriesId === 0 ? 0 : 1)
    publications.set(id, { kind, id, publishedMs: record.publishedMs, occurrences })
  }
  return [...publications.values()]
}
