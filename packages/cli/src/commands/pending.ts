import { pendingMigrations } from '@kalends/kysely'
import type { Command } from '../command.ts'
import { withDatabase } from '../database.ts'
import { databaseOptions } from '../options.ts'

export const pending: Command = {
  summary: 'Lists the migrations that have not run',
  details: ['The exit code is 1 if there are any.'],
  operands: [],
  options: databaseOptions,
  run: (call) =>
    withDatabase(call, { needs: 'database' }, async ({ db, tables }) => {
      const names = await pendingMigrations(db, tables)
      return {
        report: { pending: names },
        lines: names.length === 0 ? ['The tables are up to date.'] : names,
        hasFindings: names.length > 0,
      }
    }),
}
