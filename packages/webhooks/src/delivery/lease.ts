import type { Settings } from '../options.ts'
import type { EndpointPatch, StoredEndpoint } from '../store/endpoint.ts'

/** How long a process may deliver to an endpoint after its last save, in milliseconds: longer than any single attempt. */
const leaseMs = 60_000

/** Unsaved progress is saved after this time, in milliseconds, so that the lease does not end while a receiver is slow. */
const saveAfterMs = 10_000

/** Progress is saved after this many messages: they are what a crash sends again. */
const saveAfterMessages = 16

/** A larger difference between two leases is that of another process, a smaller one comes from changes by the host. */
const maxBumpMs = 1_000

/** The right to deliver to an endpoint, which one process has at a time. */
export interface Lease {
  /** The endpoint as it was when the lease began, with the progress since. */
  readonly endpoint: StoredEndpoint
  /** Notes progress after a message, and saves it now and then. @returns whether the lease still holds */
  advance(progress: EndpointPatch): Promise<boolean>
  /** Saves progress, and extends the lease. @returns whether it still holds */
  save(progress: EndpointPatch): Promise<boolean>
  /** Saves progress, and gives the lease back. @returns whether it still held */
  release(progress: EndpointPatch): Promise<boolean>
}

/**
 * Claims an endpoint; undefined if another process has claimed it meanwhile.
 * @param endpoint as it was read, with a lease that is over
 */
export async function claim({ store, clock }: Settings, { id, leaseUntilMs }: StoredEndpoint): Promise<Lease | undefined> {
  let savedMs = clock.nowMs()
  let heldMs = savedMs + leaseMs
  if (!(await store.update(id, { leaseUntilMs: heldMs }, leaseUntilMs))) return undefined
  const claimed = await store.get(id)
  if (claimed?.leaseUntilMs !== heldMs) return undefined
  let endpoint: StoredEndpoint = claimed
  let unsaved = 0
  /** The end of a lease that is given back: a change by the host does not move it into the future. */
  const freeMs = (): number => clock.nowMs() - maxBumpMs

  const write = async (untilMs: number): Promise<boolean> => {
    const { cursor, publishedUntilMs, failures, nextAtMs, lastError, disabled } = endpoint
    const patch = { cursor, publishedUntilMs, failures, nextAtMs, lastError, disabled, leaseUntilMs: untilMs }
    const isHeld = await store.update(id, patch, heldMs)
    if (isHeld) heldMs = untilMs
    else await giveBack()
    return isHeld
  }

  /** After a change by the host no process sends, so the next one need not wait for the end of the lease. */
  const giveBack = async (): Promise<void> => {
    const stored = await store.get(id)
    const bump = (stored?.leaseUntilMs ?? 0) - heldMs
    if (stored !== undefined && bump > 0 && bump < maxBumpMs) await store.update(id, { leaseUntilMs: freeMs() }, stored.leaseUntilMs)
  }

  const save = async (progress: EndpointPatch): Promise<boolean> => {
    endpoint = { ...endpoint, ...progress }
    unsaved = 0
    savedMs = clock.nowMs()
    return write(savedMs + leaseMs)
  }
  return {
    get endpoint() {
      return endpoint
    },
    save,
    advance: async (progress) => {
      endpoint = { ...endpoint, ...progress }
      unsaved++
      return unsaved < saveAfterMessages && clock.nowMs() - savedMs < saveAfterMs ? true : save({})
    },
    release: async (progress) => {
      endpoint = { ...endpoint, ...progress }
      return write(freeMs())
    },
  }
}
