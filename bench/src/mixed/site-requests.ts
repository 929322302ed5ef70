import { type Random, randomFrom, zipf } from '../data/random.ts'
import { postRequest } from '../measure/connection.ts'
import { base } from '../setting.ts'

const month = (number: number): string => `start_date=2026-${number}-01 00:00:00&end_date=2026-${number}-28 23:59:59`.replaceAll(' ', '%20')

/** The lists that a site shows, the most frequent ones first. */
const lists: readonly string[] = [
  '',
  '?categories=1',
  '?page=2',
  `?${month(10)}`,
  '?tags=201',
  '?featured=true',
  '?categories=2',
  '?venue=1',
  '?page=3',
  `?${month(11)}`,
  '?organizer=1',
  '?categories=3',
  '?per_page=10',
  '?categories=1,2',
  '?venue=2',
  `?${month(12)}`,
  '?organizer=2',
  '?page=4',
  '?categories=4',
  '?orderby=title',
]

/** The number of events that are read by id. */
const byId = 10

/** The ids of the records that a site shows. */
export interface SiteIds {
  /** Published events. */
  readonly events: readonly number[]
  /** Published venues. */
  readonly venues: readonly number[]
}

/**
 * The reads of a site: 20 lists and 10 events by id. Every third read is an event as long as there are any.
 * @param eventIds ids of events that every caller may read; at least ten
 */
export function siteReads(eventIds: readonly number[]): readonly string[] {
  const reads: string[] = []
  for (const [index, list] of lists.entries()) {
    reads.push(`${base}/events${list}`)
    const id = eventIds[(index - 1) / 2]
    if (id !== undefined && reads.length < lists.length + byId) reads.push(`${base}/events/${id}`)
  }
  return reads
}

/** Makes the writes of a site: most change the text of an event, every tenth creates an event, and every tenth changes a venue. */
function createWriter(random: Random, { events, venues }: SiteIds): () => Buffer {
  const anyOf = (ids: readonly number[]): number => ids[random.below(ids.length)] ?? 0
  let writes = 0
  return () => {
    writes += 1
    const text = { description: `Text ${writes} of the editors.` }
    if (writes % 10 === 5) {
      const day = `2026-${10 + random.below(3)}-${10 + random.below(18)}`
      const times = { start_date: `${day} 19:00:00`, end_date: `${day} 21:00:00` }
      return postRequest(`${base}/events`, { title: `Event ${writes}`, ...text, ...times, venue: [anyOf(venues)] })
    }
    if (writes % 10 === 0) return postRequest(`${base}/venues/${anyOf(venues)}`, text)
    return postRequest(`${base}/events/${anyOf(events)}`, text)
  }
}

/** The number of requests of a series. They are sent in rotation. */
const seriesLength = 20_000

/**
 * A series of requests: the reads of a site, the first ones far more often than the last ones, with writes between them.
 * @param readsPerWrite how many reads come before each write; null for no writes
 */
export function siteRequests(reads: readonly string[], readsPerWrite: number | null, ids: SiteIds, seed = 1): readonly (string | Buffer)[] {
  const random = randomFrom(seed)
  const rankOf = zipf(reads.length)
  const write = createWriter(random, ids)
  return Array.from({ length: seriesLength }, (_, index) => {
    const read = reads[rankOf(random) - 1]
    const isWrite = readsPerWrite !== null && index % (readsPerWrite + 1) === readsPerWrite
    if (isWrite || read === undefined) return write()
    return read
  })
}
