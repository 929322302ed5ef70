import type { CalendarContext } from '../record/context.ts'
import type { CalendarStore } from '../store/contract.ts'
import type { Clock } from '../time/clock.ts'
import { createPruning, type Retention } from './pruning.ts'
import { createWakes } from './wake.ts'

/** What a calendar does after each of its commits: it calls listeners, wakes callers that wait for changes, and deletes old rows of the log. */
export function createFeed(
  store: CalendarStore,
  clock: Clock,
  retention: Retention,
  tell: CalendarContext['publish'],
): Pick<CalendarContext, 'publish' | 'wakes' | 'logKeptMs'> {
  const nowMs = (): number => clock.nowMs()
  const wakes = createWakes(store, nowMs)
  const pruneNowAndThen = createPruning(store, nowMs, retention)
  return {
    wakes,
    logKeptMs: retention.keptMs,
    publish: (changes) => {
      if (changes.length === 0) return
      tell(changes)
      wakes.noteCommit()
      pruneNowAndThen()
    },
  }
}
