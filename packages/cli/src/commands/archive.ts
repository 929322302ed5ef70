import { type RestoredRecords, writeArchive } from '@kalends/core/archive'
import { type Call, type Command, isGiven } from '../command.ts'
import { withDatabase } from '../database.ts'
import { usage } from '../failure.ts'
import { openSections } from '../import-tables.ts'
import { databaseOptions } from '../options.ts'
import { standardStream, writeDocument } from '../output.ts'
import { recordsLine } from '../report-lines.ts'

/** The counts of the report by the names that lines of an archive begin with. */
const countNames: Readonly<Record<string, keyof RestoredRecords>> = {
  ...{ term: 'terms', venue: 'venues', organizer: 'organizers', event: 'events', row: 'rows' },
}

type Counts = { -readonly [Name in keyof RestoredRecords]: number }

export const archive: Command = {
  summary: 'Writes everything that a calendar and its imports have, for backups and for other engines',
  details: [
    'With - the archive goes to stdout; a FILE whose name ends in .gz is compressed.',
    'An archive has drafts, the trash, addresses of people and of sources: keep it as safe as the database.',
  ],
  operands: ['FILE'],
  options: { ...databaseOptions, log: { text: 'Also the log of changes, so that copies go on with their tokens' } },
  run: (call) => {
    const [file = standardStream] = call.operands
    const isStdoutTaken = file === standardStream
    if (isStdoutTaken && isGiven(call, 'json')) throw usage('--json needs a FILE, because the archive itself goes to stdout.')
    return withDatabase(call, {}, async (database) => {
      const counts: Counts = { terms: 0, venues: 0, organizers: 0, events: 0, rows: 0 }
      const options = { log: isGiven(call, 'log'), sections: await openSections(database), signal: call.signal }
      const lines = writeArchive(database.calendar, options)
      await writeDocument(file, counted(call, lines, counts), call.signal)
      return { report: { file, ...counts }, lines: [`${isStdoutTaken ? 'The archive' : file} has ${recordsLine(counts)}.`], isStdoutTaken }
    })
  },
}

/** The lines of an archive, which are counted as they pass. */
async function* counted(call: Call, lines: AsyncIterable<string>, counts: Counts): AsyncIterable<string> {
  let done = 0
  for await (const line of lines) {
    const name = countNames[/^\{"([a-z]+)"/.exec(line)?.[1] ?? '']
    if (name !== undefined) counts[name]++
    call.progress.show('Archived records', done++)
    yield line
  }
}
