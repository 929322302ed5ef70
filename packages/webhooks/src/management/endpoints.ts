import { type Actor, allowAll } from '@kalends/core'
import { addressIssue } from '@kalends/core/internal'
import { requireKnownOptions } from '@kalends/core/store'
import { endOfLog } from '../end-of-log.ts'
import { type Endpoint, noFailures, toEndpoint } from '../endpoint.ts'
import type { Settings } from '../options.ts'
import { requirePatterns, type WebhookPattern } from '../patterns.ts'
import { createSecret, importSecret } from '../secret.ts'
import type { EndpointPatch, StoredEndpoint, StoredSecret } from '../store/endpoint.ts'
import { placeBefore } from './place-before.ts'

/** A new endpoint. */
export interface EndpointInput {
  /** The address that gets the messages: `https`, the port 443 or 8443, and a public host name. */
  readonly url: string
  /** The messages that it gets, such as `['event.*', 'venue.updated']`. @default ['*'] */
  readonly events?: readonly WebhookPattern[] | undefined
  /** The actor whose view of the records it gets; null for that of anonymous callers. It is stored as JSON. @default null */
  readonly actor?: Actor | null | undefined
  /** A secret of your own, `whsec_` and 24 to 64 bytes in base64. @default a random one */
  readonly secret?: string | undefined
}

/** Changed members of an endpoint. */
export type EndpointChange = Partial<Pick<EndpointInput, 'url' | 'events' | 'actor'>>

/** The endpoints of a calendar. There are no HTTP routes for them: these calls are for the host's own code. */
export interface Endpoints {
  /**
   * Adds an endpoint. It gets the changes from now on.
   * @returns the endpoint, and its secret: show it once, it cannot be read again
   * @throws TypeError the address, a pattern, the actor or the secret is not valid
   * @example
   * const { id, secret } = await hooks.endpoints.create({ url: 'https://example.org/hooks', events: ['event.*'], actor: null })
   */
  create(input: EndpointInput): Promise<Endpoint & { readonly secret: string }>
  /** All endpoints, the oldest one first. */
  list(): Promise<readonly Endpoint[]>
  /** One endpoint; null if there is none. */
  get(id: string): Promise<Endpoint | null>
  /**
   * Changes an endpoint. Messages that are being sent meanwhile may still have the old state.
   * @throws TypeError a member is not valid
   * @throws Error there is no such endpoint
   */
  update(id: string, change: EndpointChange): Promise<Endpoint>
  /** Deletes an endpoint with its secrets. @returns whether there was one */
  delete(id: string): Promise<boolean>
  /** Stops sending messages until `enable`. @throws Error there is no such endpoint */
  disable(id: string): Promise<Endpoint>
  /**
   * Sends messages again, with the first attempt at once: those that it has not got, as far as the log still has them.
   * @throws Error there is no such endpoint
   */
  enable(id: string): Promise<Endpoint>
  /**
   * Gives an endpoint a new secret. Messages have signatures of both secrets until the old one expires.
   * @param options `keepOldMs`: how long the old secret still signs, in milliseconds @default 86_400_000
   * @returns the new secret: show it once
   * @throws Error there is no such endpoint
   */
  rotate(id: string, options?: { readonly keepOldMs?: number | undefined }): Promise<{ readonly secret: string }>
  /**
   * Enables an endpoint and sends everything again that has changed since a moment, as far as the log still has it.
   * @param options `fromMs`: the moment, in milliseconds since 1970
   * @throws Error there is no such endpoint
   */
  replay(id: string, options: { readonly fromMs: number }): Promise<Endpoint>
}

/** The most secrets of one endpoint: each costs a signature, and receivers compare few. */
const maxSecrets = 4

/** How often a change is tried again while a delivery saves its cursor. */
const maxTries = 20

const dayMs = 86_400_000

const enabled = { disabled: null, ...noFailures } as const

/** The management of endpoints. */
export function createEndpoints(settings: Settings): Endpoints {
  const { store, calendar, clock, sealSecret, heldLog } = settings
  const change = (id: string, patch: Patch): Promise<Endpoint> => changeEndpoint(settings, id, patch)
  const seal = async (secret: string): Promise<StoredSecret> => ({
    sealed: sealSecret ? await sealSecret(secret) : secret,
    untilMs: null,
  })
  return {
    create: async (input) => {
      requireKnownOptions('endpoints.create', input, { url: true, events: true, actor: true, secret: true })
      const { url, events = ['*'], actor = null, secret = createSecret() } = input
      const valid = requireValid(settings, { url, events, actor })
      await importSecret(secret)
      const nowMs = clock.nowMs()
      const stored: StoredEndpoint = {
        ...{ id: createId(), ...valid, secrets: [await seal(secret)], createdMs: nowMs },
        ...{ ...enabled, cursor: await endOfLog(calendar), publishedUntilMs: nowMs, leaseUntilMs: 0 },
      }
      await heldLog.keepFrom(stored)
      await store.insert(stored)
      return { ...toEndpoint(stored), secret }
    },
    list: async () => (await store.list()).map(toEndpoint),
    get: async (id) => {
      const stored = await store.get(id)
      return stored ? toEndpoint(stored) : null
    },
    update: async (id, given) => {
      requireKnownOptions('endpoints.update', given, { url: true, events: true, actor: true })
      return change(id, (stored) => {
        const { url = stored.url, events = stored.events, actor = stored.actor } = given
        return requireValid(settings, { url, events, actor })
      })
    },
    delete: async (id) => {
      const isDeleted = await store.delete(id)
      await heldLog.release(id)
      return isDeleted
    },
    disable: (id) => change(id, () => ({ disabled: 'host' })),
    enable: (id) => change(id, () => enabled),
    rotate: async (id, options = {}) => {
      requireKnownOptions('endpoints.rotate', options, { keepOldMs: true })
      const { keepOldMs = dayMs } = options
      requireMilliseconds('keepOldMs', keepOldMs)
      const secret = createSecret()
      const newest = await seal(secret)
      const nowMs = clock.nowMs()
      await change(id, ({ secrets }) => {
        const old = secrets.map(({ sealed, untilMs }) => ({ sealed, untilMs: untilMs ?? nowMs + keepOldMs }))
        return { secrets: [newest, ...old.filter(({ untilMs }) => untilMs > nowMs)].slice(0, maxSecrets) }
      })
      return { secret }
    },
    replay: async (id, { fromMs }) => {
      requireMilliseconds('fromMs', fromMs)
      const place = await placeBefore(calendar, fromMs)
      const replayed = await change(id, ({ cursor, publishedUntilMs }) => ({
        ...{ ...enabled, cursor: Math.min(cursor, place.cursor), publishedUntilMs: Math.min(publishedUntilMs, place.publishedUntilMs) },
      }))
      await heldLog.keepFrom(replayed)
      return replayed
    },
  }
}

type Patch = (stored: StoredEndpoint) => EndpointPatch

/**
 * Changes a stored endpoint. The lease also moves, by one millisecond: a process that delivers meanwhile then notices at its next save that it
 * has an old state, stops, and gives the lease back.
 */
async function changeEndpoint({ store }: Settings, id: string, patch: Patch): Promise<Endpoint> {
  for (let tries = 0; tries < maxTries; tries++) {
    const stored = await store.get(id)
    if (stored === undefined) throw new Error(`there is no endpoint ${id}`)
    const changed = { ...patch(stored), leaseUntilMs: stored.leaseUntilMs + 1 }
    if (await store.update(id, changed, stored.leaseUntilMs)) return toEndpoint({ ...stored, ...changed })
  }
  throw new Error(`the endpoint ${id} is busy`)
}

type Given = Pick<StoredEndpoint, 'url' | 'events' | 'actor'>

/** @returns the members that a host may give, with the parsed address @throws TypeError one of them is not valid */
function requireValid({ allowInsecure, calendar }: Settings, given: Given): Given {
  const { url, events, actor } = given
  const issue = addressIssue(url, { allowInsecure })
  if (issue !== undefined) throw new TypeError(`url of an endpoint ${issue}`)
  requirePatterns(events)
  // Throws if the id is not of the type that the calendar has.
  calendar.as(actor, allowAll())
  // As the parser understands it: other programs may take `https://example.org\\@127.0.0.1/` for another host.
  return { ...given, url: new URL(url).href }
}

/** @throws TypeError the value of an option is not a whole number of milliseconds from 0 */
function requireMilliseconds(option: string, value: number): void {
  if (!Number.isInteger(value) || value < 0) throw new TypeError(`${option} must be a number of milliseconds`)
}

/** 90 random bits: ids of endpoints can be seen by their owners, who must not guess those of others. */
const createId = (): string => `ep_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`
