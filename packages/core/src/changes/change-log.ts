import type { ChangeNotifier } from '../record/change-notifier.ts'
import type { CalendarContext } from '../record/context.ts'
import type { CalendarStore } from '../store/contract.ts'
import type { Clock } from '../time/clock.ts'
import { createPruning, type Retention } from './pruning.ts'

/** Makes the notifier of a calendar: it has none if no caller can wait for changes. */
export type NotifierMaker = (store: CalendarStore, nowMs: () => number) => ChangeNotifier

/** What a calendar does after each of its commits: it calls listeners, notifies callers that wait for changes, and deletes old rows of the log. */
export function createChangeLog(
  store: CalendarStore,
  clock: Clock,
  retention: Retention,
  createNotifier: NotifierMaker,
  callListeners: CalendarContext['publish'],
): Pick<CalendarContext, 'publish' | 'notifier' | 'logKeptMs' | 'historyKeptMs'> {
  const nowMs = (): number => clock.nowMs()
  const notifier = createNotifier(store, nowMs)
  const pruneNowAndThen = createPruning(store, nowMs, retention)
  return {
    notifier,
    logKeptMs: retention.keptMs,
    historyKeptMs: retention.historyMs,
    publish: (changes) => {
      if (changes.length === 0) return
      callListeners(changes)
      notifier.noteCommit()
      pruneNowAndThen()
    },
  }
}
