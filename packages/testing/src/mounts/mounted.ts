import type { MountAnswer, MountRequest } from './mount-request.ts'

/** A handler in its place. */
export interface Mounted {
  /** Sends a request through the framework. */
  send(request: MountRequest): Promise<MountAnswer>
  /** Called when all requests were sent. */
  close(): Promise<void> | void
}
