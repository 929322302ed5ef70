import type { Kind } from '../errors/codes.ts'
import type { FieldsShape, UnknownFields } from '../fields/typed-fields.ts'
import { openTransactions } from '../store/open-transactions.ts'
import type { Change, ChangeVerb } from './change.ts'

/** Receives a committed change of one kind of record. */
export type ChangeListener<K extends Kind = Kind, V extends ChangeVerb = ChangeVerb, F extends FieldsShape = UnknownFields> = (
  change: Change<K, V, F>,
) => void | Promise<void>

/** The listeners of a calendar and of the calendars derived from it. */
export interface Listeners {
  /** Adds a listener. @returns a function that removes it */
  add(name: string, listener: ChangeListener): () => void
  /** Reports committed changes in their order, and waits for no listener. */
  notify(changes: readonly Change[]): void
}

/**
 * Creates an empty set of listeners.
 * @param report receives the errors of listeners
 */
export function createListeners(report: (error: unknown) => void): Listeners {
  const known = new Map<string, Set<ChangeListener>>()
  return {
    add(name, listener) {
      const listeners = known.get(name) ?? new Set()
      known.set(name, listeners.add(listener))
      return () => void listeners.delete(listener)
    },
    notify(changes) {
      for (const change of changes)
        for (const listener of [...(known.get(change.name) ?? [])]) openTransactions().detach(() => void callOne(listener, change, report))
    },
  }
}

async function callOne(listener: ChangeListener, change: Change, report: (error: unknown) => void): Promise<void> {
  try {
    await listener(change)
  } catch (error) {
    await reportSafely(report, error)
  }
}

/** Reports an error. Errors of `report` itself are ignored. */
export async function reportSafely(report: (error: unknown) => void, error: unknown): Promise<void> {
  try {
    const reported: unknown = report(error)
    await reported
  } catch {
    // No error handler is left, and an unhandled rejection would end the process.
  }
}
