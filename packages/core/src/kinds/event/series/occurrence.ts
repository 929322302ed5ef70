import type { Draft, EventRecord } from '../../../store/records.ts'
import { slugWithEnding, toSlug, trashedSlug, untrashedSlug } from '../../../text/slug.ts'
import type { SeriesRecord } from './keys.ts'
import { timesAt } from './times-at.ts'

/**
 * The new occurrence of a series at a key: it has every member of the series, and the times at the key.
 * @param own the members that differ, such as the slug
 */
export function occurrenceOf(series: SeriesRecord, key: string, own: Partial<Draft<EventRecord>> = {}): Draft<EventRecord> {
  const { id: seriesId, version: _, ...members } = series
  return {
    ...members,
    role: 'occurrence',
    seriesId,
    occurrenceKey: key,
    overridden: [],
    times: timesAt(series.times, key),
    previousStartLocal: '',
    previousStartMs: null,
    slug: occurrenceSlugs(series, [key])[0] ?? series.slug,
    ...own,
  }
}

/**
 * The slugs that occurrences request: that of the series with the date of the key, such as `market-2026-12-08`, and with the time of day as
 * well for the second one on a day, such as `market-2026-12-08-1900`. They follow the key, so an occurrence that moves keeps its address.
 * Slugs in the trash have the suffix of trashed slugs.
 * @param keys ascending
 */
export function occurrenceSlugs({ slug, status }: Pick<EventRecord, 'slug' | 'status'>, keys: readonly string[]): readonly string[] {
  const base = untrashedSlug(slug)
  let last = ''
  return keys.map((key) => {
    const date = key.slice(0, 10)
    const isSecond = date === last
    last = date
    const wish = slugWithEnding(base, isSecond ? `-${date}-${key.slice(11, 13)}${key.slice(14, 16)}` : `-${date}`)
    return status === 'trash' ? trashedSlug(wish) : wish
  })
}

/**
 * The fields of a patch of an occurrence. An empty slug, which requests one made from the title, is left out if the occurrence has such a slug
 * with a date.
 */
export function withoutMadeSlug<F extends Partial<Pick<EventRecord, 'slug' | 'title'>>>(occurrence: EventRecord, fields: F): F {
  const own = untrashedSlug(occurrence.slug)
  const [ending] = /-\d{4}-\d\d-\d\d(?:-\d+)*$/.exec(own) ?? ['']
  const isMade = ending !== '' && own === slugWithEnding(toSlug(fields.title ?? occurrence.title), ending)
  if (fields.slug !== '' || !isMade) return fields
  const { slug: _, ...rest } = fields
  // The rest of the fields is as valid as all of them, because each field may be missing.
  return rest as F
}
