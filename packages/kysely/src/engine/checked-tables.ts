import { checkLedger } from './ledger.ts'
import { onCheckedConnection } from './session-check.ts'
import type { StoreContext } from './store-context.ts'

/**
 * Runs an operation after checking its connection and the version of the tables, each once.
 * @throws Error the tables are of another version, or a setting of the session is unsafe
 */
export const onCheckedTables = <T>(context: StoreContext, operation: (inside: StoreContext) => Promise<T>): Promise<T> =>
  onCheckedConnection(context, async (inside) => {
    await checkLedger(inside)
    return operation(inside)
  })
