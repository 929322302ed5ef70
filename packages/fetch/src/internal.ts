/**
 * What `@kalends/the-events-calendar` shares with the handler: the table of routes, and its answers. It is not public API: names change
 * without notice.
 *
 * @packageDocumentation
 */

export { mapEndpoints, type TableExtension } from './extension/table.ts'
export { isObject } from './json.ts'
export { enTheEventsCalendar } from './messages/extensions/en.ts'
export type { Settings } from './options/settings.ts'
export { defineParameters, type Parameter } from './parameters/parameter.ts'
export { parseBody } from './response/members.ts'
export { toJson } from './response/representation.ts'
export type { Answer, AnswerContext } from './response/respond.ts'
export type { Endpoint, EndpointContext, Route } from './routing/route.ts'
export { baseUrl, collectionOf, kindAt } from './wire/presenter.ts'
