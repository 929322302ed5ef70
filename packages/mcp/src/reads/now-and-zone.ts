import { invalidInput, type Reason } from '@kalends/core/internal'
import { defineTool } from '../tool.ts'
import { nowIn } from '../when.ts'
import { readWrittenZone } from '../written-time.ts'

/** Says what time it is. */
export const nowAndZone = defineTool({
  name: 'now_and_zone',
  title: 'The time and the zone of the calendar',
  description:
    'The present time of the calendar in its own time zone, in UTC, and in another zone if you name one. Call it before you work out words such as "next Friday". Ask the person for their zone if it is not known; never guess it.',
  input: {
    properties: { timeZone: { type: 'string', maxLength: 64, description: 'Another zone, by its IANA name, such as America/New_York.' } },
    required: [],
  },
  effect: 'reads',
  run: async ({ calendar, nowMs }, { timeZone }) => {
    if (timeZone === undefined) return { timeZone: calendar.timeZone }
    const issues: Record<string, Reason> = {}
    const zone = readWrittenZone(timeZone, issues)
    if (Object.keys(issues).length > 0) throw invalidInput(issues)
    return { timeZone: calendar.timeZone, there: nowIn(nowMs(), zone) }
  },
})
