/**
 * An adapter for the REST interface of The Events Calendar, a plugin of WordPress: programs for it only need another base address.
 *
 * @packageDocumentation
 */

import type { Extension } from '@kalends/fetch'
import { type AnswerContext, enTheEventsCalendar, kindAt, type TableExtension } from '@kalends/fetch/internal'
import { readServiceAddress } from './addresses.ts'
import { writeOpenapi } from './document.ts'
import { takenTermOf } from './endpoints.ts'
import { writeError } from './problems.ts'
import { lookUpCounts, writeSingleRecord } from './records.ts'
import { changeTable } from './table.ts'

export { type BasicAuthenticate, basicAuth, type CheckPassword } from './basic-auth.ts'

/**
 * The adapter for The Events Calendar, an extension. It comes behind `cors()` and before all others.
 * @throws TypeError when the handler is made, if `idempotency()` or `formats()` come before it, or `cors()` after it, and
 *   if another extension has the address of a list of WordPress
 * @example
 * import { theEventsCalendar } from '@kalends/the-events-calendar'
 *
 * const handler = createHandler(calendar, {
 *   access: publicReadOnly(),
 *   basePath: '/wp-json',
 *   namespace: 'tribe/events/v1',
 *   use: [theEventsCalendar()],
 * })
 */
export function theEventsCalendar(): Extension {
  const extension: TableExtension = {
    name: 'the-events-calendar',
    messages: enTheEventsCalendar,
    address: readServiceAddress,
    table: changeTable,
    document: writeOpenapi,
    present: async (kind, record, calendar) => writeSingleRecord(kind, record, await lookUpCounts(kind, [record], calendar)),
    problem: (problem, context) => {
      const path = context.route?.split(' ')[1] ?? ''
      const parameter = /\{(id|slug)\}/.exec(path)?.[1]
      // The context of an error is that of the handler.
      const { settings } = context as AnswerContext & typeof context
      const challenge: unknown = settings.authenticate === undefined ? undefined : Reflect.get(settings.authenticate, 'challenge')
      return writeError(problem, {
        // The codes of errors are those of a closed table.
        code: problem.body['code'] as Parameters<typeof writeError>[1]['code'],
        kind: kindAt(path),
        parameter,
        termId: takenTermOf(context.error),
        challenge: typeof challenge === 'string' ? challenge : undefined,
      })
    },
    response: ({ headers }, { request }) => {
      // For `cors`, which adds them to its own for origins that it knows.
      if (!request.headers.has('origin')) return
      headers['Access-Control-Allow-Headers'] = 'X-WP-Nonce, X-HTTP-Method-Override'
      headers['Access-Control-Expose-Headers'] = 'X-WP-Total, X-WP-TotalPages'
    },
  }
  return extension
}
