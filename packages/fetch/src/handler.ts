import { type Actor, type Calendar, CalendarError, invalidInput, type KeptAnswer } from '@kalends/core'
import { boundPolicy, inTime, type Report } from './access.ts'
import type { Argument } from './argument.ts'
import { readBody } from './body.ts'
import { ensureNoProblems, readQuery } from './input.ts'
import { isObject, type JsonObject } from './json.ts'
import { toOpenapi } from './openapi.ts'
import type { HandlerOptions } from './options.ts'
import { isUtf8Path, readTarget } from './path.ts'
import { isUnexpected, notFound, toProblem } from './problem.ts'
import { requestIdOf } from './request-id.ts'
import { type AnswerContext, finish, respond, respondOptions, respondProblem } from './respond.ts'
import { allowedMethods, type Call, createFinder, type Endpoint, ensurePermissions, type Found, type Route } from './route.ts'
import { routes } from './routes/table.ts'
import { readSettings, type Settings } from './settings.ts'

/** One function from a request to a response. */
export interface Responder {
  /** Answers every request; with `not_found` when no route matches. Never rejects. */
  (request: Request): Promise<Response>
  /** Answers, or gives undefined when no route matches, so that the host can go on. Never rejects. */
  tryHandle(request: Request): Promise<Response | undefined>
}

/** Serves a calendar. */
export interface Handler extends Responder {
  /**
   * The OpenAPI 3.1 document of this service, as its `doc` route answers it.
   * @param language one of the configured ones @default English
   * @throws TypeError the language is not configured
   */
  openapi(language?: string): JsonObject
}

/**
 * Serves a calendar over HTTP, wherever requests and responses are those of `fetch`.
 * @throws TypeError an option is missing or has no meaning
 * @example
 * const handler = createHandler(calendar, { access: publicReadOnly(), publicUrl: 'https://example.org' })
 * const response = await handler(new Request('https://example.org/calendar/events/v1/events'))
 */
export function createHandler(calendar: Calendar, options: HandlerOptions): Handler {
  const settings = readSettings(calendar, options)
  return Object.assign(serve(routes, settings), {
    openapi: (language = '') => {
      if (!settings.messages.has(language)) throw new TypeError(`the language ${language} is not configured`)
      return toOpenapi(routes, settings, language)
    },
  })
}

/** Serves a table of routes. */
export function serve(table: readonly Route[], settings: Settings): Responder {
  ensurePermissions(table)
  const find = createFinder(table, settings)
  const tryHandle = async (request: Request): Promise<Response | undefined> => {
    const { path, query } = readTarget(request.url)
    const found = find(path)
    if (found === 'no route') return undefined
    if (found === 'not UTF-8') return refuse(request, settings, invalidInput({ path: 'must be percent-encoded UTF-8' }))
    return answer(found, query, request, settings)
  }
  const handle = async (request: Request): Promise<Response> => {
    const response = await tryHandle(request)
    if (response !== undefined) return response
    const isText = isUtf8Path(readTarget(request.url).path)
    return refuse(request, settings, isText ? notFound() : invalidInput({ path: 'must be percent-encoded UTF-8' }))
  }
  return Object.assign(handle, { tryHandle })
}

async function answer(found: Found, query: string, request: Request, settings: Settings): Promise<Response> {
  let context = toContext(request, settings, found.language)
  let endpoint: Endpoint | undefined
  const report: Report = (error) => tellHost(error, request, context.requestId, settings)
  try {
    if (request.method === 'OPTIONS') return respondOptions(allowedMethods(found.route), context)
    endpoint = findEndpoint(found.route, request.method)
    // Until it is known who asks, nobody else may be shown the answer.
    context = { ...context, isPersonal: context.canBePersonal }
    const actor = await readActor(request, settings, report)
    context = { ...context, isPersonal: actor !== null }
    const calendar = settings.calendar.as(actor, boundPolicy(settings.access, settings.accessTimeoutMs, report))
    const call = await readCall(found, endpoint, query, request, calendar, settings)
    return respond(await finished(found, endpoint, call), endpoint.status, context)
  } catch (error) {
    report(error)
    return respondProblem(toProblem(error, [...found.route.parameters, ...(endpoint === undefined ? [] : argumentsOf(endpoint))]), context)
  }
}

/** The answer of an endpoint, made now or kept from before: every link of it repeats the parameters in their order. */
function finished({ route }: Found, endpoint: Endpoint, call: Call): Promise<KeptAnswer> {
  const { settings, language, ref, parameters } = call
  const make = async (calendar: Calendar): Promise<KeptAnswer> => finish(await endpoint.run({ ...call, calendar }))
  if (!settings.cache || endpoint.isKept?.(call) !== true) return make(call.calendar)
  return call.calendar.recall(JSON.stringify([settings.id, language, route.path, ref, parameters]), make)
}

const argumentsOf = ({ query, body = [] }: Endpoint): readonly Argument[] => [...query, ...body]

function findEndpoint(route: Route, method: string): Endpoint {
  const name = method === 'HEAD' ? 'GET' : method
  const endpoint = route.endpoints.find(({ methods }) => methods.some((known) => known === name))
  if (endpoint === undefined) throw new CalendarError('method_not_allowed', { allow: allowedMethods(route) })
  return endpoint
}

async function readActor(request: Request, { authenticate, accessTimeoutMs }: Settings, report: Report): Promise<Actor | null> {
  const actor = (await inTime('authenticate', accessTimeoutMs, report, () => authenticate?.(request))) ?? null
  if (actor !== null && !(isObject(actor) && Number.isSafeInteger(actor.id)))
    throw new TypeError('authenticate must give an actor with an id, or null')
  return actor
}

/** Asks for access to the action before the body is read, then reads everything that the request gives. */
async function readCall(
  { route, parameter, language }: Found,
  endpoint: Endpoint,
  queryText: string,
  request: Request,
  calendar: Calendar,
  settings: Settings,
): Promise<Call> {
  const { values: query, parameters, problems } = readQuery(queryText, endpoint.query)
  const { permission, body: fields } = endpoint
  if (typeof permission === 'object') {
    const { action, kind } = permission
    await calendar.authorize(typeof action === 'function' ? action(query) : action, kind)
  }
  const body = fields === undefined ? {} : await readBody(request, fields, settings)
  const { ref, problem } = readRef(route, parameter)
  const pathProblems = problem === undefined ? {} : { slug: problem }
  ensureNoProblems({ ...problems, ...pathProblems }, argumentsOf(endpoint), { ...query, ...body })
  return { request, settings, calendar, language, ref, query, parameters, body }
}

/** The record that a path names; null for an id that no record can have. */
function readRef(route: Route, text: string | undefined): { ref: number | string | null; problem?: string } {
  const [parameter] = route.parameters
  if (parameter === undefined || text === undefined) return { ref: null }
  if (parameter.name === 'id') return { ref: Number.isSafeInteger(Number(text)) ? Number(text) : null }
  const result = parameter.schema.safeParse(text)
  return result.success ? { ref: text } : { ref: text, problem: result.error.issues[0]?.message ?? 'is not valid' }
}

const toContext = (request: Request, settings: Settings, language: string): AnswerContext => ({
  method: request.method,
  headers: request.headers,
  language,
  isPersonal: false,
  canBePersonal: settings.authenticate !== undefined,
  cors: settings.cors,
  requestId: requestIdOf(request.headers),
})

const refuse = (request: Request, settings: Settings, error: CalendarError): Response =>
  respondProblem(toProblem(error, []), toContext(request, settings, ''))

/** Tells the host of what nobody expected. A reporter that fails must not take the answer with it. */
function tellHost(error: unknown, request: Request, requestId: string, { onError }: Settings): void {
  if (!isUnexpected(error)) return
  try {
    onError(error, request, requestId)
  } catch {
    // There is nobody left to tell.
  }
}
