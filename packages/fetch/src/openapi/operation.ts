import type { JsonObject } from '../json.ts'
import { type MessageKey, type Messages, type Text, textIn } from '../messages/problems/translation.ts'
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
  const types = ['application/json', ...settings.bodies.flatMap(({ mediaTypes }) => mediaTypes)]
  const body = bodyName(endpoint)
  const { wholeBody } = endpoint
  // The examples have no declared fields, so they are incomplete if one of these is required.
  const hasExamples = !Object.values(fields).some(({ list }) => list.some(isRequired))
  const content = (type: string): JsonObject => ({
    schema: wholeBody ?? refTo(body),
    ...(type === 'application/json' && wholeBody === undefined && hasExamples && { example: bodyExamples[body] }),
  })
  return {
    operationId: endpoint.methods.length === 1 ? endpoint.id : `${endpoint.id}With${method.charAt(0)}${method.slice(1).toLowerCase()}`,
    summary: textIn(endpoint.text, messages),
    tags: [tag],
    parameters: [
      ...parametersIn(endpoint.query, settings).map((parameter) => toQueryParameter(parameter, messages, settings)),
      ...(endpoint.fieldsOf !== undefined && endpoint.body === undefined
        ? toFieldParameters(fields[endpoint.fieldsOf].list, messages)
        : []),
      ...headerParameters(route, endpoint, method, messages),
    ],
    ...((endpoint.body ?? wholeBody) !== undefined && {
      requestBody: { required: endpoint.isBodiless === undefined, content: Object.fromEntries(types.map((type) => [type, content(type)])) },
    }),
    responses: toResponseMap(route, endpoint, method, { messages, settings }),
  }
}

/** The schema of a body: `EventInput` on creation, `EventPatch` on updates. */
const bodyName = ({ answers, status }: Endpoint): string => `${String(answers)}${status === 201 ? 'Input' : 'Patch'}`

function headerParameters(route: Route, endpoint: Endpoint, method: Method, messages: Messages): readonly JsonObject[] {
  const header = (name: string, text: Text, schema: JsonObject = {}): JsonObject => ({
    name,
    in: 'header',
    required: false,
    description: textIn(text, messages),
    schema: { type: 'string', ...schema },
  })
  const own = (endpoint.requestHeaders ?? []).map(({ name, text, schema }) => header(name, text, schema))
  if (method === 'GET') return [header('If-None-Match', 'headerIfNoneMatch'), ...own]
  return [...(route.parameters.length > 0 ? [header('If-Match', 'headerIfMatch')] : []), ...own]
}

function toResponseMap(
  route: Route,
  endpoint: Endpoint,
  method: Method,
  { messages, settings }: Pick<Surroundings, 'messages' | 'settings'>,
): JsonObject {
  const { answers } = endpoint
  const text =
    method === 'GET' ? 'answerRead' : method === 'DELETE' ? 'answerDeleted' : endpoint.status === 201 ? 'answerCreated' : 'answerUpdated'
  return {
    [endpoint.status]: {
      description: messages[text],
      headers: toHeaders(endpoint, messages),
      content:
        endpoint.mediaType === undefined
          ? { 'application/json': { schema: typeof answers === 'string' ? refTo(answers) : answers } }
          : { [endpoint.mediaType]: { schema: { type: 'string' } } },
    },
    ...(method === 'GET' && { 304: { description: messages.answerNotModified } }),
    ...Object.fromEntries(errorStatuses(route, endpoint, method, settings).map((status) => [status, refToError(status)])),
    default: refToError('default'),
  }
}

/** Query parameters whose value may name a page or a namespace that does not exist. */
const lookedUp: ReadonlySet<string> = new Set(['page', 'namespace'])

function errorStatuses(route: Route, endpoint: Endpoint, method: Method, settings: Settings): readonly number[] {
  const { precondition } = settings
  const isItem = route.parameters.length > 0
  const hasTrash = isItem && endpoint.answers !== 'Category' && endpoint.answers !== 'Tag'
  const isWrite = method !== 'GET'
  return [
    400,
    ...(isWrite || endpoint.permission !== 'public' ? [401, 403] : []),
    ...(isItem || endpoint.query.some(({ name }) => lookedUp.has(name)) ? [404] : []),
    // A hook of the host may refuse any write.
    ...(isWrite ? [409] : []),
    ...(hasTrash ? [410] : []),
    ...(isItem || !isWrite ? [412] : []),
    ...((endpoint.body ?? endpoint.wholeBody) !== undefined ? [413, 415] : []),
    ...(isItem && isWrite && precondition === 'required' ? [428] : []),
    500,
    503,
    ...(endpoint.statuses ?? []),
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
    ...(endpoint.status === 201 && endpoint.recordsOf !== undefined && { Location: header('headerLocation', 'string') }),
    ...Object.fromEntries(
      (endpoint.responseHeaders ?? []).map(({ name, text, schema }) => [
        name,
        { description: textIn(text, messages), required: false, schema },
      ]),
    ),
    ...(typeof endpoint.answers === 'string' &&
      endpoint.answers.endsWith('List') && {
        'X-TEC-Total': header('total', 'integer'),
        'X-TEC-TotalPages': header('totalPages', 'integer'),
        Link: header('headerLink', 'string', false),
      }),
  }
}
