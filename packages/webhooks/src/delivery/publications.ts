import type { Calendar } from '@kalends/core'
import { internals } from '@kalends/core/internal'
import { kindsOf } from '../patterns.ts'
import { noRows, type RecordChange } from './collapse.ts'

/** Finds the records of some patterns whose publication date came without a write, after one moment, up to another one, by date. */
export type FindPublications = (patterns: readonly string[], afterMs: number, untilMs: number) => Promise<readonly RecordChange[]>

/**
 * Finds publications. Endpoints that ask for the same moments share the answer.
 * @param calendar the host's own
 */
export function createPublications(calendar: Calendar): FindPublications {
  const { log } = internals(calendar)
  const known = new Map<string, ReturnType<typeof log.publications>>()
  return async (patterns, afterMs, untilMs) => {
    const kinds = kindsOf(patterns)
    const key = `${afterMs} ${untilMs} ${kinds.join()}`
    const asked = known.get(key) ?? log.publications({ kinds, afterMs, untilMs })
    known.set(key, asked)
    return (await asked).map(({ kind, id, publishedMs }) => ({
      ...{ ...noRows, kind, id, verb: 'published', lastVerb: 'published', atMs: publishedMs },
      messageId: `published_${kind}_${id}_${publishedMs}`,
    }))
  }
}
