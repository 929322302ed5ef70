import { type Command, isGiven } from '../command.ts'
import { withDatabase } from '../database.ts'
import { databaseOptions } from '../options.ts'
import { countOf, findingLines } from '../report-lines.ts'

export const rezone: Command = {
  summary: 'Computes the instants of all events again, after the rules of a time zone have changed',
  details: ['Wall times stay as they are. The rules are those of this Node: update it before.'],
  operands: [],
  options: { ...databaseOptions, 'dry-run': { text: 'Write nothing, and report what would change' } },
  run: (call) =>
    withDatabase(call, {}, async ({ calendar }) => {
      const dryRun = isGiven(call, 'dry-run')
      const report = await calendar.maintenance.rezone({ dryRun })
      const { checked, changed } = report
      return {
        report,
        lines: [
          `${countOf(changed, 'event')} of ${checked.toLocaleString('en')} ${dryRun ? 'would change' : 'changed'}.`,
          ...findingLines(report),
        ],
      }
    }),
}
