import type { RawBuilder } from 'kysely'
import type { StatementSettings } from './read-dialect.ts'
import type { StoreContext } from './store-context.ts'

/** The start of a `select` statement with the settings that apply to it alone. */
export function selecting(
  { dialect, statementLimitMs }: StoreContext,
  settings: Omit<StatementSettings, 'limitMs'> = {},
): RawBuilder<unknown> {
  return statementLimitMs === undefined ? dialect.select(settings) : dialect.select({ ...settings, limitMs: statementLimitMs() })
}
