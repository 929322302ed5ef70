import { type Actor, type Calendar, CalendarError, type Event, type Organizer, type Term, type Venue } from '@kalends/core'
import { internals, invalidInput } from '@kalends/core/internal'
import type { ReadOnlyCalendar } from '@kalends/core/read-only'
import { type Kind, requireKnownOptions } from '@kalends/core/store'
import type { Calendars } from '@kalends/core/tenants'
import { answer, answerFromCache, type Exchange, type Reached } from './answer.ts'
import type { JsonObject } from './json.ts'
import { toOpenapi } from './openapi/document.ts'
import { type HandlerOptions, handlerOptionNames } from './options/handler-options.ts'
import { inTime } from './options/in-time.ts'
import { isPromise } from './options/is-promise.ts'
import { messagesIn, readSettings, type Settings } from './options/settings.ts'
import { notifyHost } from './response/notify-host.ts'
import { notFound, toProblem } from './response/problem.ts'
import { type AnswerContext, type FinishedProblem, finishHooked, respondOptions, respondProblem, respondWith } from './response/respond.ts'
import { createPresent } from './routes/present.ts'
import { createRoutes } from './routes/table.ts'
import { createMatcher, type NoMatch, type RequestMatch } from './routing/match.ts'
import { isUtf8Path, languageOfPath, splitUrl } from './routing/path.ts'
import { allowedMethods, ensurePermissions } from './routing/route.ts'
import { isCalendars, isOfTenants, serveTenants, type TenantHandler, type TenantOptions } from './tenants.ts'

/** Serves a calendar over HTTP. */
export interface Handler {
  /** Responds to every request; `not_found` when no route matches. Never rejects. */
  (request: Request): Promise<Response>
  /** Responds, or returns undefined when no route matches, so that the host can try its own routes. Never rejects. */
  tryHandle(request: Request): Promise<Response | undefined>
  /**
   * The response if a route matches and it needs no waiting; otherwise undefined, and the handler itself must be called. Refusals by method
   * or host need no waiting, and neither do cached responses to anonymous callers if both the store's revision and `access` are
   * synchronous. It saves a server a turn of the microtask queue; other hosts only need the handler itself. Never throws.
   */
  cached(request: Request): Response | undefined
  /**
   * The OpenAPI 3.1 document of this service, as its `doc` route returns it to anonymous callers: without fields that they may not read.
   * @param language one of the configured ones @default English
   * @throws TypeError the language is not configured
   */
  openapi(language?: string): JsonObject
  /**
   * Converts a record to the object that the handler's response to `GET` contains, in English: for webhooks and other messages.
   * @param record as the calendar has returned it to `actor`
   * @param actor the reader; null for anonymous callers @default null
   */
  present(kind: Kind, record: Event | Venue | Organizer | Term, actor?: Actor | null): Promise<JsonObject>
}

/**
 * Serves the calendars of many tenants: each request is for the one that `tenant` names, as a handler of its calendar would serve it.
 * @throws TypeError an option is missing or has no meaning
 * @example
 * const calendars = openCalendars({ open: () => ({ calendar: createCalendar({ store: memoryStore() }) }) })
 * const handler = createHandler(calendars, {
 *   access: publicReadOnly(),
 *   tenant: (request) => new URL(request.url).hostname.split('.')[0],
 *   publicUrl: (town) => `https://${town}.example.org`,
 * })
 */
export function createHandler(calendars: Calendars, options: TenantOptions): TenantHandler
/**
 * Serves a calendar over HTTP, wherever requests and responses are those of `fetch`. Without `createCalendar`, a bundle is smaller: a calendar of
 * `createCompactCalendar` is served with all routes, and one of `createReadOnlyCalendar` without the routes that write, in the document and in
 * the root, too.
 * @throws TypeError an option is missing or has no meaning
 * @example
 * const handler = createHandler(calendar, { access: publicReadOnly(), publicUrl: 'https://example.org' })
 * const response = await handler(new Request('https://example.org/calendar/events/v1/events'))
 */
export function createHandler(calendar: Calendar | ReadOnlyCalendar, options: HandlerOptions): Handler
export function createHandler(
  served: Calendar | ReadOnlyCalendar | Calendars,
  options: HandlerOptions | TenantOptions,
): Handler | TenantHandler {
  if (isCalendars(served)) return serveTenants(served, options, serveOne)
  if (isOfTenants(options)) throw new TypeError('createHandler: tenant is for the calendars of openCalendars')
  return serveOne(served, options)
}

function serveOne(served: Calendar | ReadOnlyCalendar, options: HandlerOptions): Handler {
  // No route calls anything that its calendar lacks: one that only reads has no routes that write.
  const calendar = served as Calendar
  requireKnownOptions('createHandler', options, handlerOptionNames)
  const settings = readSettings(calendar, options)
  const routes = createRoutes(settings)
  ensurePermissions(routes)
  const read = createMatcher(routes, settings)
  // With `authenticate`, `cached` returns no cached responses: after a miss, the handler itself would identify the caller again.
  const anonymous = settings.authenticate === undefined ? calendar.as(null, settings.access) : undefined
  const entered = new WeakMap<Request, Entered>()
  const enter = (found: RequestMatch | NoMatch, request: Request): Entered => {
    const known = entered.get(request)
    if (known !== undefined && entered.delete(request)) return known
    const exchange = beginExchange(found, request, settings)
    return { exchange, response: askHooks(exchange) }
  }
  const handleInside = async (found: RequestMatch | NoMatch, request: Request, begun = enter(found, request)): Promise<Response> => {
    const { exchange, response } = begun
    const hooked = await response
    if (hooked !== undefined) return hooked
    const reached = reachEndpoint(exchange)
    return 'endpoint' in reached ? answer(reached, exchange) : reached
  }
  const hasAround = settings.aroundHooks.length > 0
  const handleAround = (found: RequestMatch | NoMatch, request: Request): Promise<Response> => {
    const exchange = beginExchange(found, request, settings)
    return runAround(exchange, async () => handleInside(found, request, { exchange, response: askHooks(exchange) }))
  }
  const handle = hasAround ? handleAround : handleInside
  const answerAtOnce = (exchange: MatchedExchange): Response | undefined => {
    const reached = reachEndpoint(exchange)
    if (!('endpoint' in reached)) return reached
    return anonymous === undefined ? undefined : answerFromCache(reached, anonymous, exchange)
  }
  return Object.assign((request: Request) => handle(read(request), request), {
    tryHandle: async (request: Request) => {
      const found = read(request)
      return found === 'no route' ? undefined : handle(found, request)
    },
    cached: (request: Request) => {
      const found = read(request)
      if (found === 'no route' || hasAround) return undefined
      const begun = enter(found, request)
      const sent = isPromise(begun.response) ? undefined : (begun.response ?? answerAtOnce(begun.exchange))
      // The hooks of extensions see a request once, although the handler is called again.
      if (sent === undefined && settings.requestHooks.length > 0) entered.set(request, begun)
      return sent
    },
    openapi: (language = '') => {
      if (!settings.messages.has(language)) throw new TypeError(`the language ${language} is not configured`)
      return toOpenapi(routes, settings, language, internals(calendar.as(null, settings.access)).visibleFields())
    },
    present: createPresent(calendar, settings),
  })
}

/** A request after the hooks of extensions. */
interface Entered {
  readonly exchange: MatchedExchange
  /** The response of a hook; undefined if the route responds. */
  readonly response: Response | undefined | Promise<Response | undefined>
}

/** A request with the route that it matches. */
interface MatchedExchange extends Exchange {
  readonly match: RequestMatch | NoMatch
}

/** The request ids of callers that are kept: no character that could end a log line or a header, or act as markup. */
const token = /^[A-Za-z0-9._:=+/-]{1,128}$/

function beginExchange(match: RequestMatch | NoMatch, request: Request, settings: Settings): MatchedExchange {
  const givenId = request.headers.get('x-request-id')
  const requestId = givenId !== null && token.test(givenId) ? givenId : crypto.randomUUID()
  const report = (error: unknown): void => notifyHost(error, request, requestId, settings)
  const matched = typeof match === 'string' || 'failure' in match ? undefined : match
  return {
    match,
    request,
    settings,
    report,
    context: {
      request,
      settings,
      method: matched?.method ?? request.method,
      headers: request.headers,
      route: matched === undefined ? null : `${matched.method} ${matched.route.path || '/'}`,
      language: matched?.language ?? languageOfPath(splitUrl(request.url).path, settings),
      publicUrl: settings.publicUrl,
      requestId,
      startMs: performance.now(),
      report,
      isPersonal: false,
      maxAgeSeconds: matched?.endpoint?.maxAgeSeconds ?? 0,
      isCacheable: matched?.key !== undefined,
      isCached: false,
    },
  }
}

/** Asks the hooks of extensions for a response, one after the other. Waits only if one of them does. */
function askHooks(exchange: MatchedExchange, index = 0): Entered['response'] {
  const { request, settings, context } = exchange
  const hook = settings.requestHooks[index]
  if (hook === undefined) return undefined
  const refuse = (error: unknown): Response => respondFailure(error, exchange)
  const goOn = (found: Response | undefined): Entered['response'] =>
    found === undefined ? askHooks(exchange, index + 1) : respondWith(found, context)
  try {
    const found = hook(request, context)
    return isPromise(found) ? inTime('the hook request of an extension', found).then(goOn).catch(refuse) : goOn(found)
  } catch (error) {
    return refuse(error)
  }
}

/** Runs a request inside of the hooks around it, the first one outermost. */
async function runAround(exchange: MatchedExchange, run: () => Promise<Response>, index = 0): Promise<Response> {
  const { settings, context } = exchange
  const hook = settings.aroundHooks[index]
  if (hook === undefined) return run()
  try {
    // Hooks without types may forget to return it.
    const response: Response | undefined = await hook(() => runAround(exchange, run, index + 1), context)
    if (response === undefined) throw new TypeError('around returns no response')
    return response
  } catch (error) {
    return respondFailure(error, exchange)
  }
}

/** The response to what a hook before the route has thrown. */
function respondFailure(error: unknown, { context, report }: Exchange): Response {
  report(error)
  return respondProblem(toFinished(error, context), context)
}

const notUtf8 = (): CalendarError => invalidInput({ path: { code: 'not_utf8' } })

/** The endpoint of a request, or the response to one that matches none by its path and method. */
function reachEndpoint(exchange: MatchedExchange): Reached | Response {
  const { match, request, context } = exchange
  if (typeof match === 'string') return respondProblem(problemOf(match, request, context), context)
  if ('failure' in match) return respondFailure(match.failure, exchange)
  const { route, endpoint } = match
  if (context.method === 'OPTIONS') return respondOptions(allowedMethods(route), context)
  if (endpoint !== undefined) return { match, endpoint }
  return respondProblem(toFinished(new CalendarError('method_not_allowed', { allow: allowedMethods(route) }), context), context)
}

/** Encoded once: 404 is the most frequent response to unknown clients, and a new error would cost more than the rest of the response. */
const encoded = new WeakMap<Settings, Map<string, FinishedProblem>>()

function problemOf(match: NoMatch & string, request: Request, context: AnswerContext): FinishedProblem {
  const { settings, language } = context
  const isUtf8 = match === 'no route' && isUtf8Path(splitUrl(request.url).path)
  const error = isUtf8 ? notFound() : notUtf8()
  if (settings.problemHooks.length > 0) return toFinished(error, context)
  const known = encoded.get(settings) ?? new Map<string, FinishedProblem>()
  encoded.set(settings, known)
  const key = `${error.code} ${language}`
  const problem = known.get(key) ?? toFinished(error, context)
  known.set(key, problem)
  return problem
}

/** The encoded error of a request that reaches no endpoint. */
function toFinished(error: unknown, context: AnswerContext): FinishedProblem {
  const { settings, language } = context
  return finishHooked(toProblem(error, [], messagesIn(language, settings)), error, context)
}
