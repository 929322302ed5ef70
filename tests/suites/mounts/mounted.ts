import type { MountAnswer, MountRequest } from './mount-request.ts'

/** A mounted handler. */
export interface Mounted {
  /** Sends a request through the framework. */
  send(request: MountRequest): Promise<MountAnswer>
  /** Called after the last request. */
  close(): Promise<void> | void
}
