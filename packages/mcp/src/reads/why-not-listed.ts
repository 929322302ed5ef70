import { filterSchema, toFilters } from '../filters.ts'
import { defineTool } from '../tool.ts'
import { fitRecord, notice, plainText } from '../untrusted.ts'
import { viewEvent } from '../views.ts'

/** Explains why a list lacks an event. */
export const whyNotListed = defineTool({
  name: 'why_not_listed',
  title: 'Why an event is not listed',
  description:
    'Whether search_events with the same filters has an event, and on which page, or every reason why not. For those who may change the event.',
  input: {
    properties: {
      id: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The id of the event.' },
      asVisitor: { type: 'boolean', description: 'Whether to explain the list of people who are not signed in. Default: your own list.' },
      ...filterSchema.properties,
    },
    required: ['id'],
  },
  effect: 'reads',
  run: async ({ calendar }, { id, asVisitor = false, ...filters }) => {
    const viewer = asVisitor ? { viewer: { actor: null } } : {}
    const { listed, page, reasons } = await calendar.events.explain(id, { ...toFilters(filters), perPage: 20 }, viewer)
    const event = await calendar.events.find(id)
    // A reason quotes values of the event.
    const texts = reasons.map(({ message }) => plainText(message))
    return {
      notice,
      listed,
      ...(page !== undefined && { page }),
      ...fitRecord({ reasons: reasons.map(({ filter, code }) => ({ filter, code })), untrusted: { reasons: texts } }),
      ...(event !== null && { when: viewEvent(event, true).when }),
    }
  },
})
