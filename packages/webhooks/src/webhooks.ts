import type { Calendar } from '@kalends/core'
import { type DeliverOptions, type Delivery, deliver } from './delivery/deliver.ts'
import { startTimer } from './delivery/timer.ts'
import { createEndpoints, type Endpoints } from './management/endpoints.ts'
import { readSettings, type WebhooksOptions } from './options.ts'

/** The webhooks of a calendar. */
export interface Webhooks {
  /** The endpoints. */
  readonly endpoints: Endpoints
  /**
   * Sends every endpoint the messages that it has not got: from cron, from a Worker's `scheduled()`, or from a queue of the host. Calls in many
   * processes share the work; no endpoint gets messages from two of them at the same time.
   * @throws what the storage, `present` or `openSecret` throws, once all endpoints had their turn
   * @example
   * const { sent, failed, nextAtMs } = await hooks.deliver({ maxMs: 20_000 })
   */
  deliver(options?: DeliverOptions): Promise<Delivery>
  /**
   * Delivers in this process, as soon as something changes. Its timers do not keep the process alive.
   * @returns a function that stops it, and resolves once the messages that are being sent have ended
   */
  start(): () => Promise<void>
}

/**
 * Creates the webhooks of a calendar.
 * @param calendar the host's own, without `as`
 * @throws TypeError an option is missing or has no meaning
 * @example
 * const hooks = createWebhooks(calendar, { store: memoryWebhooks(), access: publicReadOnly(), fetch: guardedFetch })
 */
export function createWebhooks(calendar: Calendar, options: WebhooksOptions): Webhooks {
  const settings = readSettings(calendar, options)
  return {
    endpoints: createEndpoints(settings),
    deliver: (given) => deliver(settings, given),
    start: () => startTimer(settings),
  }
}
