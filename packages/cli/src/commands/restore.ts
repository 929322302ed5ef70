import { restoreArchive } from '@kalends/core/archive'
import { migrateToLatest } from '@kalends/kysely'
import type { Command } from '../command.ts'
import { withDatabase } from '../database.ts'
import { makeImportTables, openSections } from '../import-tables.ts'
import { textsFrom, withFile } from '../input.ts'
import { databaseOptions } from '../options.ts'
import { standardStream } from '../output.ts'
import { recordsLine } from '../report-lines.ts'

export const restore: Command = {
  summary: 'Restores an archive into an empty database, on any engine',
  details: [
    'With - the archive comes from stdin; a FILE whose name ends in .gz is decompressed. The tables are made.',
    'A damaged archive is refused, and after any failure the database is as empty as before.',
  ],
  operands: ['FILE'],
  options: databaseOptions,
  run: (call) => {
    const [file = standardStream] = call.operands
    return withFile(file, (octets) =>
      withDatabase(call, { needs: 'nothing' }, async (database) => {
        const { db, tables, store } = database
        await migrateToLatest(db, tables)
        if (tables.schema === undefined) await makeImportTables(database, { hasSources: true })
        const restored = await restoreArchive(store, textsFrom(octets), {
          sections: await openSections(database),
          onProgress: ({ terms, venues, organizers, events, rows }) =>
            call.progress.show('Restored records', terms + venues + organizers + events + rows),
          signal: call.signal,
        })
        return { report: restored, lines: [`The database has ${recordsLine(restored)}.`] }
      }),
    )
  },
}
