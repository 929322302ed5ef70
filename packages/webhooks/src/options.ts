import type { AccessPolicy, Actor, Calendar, Clock } from '@kalends/core'
import { requireKnownOptions } from '@kalends/core/store'
import type { Endpoint } from './endpoint.ts'
import type { WebhookFetch } from './fetch-like.ts'
import { createHeldLog, type HeldLog } from './held-log.ts'
import type { WebhookKind } from './message.ts'
import type { WebhookRecord } from './record.ts'
import type { WebhookStore } from './store/endpoint.ts'

/** Options of `createWebhooks`. */
export interface WebhooksOptions {
  /** Where the endpoints are stored: `memoryWebhooks()`, or `kyselyWebhooks(db)` of `@kalends/webhooks/kysely`. */
  readonly store: WebhookStore
  /** The access policy that decides what the actor of an endpoint sees: the one of your HTTP handler. */
  readonly access: AccessPolicy
  /**
   * Sends the requests. In Node give `guardedFetch` of `@kalends/webhooks/node`, which refuses to connect to addresses inside of your own
   * network. The global `fetch` connects to any address: give it only where all endpoints are your own, or where the runtime has no inner
   * network.
   */
  readonly fetch: WebhookFetch
  /** Converts a record to `data.record` of a message. Give `handler.present` of `@kalends/fetch` for the form that its responses have. @default the record as calls of the calendar return it */
  readonly present?: ((kind: WebhookKind, record: WebhookRecord, actor: Actor | null) => object | Promise<object>) | undefined
  /** The source of "now". @default the clock of the calendar */
  readonly clock?: Clock | undefined
  /** Called when an endpoint is disabled because its receiver has failed for 75 hours, or has responded with 410. */
  readonly onDisabled?: ((endpoint: Endpoint) => void | Promise<void>) | undefined
  /**
   * Called when the log has lost changes that an endpoint has not got, because it was away for longer than the log is kept: it continues
   * with the oldest row that is left, and its receiver should read its copy again.
   */
  readonly onGap?: ((endpoint: Endpoint) => void | Promise<void>) | undefined
  /** Called with the errors of a delivery that `start` runs, such as those of the storage, and with errors of `onDisabled` and `onGap`. */
  readonly onError?: ((error: unknown) => void) | undefined
  /** Encrypts a secret before it is stored. **Without it the secrets are stored as they are.** */
  readonly sealSecret?: ((secret: string) => string | Promise<string>) | undefined
  /** Decrypts what `sealSecret` has returned. */
  readonly openSecret?: ((sealed: string) => string | Promise<string>) | undefined
  /** Takes addresses that only make sense on the machine of a developer: `http`, any port, IP addresses, local names. @default false */
  readonly allowInsecure?: boolean | undefined
}

/** {@link WebhooksOptions} with what is always there. */
export interface Settings extends WebhooksOptions {
  /** The host's own calendar. */
  readonly calendar: Calendar
  readonly clock: Clock
  readonly allowInsecure: boolean
  readonly heldLog: HeldLog
}

const optionNames: Readonly<Record<keyof WebhooksOptions, true>> = {
  ...{ store: true, access: true, fetch: true, present: true, clock: true, onDisabled: true, onGap: true, onError: true },
  ...{ sealSecret: true, openSecret: true, allowInsecure: true },
}

/** @throws TypeError an option is missing or has no meaning */
export function readSettings(calendar: Calendar, options: WebhooksOptions): Settings {
  requireKnownOptions('createWebhooks', options, optionNames)
  const { store, access, fetch, clock = calendar.clock, sealSecret, openSecret } = options
  const required = { 'a store': store?.update, 'fetch, such as guardedFetch of @kalends/webhooks/node': fetch }
  for (const [name, given] of Object.entries(required)) if (typeof given !== 'function') throw new TypeError(`createWebhooks needs ${name}`)
  if (!sealSecret !== !openSecret) throw new TypeError('createWebhooks needs both of sealSecret and openSecret, or none')
  // Throws if it is no policy.
  calendar.as(null, access)
  // Only exactly `true` opens the host's own network.
  return {
    ...options,
    calendar,
    clock,
    allowInsecure: options.allowInsecure === true,
    heldLog: createHeldLog(calendar, options.store, clock),
  }
}

/** Calls a listener of the host. Its errors go to `onError`: an unhandled rejection would end the process. */
export async function notify(
  { onError }: Settings,
  listener: ((endpoint: Endpoint) => void | Promise<void>) | undefined,
  endpoint: Endpoint,
): Promise<void> {
  try {
    await listener?.(endpoint)
  } catch (error) {
    reportSafely(onError, error)
  }
}

/** Reports an error. Errors of the report itself are ignored: no place is left to report them to. */
export function reportSafely(onError: WebhooksOptions['onError'], error: unknown): void {
  try {
    onError?.(error)
  } catch {
    // See above.
  }
}
