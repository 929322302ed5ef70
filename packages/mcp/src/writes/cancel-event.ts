import { invalidInput, type Reason } from '@kalends/core/internal'
import { defineTool } from '../tool.ts'
import { plainText } from '../untrusted.ts'
import { readWrittenZone } from '../written-time.ts'
import { checkScope, namedSchema, notZoneOf, optionsOf } from './named-event.ts'
import { inTwoSteps } from './two-steps.ts'
import { writtenOf } from './written.ts'

/** Cancels an event. */
export const cancelEvent = defineTool({
  name: 'cancel_event',
  title: 'Cancel an event',
  description:
    'Says that an event does not take place, in two calls, like create_event. It stays in lists, as cancelled, so that people learn of it; nothing is deleted. timeZone is the zone of the event, which get_event shows.',
  input: {
    properties: {
      ...namedSchema.properties,
      timeZone: { type: 'string', maxLength: 64, description: 'The zone of the event, as get_event shows it.' },
      reason: {
        type: 'string',
        maxLength: 200,
        description: 'Why, for those who wanted to come: one line. Without it, a reason that is stored is removed.',
      },
    },
    required: namedSchema.required,
  },
  effect: 'changes',
  run: (context, input) => {
    const issues: Record<string, Reason> = {}
    const timeZone = readWrittenZone(input.timeZone, issues)
    if (Object.keys(issues).length > 0) throw invalidInput(issues)
    return inTwoSteps(context, 'cancel_event', input, async (tx) => {
      const { id, scope, reason } = input
      const before = await tx.events.get(id)
      const found: Record<string, Reason> = {}
      checkScope(before, scope, found)
      if (timeZone !== before.timeZone) found['timeZone'] = notZoneOf(before)
      if (Object.keys(found).length > 0) throw invalidInput(found)
      const change = { eventStatus: 'cancelled', eventStatusReason: reason ?? '' } as const
      const event = await tx.events.update(id, change, optionsOf(before, scope))
      const written = await writtenOf(tx, event, { before, isOfSeries: event.recurrence !== null && scope !== 'this' })
      const because = event.eventStatusReason === '' ? '' : ` The reason is shown to everybody: “${plainText(event.eventStatusReason)}”.`
      return { ...written, sentence: `Cancelled: ${written.sentence}${because}` }
    })
  },
})
