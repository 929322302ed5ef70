import { basename } from 'node:path'
import { type ImportReport, type ImportStore, importRecords, memoryImports } from '@kalends/import'
import { type Call, type Command, isGiven, textOf } from '../command.ts'
import { type Database, withDatabase } from '../database.ts'
import { usage } from '../failure.ts'
import { addressOf, importFormats, nameOfAddress, withItems } from '../import-source.ts'
import { makeImportTables, openImports } from '../import-tables.ts'
import { databaseOptions } from '../options.ts'
import { standardStream } from '../output.ts'

/** The number of notes of a kind that are printed; --json has all. */
const maxNotes = 20

export const importCommand: Command = {
  summary: 'Imports a file, a subscription or a site; once more, it writes only what has changed',
  details: [
    'FILE is a file, - for stdin, or an address: of iCalendar, CSV, a page with JSON-LD, or a site of',
    'The Events Calendar.',
    'The source is known by its address, without secrets, or by the name of its file; --source gives',
    'it another name.',
    'The exit code is 1 if something was skipped, or the source could not be read as a whole.',
  ],
  operands: ['FILE'],
  options: {
    ...databaseOptions,
    format: { value: 'FORMAT', among: importFormats, text: 'The format (default: by the name or the type of FILE)' },
    source: { value: 'NAME', text: 'The name of the source' },
    'dry-run': { text: 'Write nothing, and report what would happen' },
    'on-missing': { value: 'WORD', among: ['keep', 'trash'], text: 'Coming events that the source no longer has (default: keep)' },
    conflicts: { value: 'WORD', among: ['keep', 'source-wins'], text: 'Members that people have changed here (default: keep)' },
    'on-error': { value: 'WORD', among: ['skip', 'stop'], text: 'Items that cannot be imported (default: skip)' },
    categories: { value: 'WORD', among: ['categories', 'tags'], text: 'What CATEGORIES of iCalendar become (default: categories)' },
    column: { value: 'MEMBER=NAME', isRepeatable: true, text: 'A column of CSV, such as start=Beginn; may be repeated' },
    dates: { value: 'FORM', isRepeatable: true, text: 'How CSV writes days, such as DD/MM/YYYY; may be repeated' },
    user: { value: 'NAME', text: 'A user of the site, whose password is in the variable KALENDS_PASSWORD' },
  },
  run: (call) => {
    const [file = standardStream] = call.operands
    const source = textOf(call, 'source') ?? sourceName(file)
    // Imports keep their table in the schema of the connection, where another calendar would find the same sources.
    if (textOf(call, 'schema') !== undefined) throw usage('An import takes the schema from the address: ?options=-csearch_path%3DNAME.')
    return withDatabase(call, {}, (database) =>
      withItems(call, file, database.calendar.timeZone, async (items) => {
        const report = await importRecords(database.calendar, items, {
          ...{ source, records: await openRecords(call, database), dryRun: isGiven(call, 'dry-run'), signal: call.signal },
          onMissing: textOf(call, 'on-missing') === 'trash' ? 'trash' : 'keep',
          conflicts: textOf(call, 'conflicts') === 'source-wins' ? 'source wins' : 'keep',
          onError: textOf(call, 'on-error') === 'stop' ? 'stop' : 'skip',
          onProgress: ({ done }) => call.progress.show('Imported items', done),
        })
        const hasFindings = report.skipped.length > 0 || report.incomplete !== null
        return { report: { source, ...report }, lines: toLines(report), hasFindings }
      }),
    )
  },
}

function sourceName(file: string): string {
  if (file === standardStream) throw usage('Name the source of stdin by --source.')
  const address = addressOf(file)
  return address === undefined ? basename(file) : nameOfAddress(address)
}

/** What earlier imports know. A dry run makes no table: without one nothing is known. */
async function openRecords(call: Call, database: Database): Promise<ImportStore> {
  if (!isGiven(call, 'dry-run')) await makeImportTables(database)
  return (await openImports(database)) ?? memoryImports()
}

function toLines({ created, updated, unchanged, trashed, skipped, warnings, doubtful, incomplete }: ImportReport): readonly string[] {
  return [
    `${created} created, ${updated} updated, ${unchanged} unchanged, ${trashed} trashed, ${skipped.length} skipped.`,
    ...(incomplete === null ? [] : [`The source is incomplete: ${incomplete.message}`]),
    ...notes('Skipped', skipped),
    ...notes('Warnings', warnings),
    ...notes('Perhaps the same as events of other sources', doubtful),
  ]
}

function notes(title: string, list: ImportReport['skipped']): readonly string[] {
  if (list.length === 0) return []
  const shown = list.slice(0, maxNotes).map(({ index, line, key, message }) => {
    const place = line === undefined ? `item ${index + 1}` : `line ${line}`
    return `  ${place}${key === '' ? '' : `, ${key}`}: ${message}`
  })
  const rest = list.length - shown.length
  return [`${title}:`, ...shown, ...(rest > 0 ? [`  and ${rest.toLocaleString('en')} more, which --json lists`] : [])]
}
