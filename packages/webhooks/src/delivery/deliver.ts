import type { AbortSignalLike } from '@kalends/core/store'
import { requireKnownOptions } from '@kalends/core/store'
import { endOfLog } from '../end-of-log.ts'
import type { Settings } from '../options.ts'
import type { EndpointPatch, StoredEndpoint } from '../store/endpoint.ts'
import { deliverTo, type Round } from './deliver-to.ts'
import { claim } from './lease.ts'
import { createPublications } from './publications.ts'

/** How long a delivery may take. */
export interface DeliverOptions {
  /** No message is begun after this time, in milliseconds; the last one may take 15 seconds more. @default 20_000 */
  readonly maxMs?: number | undefined
  /** Once it is aborted, no further message is begun; those that are being sent are finished. */
  readonly signal?: AbortSignalLike | undefined
}

/** The result of a delivery. */
export interface Delivery {
  /** How many messages have been sent. */
  readonly sent: number
  /** How many attempts have failed. */
  readonly failed: number
  /** When to deliver again, in milliseconds since 1970, because of messages that wait; null if none waits. */
  readonly nextAtMs: number | null
}

/** How many endpoints get messages at the same time; each gets one after another. */
const maxEndpointsAtOnce = 16

/** Sends every endpoint what it has not got. @throws what the storage or a function of the host throws, once all endpoints had their turn */
export async function deliver(settings: Settings, options: DeliverOptions = {}): Promise<Delivery> {
  requireKnownOptions('deliver', options, { maxMs: true, signal: true })
  const { maxMs = 20_000, signal } = options
  if (!(maxMs >= 0)) throw new TypeError('maxMs must be a number of milliseconds')
  const { calendar, clock, store, heldLog } = settings
  const nowMs = clock.nowMs()
  const counts = { sent: 0, failed: 0 }
  const isOver = (): boolean => signal?.aborted === true || clock.nowMs() - nowMs > maxMs
  const publications = createPublications(calendar)
  const round: Round = { nowMs, publications, isOver, counts }
  const enabled = (await store.list()).filter(({ disabled }) => disabled === null)
  if (enabled.length === 0) return { ...counts, nextAtMs: null }
  const head = await endOfLog(calendar)
  const waiting: StoredEndpoint[] = []
  for (const endpoint of enabled) {
    const { cursor, events, publishedUntilMs } = endpoint
    if (cursor < head || (await publications(events, publishedUntilMs, nowMs)).length > 0) waiting.push(endpoint)
  }
  const due = waiting.filter((endpoint) => freeAtMs(endpoint) <= nowMs)
  try {
    await forEachAtOnce(due, maxEndpointsAtOnce, (endpoint) => deliverOnce(settings, round, endpoint))
  } finally {
    // From where the delivery began: the next one moves the hold to where this one has ended.
    await forEachAtOnce(enabled, maxEndpointsAtOnce, heldLog.moveOn)
  }
  return { ...counts, nextAtMs: await nextAtMs(settings, waiting, head) }
}

/** When an endpoint can be claimed. */
const freeAtMs = ({ nextAtMs, leaseUntilMs }: StoredEndpoint): number => Math.max(nextAtMs, leaseUntilMs)

async function deliverOnce(settings: Settings, round: Round, endpoint: StoredEndpoint): Promise<void> {
  if (round.isOver()) return
  const lease = await claim(settings, endpoint)
  if (lease === undefined) return
  const { disabled, nextAtMs: dueMs } = lease.endpoint
  let progress: EndpointPatch | undefined = {}
  try {
    // Another process may have delivered between the list and the claim.
    if (disabled === null && dueMs <= round.nowMs) progress = await deliverTo(settings, round, lease)
  } finally {
    if (progress !== undefined) await lease.release(progress)
  }
}

/** The first moment at which one of the endpoints that had messages can get those that are left. */
async function nextAtMs({ store, clock }: Settings, had: readonly StoredEndpoint[], head: number): Promise<number | null> {
  if (had.length === 0) return null
  const ids = had.map(({ id }) => id)
  const left = (await store.list()).filter(
    ({ id, disabled, cursor, failures }) => ids.includes(id) && disabled === null && (cursor < head || failures > 0),
  )
  return left.length === 0 ? null : Math.max(clock.nowMs(), Math.min(...left.map(freeAtMs)))
}

/** Calls a function for each item, for some at once. @throws the first error, once all calls have ended */
async function forEachAtOnce<T>(items: readonly T[], atOnce: number, call: (item: T) => Promise<void>): Promise<void> {
  // All workers take their items from one iterator.
  const queue = items.values()
  const errors: unknown[] = []
  const work = async (): Promise<void> => {
    for (const item of queue) await call(item).catch((error: unknown) => errors.push(error))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (errors.length > 0) throw errors[0]
}
