import type { Event } from '@kalends/core'
import { invalidInput, type Reason } from '@kalends/core/internal'
import { defineTool } from '../tool.ts'
import { checkWrittenTimes, readWrittenZone, type WrittenTimes } from '../written-time.ts'
import { type Members, memberSchema } from './event-members.ts'
import { checkScope, namedSchema, notZoneOf, optionsOf, type Scope } from './named-event.ts'
import { inTwoSteps, tokenSchema } from './two-steps.ts'
import { writtenOf } from './written.ts'

/** Changes an event. */
export const updateEvent = defineTool({
  name: 'update_event',
  title: 'Change an event',
  description:
    'Changes the given members of an event in two calls, like create_event: the first one stores nothing and returns a sentence and a token, the second one repeats the input with the token. To move an event, give the start and the end. timeZone is the zone of the event, which get_event shows; to move the event to another zone, give that one with the start and the end.',
  input: {
    properties: {
      ...namedSchema.properties,
      ...memberSchema.properties,
      timeZone: { type: 'string', maxLength: 64, description: 'The IANA name of the zone in which the start and the end are written.' },
      token: tokenSchema,
    },
    required: namedSchema.required,
  },
  effect: 'changes',
  run: (context, input) => {
    const issues: Record<string, Reason> = {}
    const timeZone = readWrittenZone(input.timeZone, issues)
    if (Object.keys(issues).length > 0) throw invalidInput(issues)
    return inTwoSteps(context, 'update_event', input, async (tx) => {
      const { id, scope, token: _, ...members } = input
      const before = await tx.events.get(id)
      const patch = patchOf(before, { ...members, timeZone }, scope)
      const event = await tx.events.update(id, patch, optionsOf(before, scope))
      const isOfSeries = event.recurrence !== null && scope !== 'this'
      return writtenOf(tx, event, { before, isOfSeries, times: givenTimes(members), changes: changesOf(members) })
    })
  },
})

const givenTimes = ({ startDate, endDate }: Members): WrittenTimes | undefined =>
  startDate === undefined || endDate === undefined ? undefined : { startDate, endDate }

/** What an input changes beside the times, which the sentence says: names of members, and of a status the new one. Texts are data, and not said. */
const changesOf = ({
  startDate: _start,
  endDate: _end,
  timeZone: _zone,
  allDay: _allDay,
  ...others
}: Members & { readonly timeZone?: string }) =>
  Object.entries(others).flatMap(([name, value]) => {
    if (value === undefined) return []
    return name === 'status' ? [`${name} (${String(value)})`] : [name]
  })

/**
 * The patch of an input. A zone alone would move the event, as it keeps its wall time; so the zone is written only with a start and an end.
 * @throws invalid_input naming the members that leave open which time is meant
 */
function patchOf(
  before: Event,
  { timeZone, startDate, endDate, allDay, ...others }: Members & { readonly timeZone: string },
  scope: Scope | undefined,
): Members & { readonly timeZone?: string } {
  const issues: Record<string, Reason> = {}
  checkScope(before, scope, issues)
  const times = givenTimes({ startDate, endDate })
  const needsTimes = startDate !== undefined || endDate !== undefined || (allDay !== undefined && allDay !== before.allDay)
  if (times !== undefined) checkWrittenTimes(times, timeZone, allDay ?? before.allDay, issues)
  else if (needsTimes)
    for (const [name, value] of Object.entries({ startDate, endDate })) if (value === undefined) issues[name] = { code: 'required' }
  if (times === undefined && timeZone !== before.timeZone) issues['timeZone'] = notZoneOf(before)
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
  return times === undefined ? others : { ...others, ...times, timeZone, allDay: allDay ?? before.allDay }
}
