import { CalendarError, isCalendarError } from '../errors/calendar-error.ts'
import { type CalendarStore, deletedRequests } from '../store/contract.ts'
import type { EntityId } from '../store/records.ts'
import type { StoredRequest } from '../store/requests.ts'
import { dayMs } from '../time/clock.ts'
import { callAfter } from '../time/timer.ts'
import type { CalendarCall, WriteOperation } from './context.ts'
import type { Creation } from './creation.ts'
import type { KindDefinition, KindTypes } from './definition.ts'
import { loadForReading, viewOne } from './reads.ts'
import { write } from './write.ts'

/** A request that creates one record, however often it is sent. */
export interface KeyedRequest {
  /** Identifies caller and key. */
  readonly keyHash: string
  /** Identifies the content. */
  readonly fingerprint: string
  /** How long it waits for other requests with its key, in milliseconds. */
  readonly maxWaitMs: number
}

/** The record of a request with a key. */
export interface OnceResult<T> {
  /** The current record. */
  readonly record: T
  /** Whether an earlier request with the key has created it. */
  readonly isReplayed: boolean
}

/** The time between two calls that delete expired requests, in milliseconds. */
const pruneIntervalMs = 60 * 60_000

/**
 * Creates the record of a request with a key, or finds the one that an earlier request has created. The request is stored in the transaction
 * of the creation: first, so that other processes wait for that transaction before they create anything. In this process, later requests wait
 * outside of transactions, so they hold no connection. Only the wait is limited, not the creation.
 * @throws key_reused an earlier request with the key had another content
 * @throws request_in_progress the key is not free in time; nothing is written
 * @throws record_gone the earlier request's record is deleted, in the trash, or hidden from the viewer
 * @throws invalid_input, uid_taken, slug_taken, unauthenticated, forbidden nothing is written or stored
 */
export async function createOnce<D extends KindTypes>(
  call: CalendarCall,
  kind: KindDefinition<D>,
  { questions, create }: Creation<D>,
  request: KeyedRequest,
): Promise<OnceResult<D['view']>> {
  const state = stateOf(call.store)
  const limit = startLimit(request.maxWaitMs)
  const attempt = async (op: WriteOperation): Promise<OnceResult<D['view']>> => {
    const earlier = await claim(op, kind, request, state)
    // After the error has been returned, the request must not create a record any more.
    limit.end()
    if (earlier !== undefined) return { record: await viewEarlier(op, kind, earlier), isReplayed: true }
    const record = await create(op)
    await op.store.requests.complete(request.keyHash, record.id)
    return { record: await viewOne(op, kind, record), isReplayed: false }
  }
  const work = (): Promise<OnceResult<D['view']>> => {
    // Between processes, the statement has a limit of its own. Only on a single connection, the transaction itself may have to wait.
    if (call.store.connection === undefined) limit.end()
    return write(call, attempt, questions)
  }
  try {
    return await Promise.race([inTurn(state.running, request.keyHash, work), limit.isOver])
  } finally {
    limit.cancel()
  }
}

/**
 * Finds the record that an earlier request with the key has created; undefined without one. It reads in a transaction: a replica could lack
 * the record.
 * @throws key_reused, record_gone as {@link createOnce}
 */
export const findCreated = <D extends KindTypes>(
  call: CalendarCall,
  kind: KindDefinition<D>,
  request: KeyedRequest,
): Promise<D['view'] | undefined> =>
  write(call, async (op) => {
    const row = await op.store.requests.get(request.keyHash)
    return row === undefined || row.atMs < firstKeptMs(op) ? undefined : viewEarlier(op, kind, checked(row, kind, request))
  })

/** Stores the request without the id of its record. Returns the id of the record if an earlier request is stored. */
async function claim<D extends KindTypes>(
  op: WriteOperation,
  { kind }: KindDefinition<D>,
  { keyHash, fingerprint, maxWaitMs }: KeyedRequest,
  state: State,
): Promise<EntityId | undefined> {
  const { requests } = op.store
  const limits = { firstKeptMs: firstKeptMs(op), maxWaitMs }
  for (;;) {
    if (await requests.insert({ keyHash, fingerprint, kind, id: 0, atMs: op.nowMs }, limits)) {
      await prune(op, state)
      return undefined
    }
    const row = await requests.get(keyHash)
    // Another transaction may have deleted the row since: it has expired by a clock that is ahead.
    if (row !== undefined) return checked(row, { kind }, { fingerprint })
  }
}

/**
 * The id of the record of an earlier request.
 * @throws key_reused it was another request
 */
function checked(row: StoredRequest, { kind }: { readonly kind: string }, { fingerprint }: Pick<KeyedRequest, 'fingerprint'>): EntityId {
  if (row.kind !== kind || row.fingerprint !== fingerprint) throw new CalendarError('key_reused', {})
  return row.id
}

async function viewEarlier<D extends KindTypes>(op: WriteOperation, kind: KindDefinition<D>, id: EntityId): Promise<D['view']> {
  try {
    return await viewOne(op, kind, await loadForReading(op, kind, id))
  } catch (error) {
    if (!isCalendarError(error, 'not_found') && !isCalendarError(error, 'in_trash')) throw error
    throw new CalendarError('record_gone', {}, { cause: error })
  }
}

/** The time of the oldest request that has not expired: requests are stored for a day. */
const firstKeptMs = ({ nowMs }: WriteOperation): number => nowMs - dayMs + 1

/** What this process knows about the requests of a store. */
interface State {
  /** The ends of the requests that run in this process, by the hashes of their keys. They never reject. */
  readonly running: Map<string, Promise<void>>
  /** When expired requests were last deleted, by the calendar's clock; undefined before the first time, and while more are left. */
  prunedMs: number | undefined
}

const states = new WeakMap<CalendarStore, State>()

function stateOf(store: CalendarStore): State {
  const known = states.get(store)
  if (known !== undefined) return known
  const state: State = { running: new Map(), prunedMs: undefined }
  states.set(store, state)
  return state
}

/** Deletes a portion of the expired requests, at most once an hour unless more are left. */
async function prune(op: WriteOperation, state: State): Promise<void> {
  const { prunedMs } = state
  if (prunedMs !== undefined && Math.abs(op.nowMs - prunedMs) < pruneIntervalMs) return
  // Concurrent requests need not delete as well.
  state.prunedMs = op.nowMs
  if ((await op.store.requests.deleteBefore(firstKeptMs(op))) >= deletedRequests) state.prunedMs = undefined
}

/** Runs the work when no other one with the key runs in this process. */
async function inTurn<T>(running: Map<string, Promise<void>>, keyHash: string, work: () => Promise<T>): Promise<T> {
  for (let rival = running.get(keyHash); rival !== undefined; rival = running.get(keyHash)) await rival
  const result = work()
  const end = (): void => void running.delete(keyHash)
  running.set(keyHash, result.then(end, end))
  return result
}

/** A limit of the time until a request has its key. */
interface Limit {
  /** Rejects when the time is over. */
  readonly isOver: Promise<never>
  /**
   * Ends the limit: the request has its key.
   * @throws request_in_progress the time is over
   */
  end(): void
  /** Stops the timer. */
  cancel(): void
}

function startLimit(maxWaitMs: number): Limit {
  let error: CalendarError | undefined
  let cancel = (): void => undefined
  const isOver = new Promise<never>((_, reject) => {
    cancel = callAfter(maxWaitMs, () => {
      error = new CalendarError('request_in_progress', {})
      reject(error)
    })
  })
  const end = (): void => {
    cancel()
    if (error !== undefined) throw error
  }
  return { isOver, end, cancel: () => cancel() }
}
