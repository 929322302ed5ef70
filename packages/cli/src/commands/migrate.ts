import { migrateToLatest } from '@kalends/kysely'
import { type Command, isGiven } from '../command.ts'
import { withDatabase } from '../database.ts'
import { databaseOptions } from '../options.ts'

export const migrate: Command = {
  summary: 'Makes the tables of a calendar, or brings them up to date',
  details: ['A file of SQLite that does not exist is made. Stop all programs of an older version before.'],
  operands: [],
  options: { ...databaseOptions, 'no-search-index': { text: 'Leave out the index for searches, or remove it' } },
  run: (call) =>
    withDatabase(call, { needs: 'nothing' }, async ({ db, tables }) => {
      const migrations = await migrateToLatest(db, {
        ...tables,
        searchIndex: !isGiven(call, 'no-search-index'),
        onProgress: ({ migration, done, total }) => {
          call.signal.throwIfAborted()
          call.progress.show(migration, done, total)
        },
      })
      return {
        report: { migrations },
        lines: migrations.length === 0 ? ['The tables are up to date.'] : migrations.map((name) => `${name} has run.`),
      }
    }),
}
