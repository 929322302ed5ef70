import type { JsonObject } from '../json.ts'
import type { MessageKey, Messages } from '../messages/problems/translation.ts'
import type { Settings } from '../options/settings.ts'
import { isRequired } from '../parameters/field-schema.ts'
import { parametersIn } from '../parameters/parameter.ts'
import type { Endpoint, Method, Route } from '../routing/route.ts'
import { refTo } from '../wire/property.ts'
import { type DocumentContext, toFieldParameters } from './custom-fields.ts'
import { bodyExamples } from './examples.ts'
import { toPathParameter, toQueryParameter } from './inputs.ts'
import { refToError } from './responses.ts'

/** The operations of a path, one for each method. */
export function toPathItem(route: Route, tag: string, surroundings: DocumentContext): JsonObject {
  const operations = route.endpoints.flatMap((endpoint) =>
    endpoint.methods.map((method): [string, JsonObject] => [
      method.toLowerCase(),
      toOperation(route, endpoint, method, { tag, ...surroundings }),
    ]),
  )
  const parameters = route.parameters.map((parameter) => toPathParameter(parameter, surroundings.messages))
  return { ...(parameters.length > 0 && { parameters }), ...Object.fromEntries(operations) }
}

/** What all operations of a route share. */
interface Surroundings extends DocumentContext {
  readonly tag: string
}

function toOperation(route: Route, endpoint: Endpoint, method: Method, { tag, messages, settings, fields }: Surroundings): JsonObject {
  const types = settings.forms ? ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'] : ['application/json']
  const body = bodyName(endpoint)
  // The examples have no declared fields, so they are incomplete if one of these is required.
  const hasExamples = !Object.values(fields).some(({ list }) => list.some(isRequired))
  const content = (type: string): JsonObject => ({
    schema: refTo(body),
    ...(type === 'application/json' && hasExamples && { example: bodyExamples[body] }),
  })
  return {
    operationId: endpoint.methods.length === 1 ? endpoint.id : `${endpoint.id}With${method.charAt(0)}${method.slice(1).toLowerCase()}`,
    summary: messages[endpoint.text],
    tags: [tag],
    parameters: [
      ...parametersIn(endpoint.query, settings.calendar).map((parameter) => toQueryParameter(parameter, messages, settings)),
      ...(endpoint.fieldsOf !== undefined && endpoint.body === undefined
        ? toFieldParameters(fields[endpoint.fieldsOf].list, messages)
        : []),
      ...headerParameters(route, endpoint, method, { messages, settings }),
    ],
    ...(endpoint.body !== undefined && {
      requestBody: { required: endpoint.isBodiless === undefined, content: Object.fromEntries(types.map((type) => [type, content(type)])) },
    }),
    responses: toResponseMap(route, endpoint, method, { messages, settings }),
  }
}

/** The schema of a body: `EventInput` on creation, `EventPatch` on updates. */
const bodyName = ({ answers, status }: Endpoint): string => `${answers}${status === 201 ? 'Input' : 'Patch'}`

function headerParameters(
  route: Route,
  endpoint: Endpoint,
  method: Method,
  { messages, settings }: Pick<Surroundings, 'messages' | 'settings'>,
): readonly JsonObject[] {
  const header = (name: string, text: MessageKey, schema: JsonObject = {}): JsonObject => ({
    name,
    in: 'header',
    required: false,
    description: messages[text],
    schema: { type: 'string', ...schema },
  })
  if (method === 'GET') return [header('If-None-Match', 'headerIfNoneMatch')]
  if (takesKey(endpoint, settings)) return [header('Idempotency-Key', 'headerIdempotencyKey', { minLength: 1, maxLength: 255 })]
  return route.parameters.length > 0 ? [header('If-Match', 'headerIfMatch')] : []
}

/** Whether an operation takes an idempotency key. */
const takesKey = ({ status }: Endpoint, { idempotency }: Settings): boolean => idempotency && status === 201

function toResponseMap(
  route: Route,
  endpoint: Endpoint,
  method: Method,
  { messages, settings }: Pick<Surroundings, 'messages' | 'settings'>,
): JsonObject {
  const text =
    method === 'GET' ? 'answerRead' : method === 'DELETE' ? 'answerDeleted' : endpoint.status === 201 ? 'answerCreated' : 'answerUpdated'
  return {
    [endpoint.status]: {
      description: messages[text],
      headers: toHeaders(endpoint, messages, settings),
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

function errorStatuses(route: Route, endpoint: Endpoint, method: Method, settings: Settings): readonly number[] {
  const { precondition, hasHosts } = settings
  const isItem = route.parameters.length > 0
  const hasTrash = isItem && !['Category', 'Tag'].includes(endpoint.answers)
  const isWrite = method !== 'GET'
  return [
    400,
    ...(isWrite ? [401, 403] : []),
    ...(isItem || endpoint.query.some(({ name }) => lookedUp.has(name)) ? [404] : []),
    // A hook of the host may refuse any write.
    ...(isWrite ? [409] : []),
    ...(hasTrash || takesKey(endpoint, settings) || endpoint.query.some(({ name }) => name === expiring) ? [410] : []),
    ...(isItem || !isWrite ? [412] : []),
    ...(endpoint.body !== undefined ? [413, 415] : []),
    ...(hasHosts ? [421] : []),
    ...(takesKey(endpoint, settings) ? [422] : []),
    ...(isItem && isWrite && precondition === 'required' ? [428] : []),
    500,
    503,
  ]
}

function toHeaders(endpoint: Endpoint, messages: Messages, settings: Settings): JsonObject {
  const header = (text: MessageKey, type: string, required = true): JsonObject => ({
    description: messages[text],
    required,
    schema: { type },
  })
  return {
    ETag: header('headerEtag', 'string'),
    ...(endpoint.status === 201 && { Location: header('headerLocation', 'string') }),
    ...(takesKey(endpoint, settings) && {
      'Idempotency-Replayed': { ...header('headerIdempotencyReplayed', 'string', false), schema: { type: 'string', enum: ['true'] } },
    }),
    ...(endpoint.answers.endsWith('List') && {
      'X-TEC-Total': header('total', 'integer'),
      'X-TEC-TotalPages': header('totalPages', 'integer'),
      Link: header('headerLink', 'string', false),
    }),
  }
}
