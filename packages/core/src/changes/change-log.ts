import type { CalendarContext } from '../record/context.ts'
import type { CalendarStore } from '../store/contract.ts'
import type { Clock } from '../time/clock.ts'
import { createChangeNotifier } from './notifier.ts'
import { createPruning, type Retention } from './pruning.ts'

/** What a calendar does after each of its commits: it calls listeners, notifies callers that wait for changes, and deletes old rows of the log. */
export function createChangeLog(
  store: CalendarStore,
  clock: Clock,
  retention: Retention,
  callListeners: CalendarContext['publish'],
): Pick<CalendarContext, 'publish' | 'notifier' | 'logKeptMs'> {
  const nowMs = (): number => clock.nowMs()
  const notifier = createChangeNotifier(store, nowMs)
  const pruneNowAndThen = createPruning(store, nowMs, retention)
  return {
    notifier,
    logKeptMs: retention.keptMs,
    publish: (changes) => {
      if (changes.length === 0) return
      callListeners(changes)
      notifier.noteCommit()
      pruneNowAndThen()
    },
  }
}
