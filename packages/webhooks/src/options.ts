import type { AccessPolicy, Actor, Calendar, Clock } from '@kalends/core'
import { requireKnownOptions } from '@kalends/core/store'
import type { Endpoint } from './endpoint.ts'
import type { WebhookFetch } from './fetch-like.ts'
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
   * Called when the log has lost changes that an endpoint has not got, because it was disabled for longer than the log is kept: it continues
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

/** {@link WebhooksOptions} with their defaults, and the calendar. */
export interface Settings extends Required<{ [M in keyof WebhooksOptions]: NonNullable<WebhooksOptions[M]> }> {
  /** The host's own calendar. */
  readonly calendar: Calendar
  /** Calls a function of the host that only listens. Its errors go to `onError`. */
  notify(listener: (endpoint: Endpoint) => void | Promise<void>, endpoint: Endpoint): void
}

const optionNames: Readonly<Record<keyof WebhooksOptions, true>> = {
  ...{ store: true, access: true, fetch: true, present: true, clock: true, onDisabled: true, onGap: true, onError: true },
  ...{ sealSecret: true, openSecret: true, allowInsecure: true },
}

/** @throws TypeError an option is missing or has no meaning */
export function readSettings(calendar: Calendar, options: WebhooksOptions): Settings {
  requireKnownOptions('createWebhooks', options, optionNames)
  const { store, access, fetch, clock = calendar.clock, allowInsecure = false } = options
  const ignore = (): void => undefined
  const { present = (_, record) => record, onDisabled = ignore, onGap = ignore, onError = ignore } = options
  requireFunction('store.update', store?.update)
  requireFunction('access.readable', access?.readable)
  requireFunction('access.may', access?.may)
  if (fetch === undefined) {
    throw new TypeError('createWebhooks needs fetch: guardedFetch of @kalends/webhooks/node, or another one that cannot reach your network')
  }
  for (const [name, given] of Object.entries({ fetch, present, onDisabled, onGap, onError })) requireFunction(name, given)
  requireFunction('clock.nowMs', clock.nowMs)
  if ((options.sealSecret === undefined) !== (options.openSecret === undefined)) {
    throw new TypeError('createWebhooks needs both of sealSecret and openSecret, or none')
  }
  const { sealSecret = (secret) => secret, openSecret = (sealed) => sealed } = options
  requireFunction('sealSecret', sealSecret)
  requireFunction('openSecret', openSecret)
  if (typeof allowInsecure !== 'boolean') throw new TypeError('allowInsecure must be true or false')
  const notify: Settings['notify'] = (listener, endpoint) => void callSafely(async () => listener(endpoint), onError)
  return { calendar, store, access, fetch, present, clock, onDisabled, onGap, onError, sealSecret, openSecret, allowInsecure, notify }
}

function requireFunction(name: string, given: unknown): void {
  if (typeof given !== 'function') throw new TypeError(`createWebhooks: ${name} must be a function`)
}

/** Runs a function of the host. An unhandled rejection would end the process. */
async function callSafely(call: () => Promise<void>, onError: (error: unknown) => void): Promise<void> {
  try {
    await call()
  } catch (error) {
    reportSafely(onError, error)
  }
}

/** Reports an error. Errors of the report itself are ignored: no place is left to report them to. */
export function reportSafely(onError: (error: unknown) => void, error: unknown): void {
  try {
    onError(error)
  } catch {
    // See above.
  }
}
