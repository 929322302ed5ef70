import type { PublishedRecord, Revision } from '@kalends/core/store'
import type { PublicationIndex } from './indexes.ts'
import { extendedToOf } from './series.ts'
import { firstIndex } from './sorted-list.ts'
import type { TableView, View } from './tables.ts'

/** The revision of the state in a view. */
export function revisionOf(view: View, nowMs: number): Revision {
  const { log, written } = view
  const last = written.at(-1) ?? log.rows.at(-1)
  return {
    token: `${log.last + written.length}.${last?.atMs ?? 0}`,
    mark: { seq: log.last, atMs: log.rows.at(-1)?.atMs ?? 0 },
    staleAtMs: nextPublication(view, nowMs),
    extendedTo: extendedToOf(view),
  }
}

/**
 * Makes a reader of the revision of the committed state. It computes the revision again after a commit, after a publication date has
 * passed, and after the clock is set back.
 * @param committed a view that never changes anything
 */
export function revisionReader(committed: View): (nowMs: number) => Revision {
  let known: { readonly sinceMs: number; readonly revision: Revision } | undefined
  return (nowMs) => {
    const isSame = known?.revision.mark.seq === committed.log.last
    if (known !== undefined && isSame && known.sinceMs <= nowMs && nowMs < (known.revision.staleAtMs ?? Number.POSITIVE_INFINITY))
      return known.revision
    const revision = revisionOf(committed, nowMs)
    known = { sinceMs: nowMs, revision }
    return revision
  }
}

/** The first instant after now at which a scheduled record becomes published. */
function nextPublication({ events, venues, organizers }: View, nowMs: number): number | null {
  const moments = [publicationsAfter(events, nowMs), publicationsAfter(venues, nowMs), publicationsAfter(organizers, nowMs)].flat()
  return moments.length === 0 ? null : Math.min(...moments)
}

/** The next publications: of committed records, and of the records that the view has changed. */
function publicationsAfter<R extends PublishedRecord>(
  { records: { changes }, index }: TableView<R, PublicationIndex<R>>,
  nowMs: number,
): number[] {
  const published = index.published()
  let next = firstIndex(published, ({ publishedMs }) => publishedMs > nowMs)
  while (next < published.length && changes.has(published[next]?.id ?? 0)) next++
  const changed = [...changes.values()].filter((record) => record?.status === 'publish' && record.publishedMs > nowMs)
  return [published[next], ...changed].flatMap((record) => record?.publishedMs ?? [])
}
