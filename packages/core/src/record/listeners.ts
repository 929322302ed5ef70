import type { Kind } from '../errors/codes.ts'
import type { Change } from './change.ts'

/** Takes a committed change of one kind of record. */
export type ChangeListener<K extends Kind = Kind> = (change: Change<K>) => void | Promise<void>

/** The listeners of a calendar, by the name of the change. */
export type Listeners = Map<string, Set<ChangeListener>>

/**
 * Tells a listener of a change. Never rejects.
 * @param report takes what the listener throws
 */
export async function tellListener(listener: ChangeListener, change: Change, report: (error: unknown) => void): Promise<void> {
  try {
    await listener(change)
  } catch (error) {
    try {
      report(error)
    } catch {
      // Nobody is left to tell, and an unhandled rejection would end the process.
    }
  }
}
