import type { EventFilter } from '@kalends/core/store'
import type { IndexChoice } from '../event-filter/index-choice.ts'
import type { EventSource } from '../event-filter/source.ts'
import { noSplit, type Split, splitByAuthor, splitByClause, splitByLink } from './branches.ts'
import { splitByTimes } from './split-by-times.ts'

/** The splits of a source that was chosen for the narrowest part of a filter: its links, authors or window. */
export function narrowSplits(filter: EventFilter, source: EventSource, index: IndexChoice): readonly Split[] {
  const times = index === 'window' && source.table === 'events' ? splitByTimes(filter, 'startLocal') : noSplit
  return [splitByLink(source), splitByAuthor(filter, source), times, splitByClause(filter)]
}
