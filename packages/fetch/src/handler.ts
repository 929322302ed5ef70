import { type Actor, type Calendar, CalendarError, type ErrorCode, type Event, type Organizer, type Term, type Venue } from '@kalends/core'
import { internals, invalidInput } from '@kalends/core/internal'
import { type Kind, requireKnownOptions } from '@kalends/core/store'
import { answer, answerFromCache, type Exchange, type Reached } from './answer.ts'
import type { JsonObject } from './json.ts'
import { toOpenapi } from './openapi/document.ts'
import { type HandlerOptions, handlerOptionNames } from './options/handler-options.ts'
import { isPromise } from './options/is-promise.ts'
import { tellObserver } from './options/observe.ts'
import { ensureSecret } from './options/secret-parameters.ts'
import { messagesIn, readSettings, type Settings } from './options/settings.ts'
import { isUnexpected, notFound, type Problem, toProblem } from './response/problem.ts'
import { type FinishedProblem, finishProblem, respondOptions, respondProblem } from './response/respond.ts'
import { createPresent } from './routes/present.ts'
import { createRoutes } from './routes/table.ts'
import { createMatcher, type NoMatch, type RequestMatch } from './routing/match.ts'
import { isUtf8Path, languageOfPath, splitUrl } from './routing/path.ts'
import { requestIdOf } from './routing/request-id.ts'
import { allowedMethods, ensurePermissions, queryNamesOf } from './routing/route.ts'

/** Serves a calendar over HTTP. */
export interface Handler {
  /** Responds to every request; `not_found` when no route matches. Never rejects. */
  (request: Request): Promise<Response>
  /** Responds, or returns undefined when no route matches, so that the host can try its own routes. Never rejects. */
  tryHandle(request: Request): Promise<Response | undefined>
  /**
   * The response if a route matches and it needs no waiting; otherwise undefined, and the handler itself must be called. Refusals by method
   * or host need no waiting, and neither do cached responses to anonymous callers if both the store's revision and `access` are synchronous.
   * It saves a server a turn of the microtask queue; other hosts only need the handler itself. Never throws.
   */
  cached(request: Request): Response | undefined
  /**
   * The OpenAPI 3.1 document of this service, as its `doc` route returns it to anonymous callers: fields that they may not read are left out.
   * @param language one of the configured ones @default English
   * @throws TypeError the language is not configured
   */
  openapi(language?: string): JsonObject
  /**
   * Converts a record to the object that the handler's response to `GET` contains, in English: for webhooks and other messages about records.
   * @param record as the calendar has returned it to `actor`
   * @param actor the reader; null for anonymous callers @default null
   */
  present(kind: Kind, record: Event | Venue | Organizer | Term, actor?: Actor | null): Promise<JsonObject>
}

/**
 * Serves a calendar over HTTP, wherever requests and responses are those of `fetch`.
 * @throws TypeError an option is missing or has no meaning
 * @example
 * const handler = createHandler(calendar, { access: publicReadOnly(), publicUrl: 'https://example.org' })
 * const response = await handler(new Request('https://example.org/calendar/events/v1/events'))
 */
export const createHandler = (calendar: Calendar, options: HandlerOptions): Handler => createWaitingHandler(calendar, options)

/** The same handler with another time that a request waits for others with its idempotency key, for tests. */
export function createWaitingHandler(calendar: Calendar, options: HandlerOptions, keyWaitMs?: number): Handler {
  requireKnownOptions('createHandler', options, handlerOptionNames)
  const settings = readSettings(calendar, options, keyWaitMs)
  const routes = createRoutes(settings.formats, settings.compatibility !== undefined)
  ensurePermissions(routes)
  ensureSecret(options.secretParameters ?? [], queryNamesOf(routes))
  const read = createMatcher(routes, settings)
  // With `authenticate`, `cached` returns no cached responses: after a miss, the handler itself would identify the caller again.
  const anonymous = settings.authenticate === undefined ? calendar.as(null, settings.access) : undefined
  const handle = async (found: RequestMatch | NoMatch, request: Request): Promise<Response> => {
    const exchange = beginExchange(found, request, settings)
    return endExchange(exchange, await dispatch(exchange, (reached) => answer(reached, exchange)))
  }
  return Object.assign(async (request: Request) => handle(read(request), request), {
    tryHandle: async (request: Request) => {
      const found = read(request)
      return found === 'no route' ? undefined : handle(found, request)
    },
    cached: (request: Request) => {
      const found = read(request)
      if (found === 'no route') return undefined
      const exchange = beginExchange(found, request, settings)
      const response = dispatch(exchange, (reached) =>
        anonymous === undefined ? undefined : answerFromCache(reached, anonymous, exchange),
      )
      return response === undefined ? undefined : endExchange(exchange, response)
    },
    openapi: (language = '') => {
      if (!settings.messages.has(language)) throw new TypeError(`the language ${language} is not configured`)
      return toOpenapi(routes, settings, language, internals(calendar.as(null, settings.access)).visibleFields())
    },
    present: createPresent(calendar, settings),
  })
}

/** A request with the route that it matches. */
interface MatchedExchange extends Exchange {
  readonly match: RequestMatch | NoMatch | 'wrong host'
  /** When the handler was called, by the clock of `performance`. */
  readonly startMs: number
}

function beginExchange(found: RequestMatch | NoMatch, request: Request, settings: Settings): MatchedExchange {
  const match = settings.isKnownHost(request) ? found : 'wrong host'
  const requestId = requestIdOf(request.headers)
  return {
    match,
    request,
    settings,
    startMs: settings.observe === undefined ? 0 : performance.now(),
    report: (error) => tellHost(error, request, requestId, settings),
    context: {
      method: request.method,
      headers: request.headers,
      language: typeof match === 'string' ? languageOfPath(splitUrl(request.url).path, settings) : match.language,
      isPersonal: false,
      maxAgeSeconds: typeof match === 'string' ? 0 : (match.endpoint?.maxAgeSeconds ?? 0),
      isCached: false,
      cors: settings.cors,
      vary: settings.vary,
      requestId,
    },
  }
}

/** Calls the host's `observe` if it is set, and returns the response. */
function endExchange({ match, request, settings, startMs, report, context }: MatchedExchange, response: Response): Response {
  if (settings.observe === undefined) return response
  const { method, isCached, requestId } = context
  const route = typeof match === 'string' ? null : `${request.method} ${match.route.path || '/'}`
  const durationMs = performance.now() - startMs
  tellObserver(settings.observe, { route, method, status: response.status, durationMs, isCached, requestId }, report)
  return response
}

const notUtf8 = (): CalendarError => invalidInput({ path: { code: 'not_utf8' } })

/** Responds to a request that matches no endpoint, by its host, path and method; passes any other request to `reach`. */
function dispatch<T>({ match, request, settings, context }: MatchedExchange, reach: (reached: Reached) => T): Response | T {
  if (typeof match === 'string') return respondProblem(problemOf(match, request, settings, context.language), context)
  const { route, endpoint } = match
  if (request.method === 'OPTIONS') return respondOptions(allowedMethods(route), context)
  if (endpoint !== undefined) return reach({ match, endpoint })
  const error = new CalendarError('method_not_allowed', { allow: allowedMethods(route) })
  return respondProblem(toFinished(error, settings, context.language), context)
}

/** Encoded once: 404 is the most frequent response to unknown clients, and a new error for each would cost more than the rest of the response. */
const encoded = new WeakMap<Settings, Map<string, FinishedProblem>>()

function problemOf(match: NoMatch | 'wrong host', request: Request, settings: Settings, language: string): FinishedProblem {
  const isUtf8 = match === 'no route' && isUtf8Path(splitUrl(request.url).path)
  const error = match === 'wrong host' ? new CalendarError('wrong_host', {}) : isUtf8 ? notFound() : notUtf8()
  const known = encoded.get(settings) ?? new Map<string, FinishedProblem>()
  encoded.set(settings, known)
  const key = `${error.code} ${language}`
  const problem = known.get(key) ?? toFinished(error, settings, language)
  known.set(key, problem)
  return problem
}

/** The encoded error of a path without records. */
const toFinished = (error: CalendarError, settings: Settings, language: string): FinishedProblem =>
  finishProblem(inFace(toProblem(error, [], messagesIn(language, settings)), error.code, settings))

/** An error of a path without records, in the face of the handler. */
const inFace = (problem: Problem, code: ErrorCode, { compatibility }: Settings): Problem =>
  compatibility?.writeProblem(problem, { code, kind: undefined, parameter: undefined }) ?? problem

/** Reports an unexpected failure to the host. A failing `onError` must not break the response. */
function tellHost(error: unknown, request: Request, requestId: string, { onError, withoutSecrets }: Settings): void {
  if (!isUnexpected(error)) return
  try {
    const told: unknown = onError(error, withoutSecrets(request), requestId)
    // An unhandled rejection would end the process.
    if (isPromise(told)) told.then(undefined, () => undefined)
  } catch {
    // There is no further place to report to.
  }
}
