import type { JsonObject } from '../json.ts'
import type { MessageKey, Messages } from '../messages/en.ts'
import type { Settings } from '../options/settings.ts'
import { parametersIn } from '../parameters/parameter.ts'
import type { Endpoint, Method, Route } from '../routing/route.ts'
import { refTo } from '../wire/property.ts'
import { bodyExamples } from './examples.ts'
import { toPathParameter, toQueryParameter } from './inputs.ts'
import { refToError } from './responses.ts'

/** The operations of a path, one for each method. */
export function toPathItem(route: Route, tag: string, messages: Messages, settings: Settings): JsonObject {
  const operations = route.endpoints.flatMap((endpoint) =>
    endpoint.methods.map((method): [string, JsonObject] => [
      method.toLowerCase(),
      toOperation(route, endpoint, method, { tag, messages, settings }),
    ]),
  )
  const parameters = route.parameters.map((parameter) => toPathParameter(parameter, messages))
  return { ...(parameters.length > 0 && { parameters }), ...Object.fromEntries(operations) }
}

/** What all operations of a route share. */
interface Surroundings {
  readonly tag: string
  readonly messages: Messages
  readonly settings: Settings
}

function toOperation(route: Route, endpoint: Endpoint, method: Method, { tag, messages, settings }: Surroundings): JsonObject {
  const types = settings.forms ? ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'] : ['application/json']
  const body = bodyName(endpoint)
  const content = (type: string): JsonObject => ({
    schema: refTo(body),
    ...(type === 'application/json' && { example: bodyExamples[body] }),
  })
  return {
    operationId: endpoint.methods.length === 1 ? endpoint.id : `${endpoint.id}With${method.charAt(0)}${method.slice(1).toLowerCase()}`,
    summary: messages[endpoint.text],
    tags: [tag],
    parameters: [
      ...parametersIn(endpoint.query, settings.calendar).map((parameter) => toQueryParameter(parameter, messages, settings)),
      ...headerParameters(route, method, messages),
    ],
    ...(endpoint.body !== undefined && {
      requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, content(type)])) },
    }),
    responses: toResponseMap(route, endpoint, method, { messages, settings }),
  }
}

/** The schema of a body: `EventInput` on creation, `EventPatch` on updates. */
const bodyName = ({ answers, status }: Endpoint): string => `${answers}${status === 201 ? 'Input' : 'Patch'}`

function headerParameters(route: Route, method: Method, messages: Messages): readonly JsonObject[] {
  const header = (name: string, text: MessageKey): JsonObject => ({
    name,
    in: 'header',
    required: false,
    description: messages[text],
    schema: { type: 'string' },
  })
  if (method === 'GET') return [header('If-None-Match', 'headerIfNoneMatch')]
  return route.parameters.length > 0 ? [header('If-Match', 'headerIfMatch')] : []
}

function toResponseMap(route: Route, endpoint: Endpoint, method: Method, { messages, settings }: Omit<Surroundings, 'tag'>): JsonObject {
  const text =
    method === 'GET' ? 'answerRead' : method === 'DELETE' ? 'answerDeleted' : endpoint.status === 201 ? 'answerCreated' : 'answerUpdated'
  return {
    [endpoint.status]: {
      description: messages[text],
      headers: toHeaders(endpoint, messages),
      content:
        endpoint.mediaType === undefined
          ? { 'application/json': { schema: refTo(endpoint.answers) } }
          : { [endpoint.mediaType]: { schema: { type: 'string' } } },
    },
    ...(method === 'GET' && { 304: { description: messages.answerNotModified } }),
    ...Object.fromEntries(errorStatuses(route, endpoint, method, settings).map((status) => [status, refToError(status)])),
    default: refToError('default'),
  }
}

/** Query parameters whose value may name a page or a namespace that does not exist. */
const lookedUp: ReadonlySet<string> = new Set(['page', 'namespace'])

/** Query parameters whose value may have expired. */
const expiring = 'since'

function errorStatuses(route: Route, endpoint: Endpoint, method: Method, { precondition, hasHosts }: Settings): readonly number[] {
  const isItem = route.parameters.length > 0
  const hasTrash = isItem && !['Category', 'Tag'].includes(endpoint.answers)
  const isWrite = method !== 'GET'
  return [
    400,
    ...(isWrite ? [401, 403] : []),
    ...(isItem || endpoint.query.some(({ name }) => lookedUp.has(name)) ? [404] : []),
    // A hook of the host may refuse any write.
    ...(isWrite ? [409] : []),
    ...(hasTrash || endpoint.query.some(({ name }) => name === expiring) ? [410] : []),
    ...(isItem || !isWrite ? [412] : []),
    ...(endpoint.body !== undefined ? [413, 415] : []),
    ...(hasHosts ? [421] : []),
    ...(isItem && isWrite && precondition === 'required' ? [428] : []),
    500,
    503,
  ]
}

function toHeaders(endpoint: Endpoint, messages: Messages): JsonObject {
  const header = (text: MessageKey, type: string, required = true): JsonObject => ({
    description: messages[text],
    required,
    schema: { type },
  })
  return {
    ETag: header('headerEtag', 'string'),
    ...(endpoint.status === 201 && { Location: header('headerLocation', 'string') }),
    ...(endpoint.answers.endsWith('List') && {
      'X-TEC-Total': header('total', 'integer'),
      'X-TEC-TotalPages': header('totalPages', 'integer'),
      Link: header('headerLink', 'string', false),
    }),
  }
}
