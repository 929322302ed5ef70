import { invalidInput, type Reason } from '@kalends/core/internal'
import { defineTool } from '../tool.ts'
import { checkWrittenTimes, readWrittenZone } from '../written-time.ts'
import { memberSchema } from './event-members.ts'
import { inTwoSteps, tokenSchema } from './two-steps.ts'
import { writtenOf } from './written.ts'

/** Creates an event. */
export const createEvent = defineTool({
  name: 'create_event',
  title: 'Create an event',
  description:
    'Creates an event in two calls. The first one stores nothing: it returns a sentence with the time that would be stored, the events that are in the way, and a token. Show the sentence to the person. Only if they agree, call again with the same input and the token, within 10 minutes. The zone is that of the place where the event happens: ask if it is not known.',
  input: {
    properties: {
      ...memberSchema.properties,
      timeZone: { type: 'string', maxLength: 64, description: 'The IANA name of the zone where it takes place, such as Europe/Berlin.' },
      token: tokenSchema,
    },
    required: ['title', 'startDate', 'endDate', 'timeZone'],
  },
  effect: 'adds',
  run: (context, input) => {
    const issues: Record<string, Reason> = {}
    const { startDate, endDate, allDay = false } = input
    const timeZone = readWrittenZone(input.timeZone, issues)
    if (timeZone !== '') checkWrittenTimes(input, timeZone, allDay, issues)
    if (Object.keys(issues).length > 0) throw invalidInput(issues)
    return inTwoSteps(context, 'create_event', input, async (tx) => {
      const { token: _, ...content } = input
      const event = await tx.events.create({ ...content, timeZone })
      return writtenOf(tx, event, { isOfSeries: event.recurrence !== null, times: { startDate, endDate } })
    })
  },
})
