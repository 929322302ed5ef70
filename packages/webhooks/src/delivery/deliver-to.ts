import { toEndpoint } from '../endpoint.ts'
import type { Settings } from '../options.ts'
import { kindsOf } from '../patterns.ts'
import type { EndpointPatch, StoredEndpoint } from '../store/endpoint.ts'
import { attempt, type Outcome, type OutgoingMessage, type Receiver } from './attempt.ts'
import { collapse } from './collapse.ts'
import type { Lease } from './lease.ts'
import { messageOfChange, messageOfPublication, type Recipient } from './message-of.ts'
import type { FindPublications } from './publications.ts'
import { delayAfter } from './schedule.ts'

/** The state of an endpoint after a success. */
const success = { failures: 0, nextAtMs: 0, lastError: '' } as const

/** How many rows of the log are read at once. */
const batchRows = 500

/** One call of `deliver`. */
export interface Round {
  /** The moment when it began: publications up to it are told. */
  readonly nowMs: number
  /** Finds the publications between two moments. */
  readonly publications: FindPublications
  /** Whether no further message may be begun. */
  isOver(): boolean
  /** Counts attempts. */
  readonly counts: { sent: number; failed: number }
}

/** A message, once it is known to be wanted, and the progress that sending it makes. */
interface Step {
  message(recipient: Recipient): Promise<OutgoingMessage | undefined>
  readonly progress: EndpointPatch
}

/** A part of the log and of the publications. */
interface Batch {
  readonly steps: readonly Step[]
  /** The progress after all steps. */
  readonly progress: EndpointPatch
  /** Whether nothing is left after it. */
  readonly isLast: boolean
}

/** Sends an endpoint everything that it has not got, until an attempt fails or the round is over. */
export async function deliverTo(settings: Settings, round: Round, lease: Lease): Promise<void> {
  const { calendar, access } = settings
  const { url, events, actor } = lease.endpoint
  const recipient: Recipient = { viewer: calendar.as(actor, access), actor, events }
  const receiver: Receiver = { ...settings, url, secrets: await openSecrets(settings, lease.endpoint) }
  while (!round.isOver()) {
    const batch = await readBatch(settings, round, lease.endpoint)
    for (const { message, progress } of batch.steps) {
      if (round.isOver()) break
      const outgoing = await message(recipient)
      if (outgoing !== undefined) {
        const outcome = await attempt(receiver, outgoing, settings.clock.nowMs())
        if (outcome.type !== 'sent') return fail(settings, round, lease, outcome)
        round.counts.sent++
      }
      if (!(await lease.advance(outgoing === undefined ? progress : { ...progress, ...success }))) return
    }
    if (round.isOver()) break
    if (batch.isLast) {
      await lease.release(batch.progress)
      return
    }
    if (!(await lease.save(batch.progress))) return
  }
  await lease.release({})
}

/** The secrets that sign now, in clear. */
const openSecrets = async ({ openSecret, clock }: Settings, { secrets }: StoredEndpoint): Promise<readonly string[]> =>
  Promise.all(secrets.filter(({ untilMs }) => untilMs === null || untilMs > clock.nowMs()).map(({ sealed }) => openSecret(sealed)))

async function readBatch(settings: Settings, { nowMs, publications }: Round, endpoint: StoredEndpoint): Promise<Batch> {
  const { cursor, publishedUntilMs, events } = endpoint
  const kinds = kindsOf(events)
  const { rows, head, isComplete } = await settings.calendar.changes.rows({ after: cursor, kinds, limit: batchRows })
  if (!isComplete) settings.notify(settings.onGap, toEndpoint(endpoint))
  const isLast = rows.length < batchRows
  // Publications come in the order of the log: before rows that are read later.
  const untilMs = isLast ? nowMs : rows.reduce((latest, { atMs }) => Math.max(latest, Math.min(atMs, nowMs)), publishedUntilMs)
  const found = await publications(kinds, publishedUntilMs, untilMs)
  const published = new Map(found.map((one) => [`${one.kind} ${one.id}`, one]))
  const changes = collapse(rows).map((change) => {
    // One message tells of both.
    const isPublished = published.delete(`${change.kind} ${change.id}`)
    return isPublished && change.verb === 'updated' ? { ...change, verb: 'published' as const } : change
  })
  const lastRow = Math.max(cursor, isLast ? head : 0, rows.at(-1)?.seq ?? 0)
  const rest = [...published.values()]
  return {
    steps: [
      ...changes.map((change): Step => ({ message: (to) => messageOfChange(settings, to, change), progress: { cursor: change.firstSeq } })),
      ...rest.map((one, i): Step => {
        // Others of the same moment may be left.
        const doneMs = Math.max(
          publishedUntilMs,
          (rest[i + 1]?.publishedMs ?? untilMs) > one.publishedMs ? one.publishedMs : one.publishedMs - 1,
        )
        return { message: (to) => messageOfPublication(settings, to, one), progress: { cursor: lastRow, publishedUntilMs: doneMs } }
      }),
    ],
    progress: { cursor: lastRow, publishedUntilMs: Math.max(publishedUntilMs, untilMs) },
    isLast,
  }
}

/** Notes a failed attempt, and disables the endpoint after the last one. */
async function fail(
  settings: Settings,
  { counts }: Round,
  lease: Lease,
  outcome: Exclude<Outcome, { readonly type: 'sent' }>,
): Promise<void> {
  counts.failed++
  const failures = lease.endpoint.failures + 1
  const delayMs = outcome.type === 'gone' ? undefined : delayAfter(failures, outcome.retryAfterMs)
  const lastError = outcome.type === 'gone' ? 'status 410' : outcome.reason
  if (delayMs !== undefined) {
    await lease.release({ failures, lastError, nextAtMs: settings.clock.nowMs() + delayMs })
    return
  }
  const isHeld = await lease.release({ failures, lastError, nextAtMs: 0, disabled: outcome.type === 'gone' ? 'gone' : 'failed' })
  // Otherwise the host has changed the endpoint meanwhile, and the new state gets its own attempts.
  if (isHeld) settings.notify(settings.onDisabled, toEndpoint(lease.endpoint))
}
