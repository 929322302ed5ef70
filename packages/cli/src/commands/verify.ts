import { migrateToLatest, verifyTables } from '@kalends/kysely'
import { type Call, type Command, isGiven } from '../command.ts'
import { type Database, withDatabase } from '../database.ts'
import { databaseOptions } from '../options.ts'
import { countOf, type Finding, findingLines } from '../report-lines.ts'

/** The names of the checks in their order, and what each of them reads. */
const checks = {
  links: 'Links of events',
  searchIndex: 'The index for searches',
  counts: 'Counts of events',
  series: 'Series and their occurrences',
  fields: 'Values of declared fields',
  keys: 'Filters of declared fields',
} as const

type CheckName = keyof typeof checks

/** The result of a check: problems that are left, and those that were repaired. */
interface Checked {
  readonly checked: number
  readonly findings: readonly Finding[]
  readonly isRepaired: boolean
}

export const verify: Command = {
  summary: 'Checks links, the index for searches, counts, series and declared fields',
  details: [
    'It only reads, and the exit code is 1 if something is wrong. Fields are checked if --fields names them.',
    'Links and values of fields are not repaired: an archive that is restored has new links.',
  ],
  operands: [],
  options: { ...databaseOptions, repair: { text: 'Repair the index for searches, counts, series and filters of fields' } },
  run: (call) =>
    withDatabase(call, {}, async (database) => {
      const results = await runChecks(call, database)
      const left = Object.values(results).filter(({ findings, isRepaired }) => findings.length > 0 && !isRepaired)
      return {
        report: { ok: left.length === 0, checks: results },
        lines: Object.entries(results).flatMap(([name, result]) => toLines(checks[name as CheckName], result)),
        hasFindings: left.length > 0,
      }
    }),
}

async function runChecks(call: Call, database: Database): Promise<Partial<Record<CheckName, Checked>>> {
  const { calendar, db, tables } = database
  const { maintenance } = calendar
  const repairs = isGiven(call, 'repair')
  const results: Partial<Record<CheckName, Checked>> = {}
  const run = async (name: CheckName, check: () => Promise<Omit<Checked, 'isRepaired'>>, isRepaired = repairs): Promise<void> => {
    call.signal.throwIfAborted()
    call.progress.show(checks[name], Object.keys(results).length, Object.keys(checks).length)
    const { checked, findings } = await check()
    results[name] = { checked, findings, isRepaired: isRepaired && findings.length > 0 }
  }
  const { links, searchIndex } = await verifyTables(db, tables)
  await run('links', async () => links, false)
  await run('searchIndex', async () => {
    if (repairs && searchIndex.findings.length > 0) await rebuildSearchIndex(database)
    return searchIndex
  })
  await run('counts', () => maintenance.recount({ dryRun: !repairs }))
  await run('series', () => maintenance.verifySeries({ dryRun: !repairs }))
  if (call.given['fields'] !== undefined) {
    await run('fields', () => maintenance.checkFields(), false)
    await run('keys', () => maintenance.reindexFields({ dryRun: !repairs }))
  }
  return results
}
/** Migrations remove and build the index, also on engines that cannot tell which part of it is damaged. */
async function rebuildSearchIndex({ db, tables }: Database): Promise<void> {
  await migrateToLatest(db, { ...tables, searchIndex: false })
  await migrateToLatest(db, tables)
}

function toLines(title: string, { checked, findings, isRepaired }: Checked): readonly string[] {
  const result = findings.length === 0 ? 'in order' : isRepaired ? 'repaired' : 'wrong'
  return [`${title}: ${result} (${countOf(checked, 'row')} read)`, ...findingLines({ findings })]
}
