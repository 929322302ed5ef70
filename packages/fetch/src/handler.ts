import { type AbortSignalLike, type Actor, type Calendar, CalendarError, invalidInput, requireKnownOptions } from '@kalends/core'
import { isPromise, laterOf, whenThere } from './at-once.ts'
import { readBody } from './body/read-body.ts'
import { isObject, type JsonObject } from './json.ts'
import { toOpenapi } from './openapi/document.ts'
import { type HandlerOptions, handlerOptionNames } from './options/handler-options.ts'
import { observed } from './options/observe.ts'
import { boundPolicy, createTimeBudget, type Report, type TimeBudget } from './options/policy-time-limit.ts'
import { readSettings, type Settings } from './options/settings.ts'
import { ensureNoIssues } from './parameters/query.ts'
import type { CachedResponse } from './response/cached-response.ts'
import { isUnexpected, notFound, toProblem } from './response/problem.ts'
import {
  type AnswerContext,
  type FinishedProblem,
  finish,
  finishProblem,
  respond,
  respondOptions,
  respondProblem,
  toCachedProblem,
} from './response/respond.ts'
import { routes } from './routes/table.ts'
import { isUtf8Path, readTarget } from './routing/path.ts'
import { requestIdOf } from './routing/request-id.ts'
import { createTargetReader, parametersOf, type RequestTarget } from './routing/request-target.ts'
import { allowedMethods, type Endpoint, type EndpointContext, ensurePermissions, type Route } from './routing/route.ts'

/** A function from a request to a response. */
export interface Responder {
  /** Responds to every request; `not_found` when no route matches. Never rejects. */
  (request: Request): Promise<Response>
  /** Responds, or returns undefined when no route matches, so that the host can try its own routes. Never rejects. */
  tryHandle(request: Request): Promise<Response | undefined>
}

/** Serves a calendar over HTTP. */
export interface Handler extends Responder {
  /**
   * The OpenAPI 3.1 document of this service, as its `doc` route returns it.
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
  requireKnownOptions('createHandler', options, handlerOptionNames)
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
  const read = createTargetReader(table, settings)
  const tryHandle = (request: Request): Response | undefined | Promise<Response> => {
    const target = read(request)
    if (target === 'no route') return undefined
    if (!settings.isKnownHost(request)) return refuse(wrongHost, request)
    return target === 'not UTF-8' ? refuse(notText, request) : answer(target, request, settings)
  }
  const refuse = (problem: FinishedProblem, request: Request): Response | Promise<Response> => {
    const context = toContext(request, settings, '')
    return observe(null, request, context, settings, () => respondProblem(problem, context))
  }
  const handle = (request: Request): Response | Promise<Response> => tryHandle(request) ?? refuse(strayProblem(request, settings), request)
  return Object.assign(laterOf(handle), { tryHandle: laterOf(tryHandle) })
}

// 404 is the most frequent response to strangers: creating an error for each would cost more than the rest of the response.
const nothingThere = finishProblem(toProblem(notFound(), []))
const wrongHost = finishProblem(toProblem(new CalendarError('wrong_host', {}), []))
const notText = finishProblem(toProblem(invalidInput({ path: 'must be percent-encoded UTF-8' }), []))

/** The problem for a request that no route matches. */
function strayProblem(request: Request, { isKnownHost }: Settings): FinishedProblem {
  if (!isKnownHost(request)) return wrongHost
  return isUtf8Path(readTarget(request.url).path) ? nothingThere : notText
}

/** Responds, and calls the host's `observe` if it is set. */
function observe(
  route: Route | null,
  request: Request,
  context: AnswerContext,
  settings: Settings,
  respondNow: () => Response | Promise<Response>,
): Response | Promise<Response> {
  const label = route === null ? null : `${request.method} ${route.path || '/'}`
  return observed(settings.observe, label, context, (error) => tellHost(error, request, context.requestId, settings), respondNow)
}

function answer(target: RequestTarget, request: Request, settings: Settings): Response | Promise<Response> {
  const context = toContext(request, settings, target.language)
  return settings.observe === undefined
    ? respondTo(target, request, context, settings)
    : observe(target.route, request, context, settings, () => respondTo(target, request, context, settings))
}

function respondTo(target: RequestTarget, request: Request, context: AnswerContext, settings: Settings): Response | Promise<Response> {
  const { route, endpoint } = target
  const report: Report = (error) => tellHost(error, request, context.requestId, settings)
  const refuse = (thrown: unknown): Response => {
    // The client has disconnected; this is no failure.
    const error = isAborted(thrown, request) ? new CalendarError('unavailable', {}, { cause: thrown }) : thrown
    report(error)
    const args = [...route.parameters, ...(endpoint === undefined ? [] : parametersOf(endpoint))]
    return respondProblem(finishProblem(toProblem(error, args)), context)
  }
  try {
    if (request.method === 'OPTIONS') return respondOptions(allowedMethods(route), context)
    if (endpoint === undefined) throw new CalendarError('method_not_allowed', { allow: allowedMethods(route) })
    const finished = whenThere(readCalendar(request, settings, context, report), (calendar) =>
      whenThere(readFields(target, endpoint, request, calendar, settings), (body) => {
        if (target.isFaulty) ensureNoIssues(target.issues, parametersOf(endpoint), { ...target.query, ...body })
        return findAnswer(target, endpoint, { request, settings, calendar, body }, context)
      }),
    )
    if (!isPromise(finished)) return respond(finished, endpoint.status, context)
    return finished.then((later) => respond(later, endpoint.status, context)).catch(refuse)
  } catch (error) {
    return refuse(error)
  }
}

/** Whether an exception stems from a client that has disconnected. */
const isAborted = (thrown: unknown, { signal }: Request): boolean => isUnexpected(thrown) && signal.aborted && thrown === signal.reason

/** The calendar with the permissions of the caller. */
function readCalendar(request: Request, settings: Settings, context: AnswerContext, report: Report): Calendar | Promise<Calendar> {
  const { authenticate, accessTimeoutMs } = settings
  const budget = createTimeBudget(accessTimeoutMs, report)
  // Until `authenticate` has returned, the response counts as personal and must not be shared.
  context.isPersonal = authenticate !== undefined
  return whenThere(authenticate === undefined ? null : readActor(request, authenticate, budget), (actor) => {
    context.isPersonal = actor !== null
    return settings.calendar.as(actor, boundPolicy(settings.access, budget, report))
  })
}

function readActor(
  request: Request,
  authenticate: NonNullable<Settings['authenticate']>,
  budget: TimeBudget,
): Actor | null | Promise<Actor | null> {
  return whenThere(
    budget.ask('authenticate', () => authenticate(request)),
    (given) => {
      const actor = given ?? null
      if (actor !== null && !(isObject(actor) && Number.isSafeInteger(actor.id)))
        throw new TypeError('authenticate must give an actor with an id, or null')
      return actor
    },
  )
}

/** Returns the cached response, or makes a new one. */
function findAnswer(
  target: RequestTarget,
  endpoint: Endpoint,
  asked: Pick<EndpointContext, 'request' | 'settings' | 'calendar' | 'body'>,
  context: AnswerContext,
): CachedResponse | Promise<CachedResponse> {
  const { request } = asked
  const make = async (calendar: Calendar): Promise<CachedResponse> => finish(await endpoint.run({ ...target, ...asked, calendar }))
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const signal = isRead ? signalOf(request) : undefined
  if (target.key === undefined) return make(signal === undefined ? asked.calendar : asked.calendar.withSignal(signal))
  context.isCached = true
  const makeOrRefuse = async (calendar: Calendar): Promise<CachedResponse> => {
    context.isCached = false
    try {
      return await make(calendar)
    } catch (error) {
      if (endpoint.isErrorKept?.(error) !== true) throw error
      return toCachedProblem(finishProblem(toProblem(error, parametersOf(endpoint))))
    }
  }
  return asked.calendar.cached(target.key, makeOrRefuse, { isOfMinute: target.isOfMinute, terms: endpoint.terms, signal })
}

/** A lazy signal of the request: servers create one on first access, and only long reads need it. */
const signalOf = (request: Request): AbortSignalLike => ({
  get aborted() {
    return request.signal.aborted
  },
  get reason() {
    return request.signal.reason
  },
})

const noFields: EndpointContext['body'] = {}

/** The fields of the body. Access is checked before the body is read; reads need no check here, and have no body. */
function readFields(
  { query }: RequestTarget,
  { permission, body }: Endpoint,
  request: Request,
  calendar: Calendar,
  settings: Settings,
): EndpointContext['body'] | Promise<EndpointContext['body']> {
  if (permission === 'reads what the caller may see') return noFields
  const { action, kind } = permission
  return whenThere(calendar.authorize(typeof action === 'function' ? action(query) : action, kind), () =>
    body === undefined ? noFields : readBody(request, body, settings),
  )
}

const toContext = (request: Request, settings: Settings, language: string): AnswerContext => ({
  method: request.method,
  headers: request.headers,
  language,
  isPersonal: false,
  isCached: false,
  cors: settings.cors,
  vary: settings.vary,
  requestId: requestIdOf(request.headers),
})

/** Reports an unexpected failure to the host. A failing `onError` must not break the response. */
function tellHost(error: unknown, request: Request, requestId: string, { onError }: Settings): void {
  if (!isUnexpected(error)) return
  try {
    const told: unknown = onError(error, request, requestId)
    // An unhandled rejection would end the process.
    if (isPromise(told)) told.then(undefined, () => undefined)
  } catch {
    // There is no further place to report to.
  }
}
