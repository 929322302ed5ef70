import type { Settings } from '../options.ts'
import type { EndpointPatch, StoredEndpoint } from '../store/endpoint.ts'

/** How long a process may deliver to an endpoint after its last save, in milliseconds: longer than any single attempt. */
const leaseMs = 60_000

/** Progress is saved once the lease does not last longer than this, in milliseconds, so that it does not end while a receiver is slow. */
const renewMs = 50_000

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
  let heldMs = clock.nowMs() + leaseMs
  if (!(await store.update(id, { leaseUntilMs: heldMs }, leaseUntilMs))) return undefined
  const claimed = await store.get(id)
  if (claimed?.leaseUntilMs !== heldMs) return undefined
  let progress: EndpointPatch = {}
  let unsaved = 0
  /** The end of a lease that is given back: a change by the host does not move it into the future. */
  const freeMs = (): number => clock.nowMs() - maxBumpMs

  const write = async (more: EndpointPatch, untilMs: number): Promise<boolean> => {
    progress = { ...progress, ...more }
    unsaved = 0
    if (await store.update(id, { ...progress, leaseUntilMs: untilMs }, heldMs)) {
      heldMs = untilMs
      return true
    }
    // After a change by the host no process sends, so the next one need not wait for the end of the lease.
    const stored = await store.get(id)
    const bump = stored ? stored.leaseUntilMs - heldMs : 0
    if (bump > 0 && bump < maxBumpMs) await store.update(id, { leaseUntilMs: freeMs() }, heldMs + bump)
    return false
  }
  const save = (more: EndpointPatch): Promise<boolean> => write(more, clock.nowMs() + leaseMs)
  return {
    get endpoint() {
      return { ...claimed, ...progress }
    },
    save,
    advance: async (more) => {
      progress = { ...progress, ...more }
      unsaved++
      return unsaved < saveAfterMessages && heldMs - clock.nowMs() > renewMs ? true : save({})
    },
    release: (more) => write(more, freeMs()),
  }
}
