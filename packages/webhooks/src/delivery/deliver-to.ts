import { noFailures, toEndpoint } from '../endpoint.ts'
import { notify, type Settings } from '../options.ts'
import { importSecret } from '../secret.ts'
import type { EndpointPatch, StoredEndpoint } from '../store/endpoint.ts'
import { attempt, type Failure, type Receiver } from './attempt.ts'
import type { Lease } from './lease.ts'
import { messageOf, type Recipient } from './message-of.ts'
import type { FindPublications } from './publications.ts'
import { readBatch } from './read-batch.ts'
import { createRecordReader } from './record-reader.ts'
import { delayAfter } from './schedule.ts'

/** One call of `deliver`. */
export interface Round {
  /** The moment when it began: publications up to it are reported. */
  readonly nowMs: number
  /** Finds the publications between two moments. */
  readonly publications: FindPublications
  /** Whether no further message may be begun. */
  isOver(): boolean
  /** Counts attempts. */
  readonly counts: { sent: number; failed: number }
}

/**
 * Sends an endpoint everything that it has not got, until an attempt fails or the round is over.
 * @returns the progress to release the lease with; undefined if it is released, or lost
 */
export async function deliverTo(settings: Settings, round: Round, lease: Lease): Promise<EndpointPatch | undefined> {
  const { calendar, access, clock } = settings
  const { url, events, actor } = lease.endpoint
  const recipient: Recipient = { viewer: calendar.as(actor, access), actor, events }
  const receiver: Receiver = { ...settings, url, keys: await openKeys(settings, lease.endpoint) }
  while (!round.isOver()) {
    const { changes, progress, isLast } = await readBatch(settings, lease.endpoint, round.publications, round.nowMs)
    const readRecord = createRecordReader(recipient.viewer, clock, changes)
    for (const change of changes) {
      if (round.isOver()) return {}
      const message = await messageOf(settings, recipient, change, readRecord)
      const failure = message && (await attempt(receiver, message, clock.nowMs()))
      if (failure !== undefined) return fail(settings, round, lease, failure)
      if (message !== undefined) round.counts.sent++
      if (!(await lease.advance({ ...change.progress, ...(message && noFailures) }))) return undefined
    }
    if (isLast) return progress
    if (!(await lease.save(progress))) return undefined
  }
  return {}
}

/** The keys of the secrets that sign now. */
const openKeys = ({ openSecret, clock }: Settings, { secrets }: StoredEndpoint): Promise<readonly CryptoKey[]> => {
  const valid = secrets.filter(({ untilMs }) => untilMs === null || untilMs > clock.nowMs())
  return Promise.all(valid.map(async ({ sealed }) => importSecret(openSecret ? await openSecret(sealed) : sealed)))
}

/** Notes a failed attempt, and disables the endpoint after the last one. */
async function fail(settings: Settings, { counts }: Round, lease: Lease, failure: Failure): Promise<EndpointPatch | undefined> {
  counts.failed++
  const failures = lease.endpoint.failures + 1
  const noted = { failures, lastError: failure.reason }
  const delayMs = failure.isGone ? undefined : delayAfter(failures, failure.retryAfterMs)
  if (delayMs !== undefined) return { ...noted, nextAtMs: settings.clock.nowMs() + delayMs }
  const isHeld = await lease.release({ ...noted, nextAtMs: 0, disabled: failure.isGone ? 'gone' : 'failed' })
  // Otherwise the host has changed the endpoint meanwhile, and the new state gets its own attempts.
  if (isHeld) void notify(settings, settings.onDisabled, toEndpoint(lease.endpoint))
  return undefined
}
