import { requireKnownName } from '../errors/known-names.ts'
import { type ChangeName, type ChangeOf, changeNames } from '../record/change.ts'
import { type HookName, type Hooks, hookNames, type PlannedWriteOf } from '../record/hooks.ts'
import type { ChangeListener, Listeners } from '../record/listeners.ts'
import { requireFunction } from './reading.ts'

/** The members of a calendar that add listeners and hooks. */
export interface Subscriptions<Tx> {
  /** Adds a listener. @returns a function that removes it */
  on<N extends ChangeName>(name: N, listener: (change: ChangeOf<N>) => void | Promise<void>): () => void
  /** Adds a hook. @returns a function that removes it */
  before<N extends HookName>(name: N, hook: (write: PlannedWriteOf<N, Tx>) => void | Promise<void>): () => void
}

/** Adds listeners and hooks to these sets, after a check of their names. */
export const createSubscriptions = <Tx>(listeners: Listeners, hooks: Hooks<Tx>): Subscriptions<Tx> => ({
  on: (name, listener) => {
    requireKnownName('calendar.on', name, changeNames)
    requireFunction('listener', listener)
    // The listener is only called with changes of that name, which the type of the map does not express.
    return listeners.add(name, listener as ChangeListener)
  },
  before: (name, hook) => {
    requireKnownName('calendar.before', name, hookNames)
    requireFunction('hook', hook)
    // The hook is only called with writes of that name, which the type of the map does not express.
    return hooks.add(name, hook as Parameters<typeof hooks.add>[1])
  },
})
