import { type Calendar, CalendarError, isCalendarError } from '@kalends/core'
import { requestsOf, withSteps } from '@kalends/core/internal'
import type { RequestTable, StoredRequest } from '@kalends/core/store'
import type { Report } from '../options/report-failures.ts'
import type { Settings } from '../options/settings.ts'
import type { CachedResponse } from '../response/cached-response.ts'
import { finish } from '../response/respond.ts'
import type { AnswerOf, Once } from '../routing/route.ts'
import { createKnownImages } from './images.ts'
import { findStored, type KeyedRequest } from './lookup.ts'
import { type ProcessState, processStateOf, prune } from './process-state.ts'
import { toReplay, toStoredRequest } from './stored-response.ts'
import { createWaiting, type Waiting } from './waiting.ts'

/** What a request with a key needs. */
interface Surroundings {
  /** The calendar with the permissions of the caller. */
  readonly calendar: Calendar
  /** The options of the handler. */
  readonly settings: Settings
  /** Reports failures to the host. */
  readonly report: Report
}

/** One run of a request with a key. */
interface Run extends Surroundings {
  readonly request: KeyedRequest
  readonly requests: RequestTable
  readonly state: ProcessState
  readonly waiting: Waiting
  /** Lets the next request with the key run in this process; undefined before this one has its turn. */
  leave: (() => void) | undefined
  /** The response that an earlier request has stored. */
  stored: StoredRequest | undefined
  /** The last attempt to create the record. It may go on after the response, and never rejects. */
  attempt: Promise<unknown> | undefined
}

/** How many attempts end because another process stores the key first, and its response expires before it is read. */
const maxAttempts = 3

/**
 * Answers a request that has a key, so that its record is created once. The response is stored in the transaction of the creation. If there
 * is a stored one, that is the answer. A request that fails stores nothing.
 * @param respond makes the response, and creates the record through `once`
 * @throws key_reused, request_in_progress, and what `respond` throws
 */
export async function answerOnce(
  request: KeyedRequest,
  surroundings: Surroundings,
  respond: (once: Once) => Promise<CachedResponse>,
): Promise<CachedResponse> {
  const requests = requestsOf(surroundings.calendar)
  const run: Run = {
    ...surroundings,
    request,
    requests,
    state: processStateOf(requests),
    waiting: createWaiting(surroundings.settings.keyWaitMs),
    leave: undefined,
    stored: undefined,
    attempt: undefined,
  }
  try {
    for (let attempt = 1; ; attempt++) {
      const response = await tryOnce(run, respond)
      if (response !== undefined) return response
      if (attempt >= maxAttempts) throw new CalendarError('unavailable', {})
    }
  } finally {
    // An attempt that could not be stopped still holds the key.
    if (run.attempt === undefined) run.leave?.()
    else void run.attempt.finally(() => run.leave?.())
  }
}

/** One attempt; undefined if another process has stored a response that is not there any more. */
async function tryOnce(run: Run, respond: (once: Once) => Promise<CachedResponse>): Promise<CachedResponse | undefined> {
  try {
    const response = await respond({ enter: () => enter(run), create: (create, toAnswer) => createOnce(run, create, toAnswer) })
    await prune(run.state, run.requests, run.calendar.clock.nowMs(), run.report)
    return response
  } catch (error) {
    if (run.stored !== undefined) return toReplay(run.stored)
    // Before its turn, a request has asked for no record: its input is invalid, or the caller may not create it.
    if (run.leave === undefined || isOwn(error)) throw error
    // A request that another process has carried out meanwhile can be the reason of any error, such as a taken uid.
    const stored = error === keyTaken ? await find(run) : await find(run).catch(rethrowReuse)
    if (stored !== undefined) return toReplay(stored)
    if (error !== keyTaken) throw error
    return undefined
  }
}

/** Whether an error is about the key itself. */
const isOwn = (error: unknown): boolean => isCalendarError(error, 'request_in_progress') || isCalendarError(error, 'key_reused')

/** Without an answer of the store, the request fails with its first error. */
function rethrowReuse(error: unknown): undefined {
  if (isOwn(error)) throw error
  return undefined
}

const find = ({ requests, request, calendar }: Run): Promise<StoredRequest | undefined> =>
  findStored(requests, request, calendar.clock.nowMs())

/** Thrown when there is a stored response; it ends the work of the endpoint. */
const responseStored: Error = Object.freeze(new Error('The response to this request is stored.'))

/** Thrown in a transaction when another one has stored a response; it undoes the writes. */
const keyTaken: Error = Object.freeze(new Error('Another transaction has stored a response with this key.'))

/** Waits until no other request with the key runs in this process, and ends if there is a stored response. */
async function enter(run: Run): Promise<void> {
  const { state, request, waiting } = run
  if (run.leave !== undefined) return
  for (let rival = state.running.get(request.keyHash); rival !== undefined; rival = state.running.get(request.keyHash)) {
    await waiting.during(rival)
    await endIfStored(run)
  }
  let end = (): void => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  state.running.set(request.keyHash, ended)
  run.leave = () => {
    state.running.delete(request.keyHash)
    end()
  }
  await endIfStored(run)
}

async function endIfStored(run: Run): Promise<void> {
  run.stored = await find(run)
  if (run.stored !== undefined) throw responseStored
}

/** Creates the record and stores the response in one transaction. */
async function createOnce<T>(run: Run, create: (calendar: Calendar) => Promise<T>, toAnswer: AnswerOf<T>): Promise<CachedResponse> {
  const { calendar, settings, request, waiting } = run
  const images = createKnownImages(settings.resolveImage)
  const inTransaction: Settings = settings.resolveImage === undefined ? settings : { ...settings, resolveImage: images.resolveImage }
  for (;;) {
    let response: CachedResponse | undefined
    const once = withSteps(calendar, {
      enter: () => enter(run),
      begin: (tx) => waiting.during(tx.lockNames('request', [request.keyHash])),
      end: async (record, inside) => {
        // `create` makes one writing call, and returns its result.
        response = await finish(await toAnswer(record as T, inside, inTransaction))
        const row = toStoredRequest({ ...request, atMs: calendar.clock.nowMs(), status: 201 }, response)
        if (!(await requestsOf(inside).insert(row))) throw keyTaken
      },
    })
    const work = create(once)
    run.attempt = work.catch(() => undefined)
    try {
      await Promise.race([work, waiting.isOver])
    } catch (error) {
      if (!images.hasUnknown()) throw error
      await images.learn()
      continue
    }
    if (response === undefined) throw new Error('A creation has ended without its last step.')
    return response
  }
}
