import { type Kind, requireKnownOptions } from '@kalends/core/store'
import type { ProblemAnswer } from '../options/extension.ts'
import { english } from '../options/settings.ts'
import { eventBody } from '../parameters/event.ts'
import { organizerBody } from '../parameters/organizer.ts'
import { type Parameter, parametersIn } from '../parameters/parameter.ts'
import { categoryBody, tagBody } from '../parameters/term.ts'
import { venueBody } from '../parameters/venue.ts'
import { toProblem as toInternalProblem } from './problem.ts'

const bodies: Readonly<Record<Kind, readonly Parameter[]>> = {
  event: eventBody,
  venue: venueBody,
  organizer: organizerBody,
  category: categoryBody,
  tag: tagBody,
}

/**
 * The response that the handler itself would give for a thrown error, for the host's own routes. Anything but a `CalendarError` becomes
 * `internal`, without detail. Report such errors yourself, because `onError` is not called here.
 * @param options its `kind` is the record whose fields get their names on the wire: `start_date` for `startDate` @default none
 * @throws TypeError an option is unknown
 * @example
 * calendar.events.get(7).catch((error: unknown) => {
 *   const { status, headers, body } = toProblem(error, { kind: 'event' })
 *   return Response.json(body, { status, headers })
 * })
 */
export function toProblem(error: unknown, options: { readonly kind?: Kind | undefined } = {}): ProblemAnswer {
  requireKnownOptions('toProblem', options, { kind: true })
  const { kind } = options
  // The host's own code has the ids of authors as texts.
  const parameters = kind === undefined ? [] : parametersIn(bodies[kind], { authorIds: 'text' })
  const { status, headers, body } = toInternalProblem(error, parameters, english)
  return {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
      ...headers,
    },
    body,
  }
}
