import type { Calendar } from '@kalends/core'
import { internals } from '@kalends/core/internal'
import type { ImportSettings } from '../options.ts'
import type { ImportChanges, ImportStore } from '../records/import-store.ts'

/** What a transaction writes to, and where it keeps what is known then. */
export interface Transacting {
  readonly settings: Pick<ImportSettings, 'calendar' | 'source' | 'dryRun'>
  readonly records: ImportStore
}

/** The rows that commit with a transaction. */
type SavedRows = Pick<ImportChanges, 'rows' | 'removedIds'>

/** The rows of a committed transaction that are being saved, by their store, where it does not join transactions. */
const saving = new WeakMap<ImportStore, Promise<void>>()

/**
 * Runs the work in a transaction in which no other import writes. What is known about the source commits with it. In a dry run, everything is
 * undone after the work.
 * @param isKept whether the outcome is committed
 */
export async function transact<T extends SavedRows>(
  { settings, records }: Transacting,
  work: (tx: Calendar, transaction: object | undefined) => Promise<T>,
  isKept: (outcome: T) => boolean = () => true,
): Promise<T> {
  const { source } = settings
  const undo = new Error('The writes of this transaction are undone.')
  let last: T | undefined
  let endSaving = (): void => undefined
  try {
    const outcome = await settings.calendar.transaction(async (tx) => {
      const { engineTransaction } = internals(tx)
      if (records.joinsTransactions && engineTransaction === undefined)
        throw new TypeError('kyselyImports needs a calendar over kyselyStore, in the same database')
      await internals(tx).lockImports()
      // An earlier attempt of this transaction was undone. Another import that has committed may not have saved its rows yet.
      endSaving()
      await saving.get(records)
      last = await work(tx, engineTransaction)
      if (settings.dryRun || !isKept(last)) throw undo
      if (records.joinsTransactions) await records.save({ source, ...last }, engineTransaction)
      else
        saving.set(
          records,
          new Promise((resolve) => {
            endSaving = resolve
          }),
        )
      return last
    })
    if (!records.joinsTransactions) await records.save({ source, ...outcome })
    return outcome
  } catch (error) {
    if (error !== undo || last === undefined) throw error
    if (settings.dryRun && isKept(last)) await records.save({ source, ...last })
    return last
  } finally {
    endSaving()
  }
}
