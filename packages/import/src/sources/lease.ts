import type { SourcePatch, StoredSource } from '../source-store/source-store.ts'
import type { Settings } from './options.ts'

/** How long a process may run a source after its last sign of life, in milliseconds: longer than a request and a chunk may take. */
const leaseMs = 300_000

/** A lease is extended once it has less time left, in milliseconds. */
const renewMs = 240_000

/** The right to run a source, which one process has at a time. */
export interface Lease {
  /** The source as it was when the lease began. */
  readonly source: StoredSource
  /** Extends the lease if it ends soon. @returns whether it still holds */
  renew(): Promise<boolean>
  /** Saves the outcome, and gives the lease back. Does nothing if another process has it. */
  release(outcome: SourcePatch): Promise<void>
}

/** Claims a source; undefined if another process runs it, or it is removed. */
export async function claim({ store, clock }: Settings, { name, leaseUntilMs }: StoredSource): Promise<Lease | undefined> {
  if (leaseUntilMs > clock.nowMs()) return undefined
  let heldMs = clock.nowMs() + leaseMs
  let isHeld = true
  if (!(await store.update(name, { leaseUntilMs: heldMs }, leaseUntilMs))) return undefined
  const source = await store.get(name)
  if (source === undefined) return undefined
  return {
    source,
    renew: async () => {
      const nowMs = clock.nowMs()
      if (!isHeld || heldMs - nowMs > renewMs) return isHeld
      isHeld = await store.update(name, { leaseUntilMs: nowMs + leaseMs }, heldMs)
      heldMs = nowMs + leaseMs
      return isHeld
    },
    release: async (outcome) => {
      await store.update(name, { ...outcome, leaseUntilMs: 0 }, heldMs)
    },
  }
}
