import { type Actor, type Calendar, CalendarError } from '@kalends/core'
import { type FieldsByKind, internals } from '@kalends/core/internal'
import type { AbortSignalLike } from '@kalends/core/store'
import { readBody, toFields } from './body/read-body.ts'
import { isObject } from './json.ts'
import { ensureOwnSite } from './options/cross-site.ts'
import { inTime } from './options/in-time.ts'
import { type Report, reportFailures } from './options/report-failures.ts'
import { messagesIn, type Settings } from './options/settings.ts'
import { type Parameter, parametersIn } from './parameters/parameter.ts'
import { ensureNoIssues } from './parameters/query.ts'
import { type MembersContext, withMembers } from './response/members.ts'
import { isUnexpected, toProblem } from './response/problem.ts'
import {
  type AnswerContext,
  type CachedResponse,
  type FinishedProblem,
  finish,
  finishHooked,
  respond,
  respondProblem,
  toCachedProblem,
} from './response/respond.ts'
import { parametersOf, type RequestMatch } from './routing/match.ts'
import type { Endpoint, EndpointContext, Permission } from './routing/route.ts'
import { collectionOf } from './wire/presenter.ts'

/** One request, with everything that its response depends on besides the endpoint. */
export interface Exchange {
  /** The request. */
  readonly request: Request
  /** The options of the handler. */
  readonly settings: Settings
  /** The facts that determine the headers of the response. */
  readonly context: AnswerContext
  /** Reports failures to the host. */
  readonly report: Report
}

/** The endpoint that a request matches. */
export interface Reached {
  /** The route, the parameters and the cache key of the request. */
  readonly match: RequestMatch
  /** The endpoint for its method. */
  readonly endpoint: Endpoint
}

/** Runs the endpoint, or finds its response in the cache. Never rejects. */
export async function answer(reached: Reached, exchange: Exchange): Promise<Response> {
  const { match, endpoint } = reached
  const { request, settings, context, report } = exchange
  try {
    const { actor, calendar } = await readCalendar(exchange)
    const { permission } = endpoint
    // Reads of the interface need no check here, and no read has a body.
    const body =
      permission === 'public' && endpoint.methods.includes('GET') ? noBody : await readFields(reached, permission, calendar, exchange)
    if (match.hasIssues) ensureNoIssues(match.issues, parametersIn(parametersOf(endpoint), settings), { ...match.query, ...body.fields })
    const found = await findResponse(reached, calendar, { actor, body: body.fields, bytes: body.bytes }, exchange)
    const sent = hasMembers(endpoint, settings) ? await addMembers(found, endpoint, { settings, calendar, actor }, report) : found
    return respond(sent, endpoint.status, context)
  } catch (thrown) {
    // The client has disconnected; this is no failure.
    const error = isAborted(thrown, request) ? new CalendarError('unavailable', {}, { cause: thrown }) : thrown
    report(error)
    return respondProblem(encodeProblem(error, [...match.route.parameters, ...parametersOf(endpoint)], match, exchange), context)
  }
}

/** An endpoint whose response has records. */
type RecordEndpoint = Endpoint & Required<Pick<Endpoint, 'recordsOf'>>

/** Whether extensions add members to the records of a response. */
const hasMembers = (endpoint: Endpoint, { members }: Settings): endpoint is RecordEndpoint =>
  endpoint.recordsOf !== undefined && members[endpoint.recordsOf] !== undefined

/** The response with the members of extensions. A write whose members fail to load is no failure, because a client would repeat it. */
const addMembers = (
  found: CachedResponse,
  { recordsOf: kind, methods }: RecordEndpoint,
  context: MembersContext,
  report: Report,
): Promise<CachedResponse> =>
  withMembers(found, { kind, key: collectionOf[kind] }, context, (error) => {
    if (methods.includes('GET')) throw error
    report(error)
    return undefined
  })

/** The encoded error, as all extensions send it. */
const encodeProblem = (
  error: unknown,
  parameters: readonly Parameter[],
  { language }: RequestMatch,
  { settings, context }: Exchange,
): FinishedProblem => finishHooked(toProblem(error, parametersIn(parameters, settings), messagesIn(language, settings)), error, context)

/**
 * The cached response to an anonymous request, if there is a valid one that can be read synchronously. Undefined otherwise, also after an
 * exception: {@link answer} then meets the same exception and reports it.
 * @param anonymous the calendar as anonymous callers see it
 */
export function answerFromCache({ match, endpoint }: Reached, anonymous: Calendar, { context }: Exchange): Response | undefined {
  const { key, isOfMinute, terms, hasIssues } = match
  if (key === undefined || hasIssues || hasMembers(endpoint, context.settings)) return undefined
  try {
    const found = internals(anonymous).getCached<CachedResponse>(key, { isOfMinute, terms })
    if (found === undefined) return undefined
    context.isCached = true
    return respond(found, endpoint.status, context)
  } catch {
    context.isCached = false
    return undefined
  }
}

/** Whether an exception stems from a client that has disconnected. */
const isAborted = (thrown: unknown, { signal }: Request): boolean => isUnexpected(thrown) && signal.aborted && thrown === signal.reason

/** The caller, and the calendar with the caller's permissions. */
async function readCalendar({ request, settings, context, report }: Exchange): Promise<{ actor: Actor | null; calendar: Calendar }> {
  const { authenticate, access, calendar } = settings
  // Until `authenticate` has returned, the response counts as personal and must not be shared.
  context.isPersonal = authenticate !== undefined
  const actor = authenticate === undefined ? null : checkActor(await inTime('authenticate', authenticate(request)))
  context.isPersonal = actor !== null
  return { actor, calendar: calendar.as(actor, reportFailures(access, report, actor)) }
}

function checkActor(given: Actor | null | undefined): Actor | null {
  const actor = given ?? null
  if (actor === null || (isObject(actor) && typeof actor.id === 'string')) return actor
  throw new TypeError('authenticate must return an actor with an id that is a text, or null')
}

/** The body of a request, by the names in the core. */
type ReadFields = Pick<EndpointContext, 'bytes'> & { readonly fields: EndpointContext['body'] }

const noBody: ReadFields = { fields: {}, bytes: new Uint8Array(0) }

/** The body of a write. The site that sends it and access are checked before the body is read. */
async function readFields(
  { match, endpoint: { methods, body, wholeBody, isBodiless, fieldsOf } }: Reached,
  permission: Permission,
  calendar: Calendar,
  { request, settings }: Exchange,
): Promise<ReadFields> {
  const reads = isBodiless?.(match.query) !== true && (body ?? wholeBody) !== undefined
  if (!methods.includes('GET')) ensureOwnSite(request, reads, settings)
  const own = internals(calendar)
  if (permission !== 'public') {
    const { action, kind } = permission
    await own.authorize(typeof action === 'function' ? action(match.query) : action, kind)
  }
  if (!reads) return noBody
  const { content, hasTexts, bytes } = await readBody(request, settings)
  if (body === undefined) return { fields: content, bytes }
  const { uidDomain, authorIds } = settings
  // The policy is asked once, however many records the body has.
  let visible: FieldsByKind | undefined
  const fields = toFields(content, body, fieldsOf, {
    hasTexts,
    uidDomain,
    authorIds,
    fieldsOf: (of) => {
      visible ??= own.visibleFields()
      return visible[of].list
    },
  })
  return { fields, bytes }
}

/** Returns the cached response, or makes a new one. */
async function findResponse(
  { match, endpoint }: Reached,
  calendar: Calendar,
  given: Pick<EndpointContext, 'actor' | 'body' | 'bytes'>,
  exchange: Exchange,
): Promise<CachedResponse> {
  const { request, settings, context } = exchange
  const { method } = context
  const run = async (inside: Calendar): Promise<CachedResponse> =>
    finish(await endpoint.run({ ...match, ...given, request, method, settings, calendar: inside }))
  const isRead = method === 'GET' || method === 'HEAD'
  const signal = isRead ? signalOf(request) : undefined
  if (match.key === undefined) return run(signal === undefined ? calendar : internals(calendar).withSignal(signal))
  const make = async (inside: Calendar): Promise<CachedResponse> => {
    context.isCached = false
    try {
      return await run(inside)
    } catch (error) {
      // What hooks make of an error is for one request alone.
      if (endpoint.isErrorCacheable?.(error) !== true || settings.problemHooks.length > 0) throw error
      return toCachedProblem(encodeProblem(error, parametersOf(endpoint), match, exchange))
    }
  }
  context.isCached = true
  return internals(calendar).cached(match.key, make, { isOfMinute: match.isOfMinute, terms: match.terms, signal })
}

/** Reads the signal of a request only when it is needed: a server creates a signal on first access, and only long reads look at it. */
interface RequestSignal extends AbortSignalLike {
  readonly request: Request
}

/** The shared prototype of these signals: V8 would give every object with getters of its own another hidden class. */
const requestSignal: Omit<RequestSignal, 'request'> & ThisType<RequestSignal> = {
  get aborted() {
    return this.request.signal.aborted
  },
  get reason() {
    return this.request.signal.reason
  },
}

const signalOf = (request: Request): AbortSignalLike => Object.assign(Object.create(requestSignal), { request })
