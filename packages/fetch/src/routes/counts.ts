import { type Calendar, isCalendarError } from '@kalends/core'
import { countsShape } from '@kalends/core/internal'
import { countsParameters } from '../parameters/counts.ts'
import { isSameForReaders, toEventListInput } from '../parameters/event.ts'
import { listConditions } from '../parameters/list-conditions.ts'
import { parametersIn } from '../parameters/parameter.ts'
import { ensureNoIssues, ensureShape } from '../parameters/query.ts'
import { toJson } from '../response/representation.ts'
import type { Answer } from '../response/respond.ts'
import type { EndpointContext, Route } from '../routing/route.ts'
import { countProperties, countsProperties } from '../wire/counts.ts'

/** The numbers of events of a list by one or two of their members. */
export const countsRoute: Route = {
  path: '/events/counts',
  parameters: [],
  schemas: { EventCounts: countsProperties, EventCount: countProperties },
  endpoints: [
    {
      methods: ['GET'],
      id: 'countEvents',
      text: 'countEvents',
      permission: 'public',
      query: countsParameters,
      fieldsOf: 'event',
      answers: 'EventCounts',
      status: 200,
      isCacheable: isSameForReaders,
      // Refusing too many counts takes as much reading as counting.
      isErrorCacheable: (error) => isCalendarError(error, 'invalid_input'),
      run: countEvents,
    },
  ],
}

async function countEvents(call: EndpointContext): Promise<Answer> {
  const { calendar, query, settings } = call
  const { by, ...filters } = query
  const parameters = parametersIn(countsParameters, settings)
  ensureNoIssues(by === undefined ? { by: { code: 'required' } } : {}, parameters, query)
  ensureShape(parameters, query)
  const conditions = listConditions(call, 'event', countsParameters)
  const input: Parameters<Calendar['events']['counts']>[0] = {
    ...toEventListInput(filters, settings),
    ...conditions,
    by: countsShape.by.parse(by),
  }
  return { body: toJson({ counts: await calendar.events.counts(input) }) }
}
