import { readFileSync } from 'node:fs'
import { crc32, gunzipSync } from 'node:zlib'
import { expandRule } from '../../src/recurrence/expand-rule.ts'
import type { RecurrenceRule } from '../../src/recurrence/rule.ts'
import { ruleOf } from './rule-of.ts'
import { slowOccurrences } from './slow-model.ts'

/** The lines that `record-dateutil.py` has written; its comment has their format. */
export const dateutilLines: readonly string[] = gunzipSync(readFileSync(new URL('dateutil.txt.gz', import.meta.url)))
  .toString()
  .trimEnd()
  .split('\n')

/** The errors of dateutil that occur in the fixture. */
const knownErrors: readonly { readonly name: string; readonly applies: (rule: RecurrenceRule) => boolean }[] = [
  {
    name: 'BYDAY with numbered and plain weekdays: dateutil requires both of a day, RFC 5545 either',
    applies: ({ byDay }) => byDay.some(({ nth }) => nth === 0) && byDay.some(({ nth }) => nth !== 0),
  },
  {
    name: 'BYWEEKNO of the week of New Year: dateutil counts with the length of the wrong year',
    applies: ({ byWeekNo }) => [52, 53, -52, -53].some((week) => byWeekNo.includes(week)),
  },
]

/** The names of all known errors. */
export const knownErrorNames: readonly string[] = knownErrors.map(({ name }) => name)

const dayMs = 86_400_000
const most = 300

/**
 * Compares the expander with a line.
 * @returns Undefined if both agree, the name of an error of dateutil if the slow model agrees with the expander, else both results.
 */
export function compareWithDateutil(line: string): string | undefined {
  const [start = '', text = '', count, digest, distances = ''] = line.split(' ')
  const rule = ruleOf(text)
  const startMs = Date.parse(`${start}Z`)
  const days = expandRule(rule, startMs, { limit: most }).map((wallMs) => Math.floor(wallMs / dayMs))
  if (days.length === Number(count) && crc32(days.join(' ')).toString(16).padStart(8, '0') === digest) return undefined
  const error = knownErrors.find(({ applies }) => applies(rule))
  const lastYear = Math.min(new Date(startMs).getUTCFullYear() + 30, 2200)
  const slow = slowOccurrences(rule, startMs, lastYear)
  const own = expandRule(rule, startMs, { before: Date.UTC(lastYear + 1, 0, 1) })
  if (error !== undefined && slow.join() === own.join()) return error.name
  const ownDistances = days.slice(0, 8).map((day, index) => day - (days[index - 1] ?? Math.floor(startMs / dayMs)))
  return `${text} from ${start}: dateutil has ${count} at ${distances}, the expander ${days.length} at ${ownDistances}`
}
