/**
 * For Node: a `fetch` that only connects to the public internet. It needs the package `undici`.
 *
 * @packageDocumentation
 */
import { isIP } from 'node:net'
import { requireKnownOptions } from '@kalends/core/store'
import { Agent, buildConnector } from 'undici'
import type { GuardedFetch } from './fetch-like.ts'
import { createDispatcherFetch } from './node/dispatcher-fetch.ts'
import { createGuardedLookup, notPublic, type Resolve } from './node/guarded-lookup.ts'
import { isPublicAddress } from './node/ip-address.ts'

/** Options of {@link createGuardedFetch}. */
export interface GuardedFetchOptions {
  /** Resolves host names, as Node's `dns.lookup` with `all`. @default `dns.lookup` */
  readonly lookup?: Resolve | undefined
  /** How long a connection may take, in milliseconds. @default 10_000 */
  readonly connectTimeoutMs?: number | undefined
}

export type { GuardedFetch, GuardedFetchInit } from './fetch-like.ts'
export type { Resolve } from './node/guarded-lookup.ts'

/**
 * Makes a `fetch` that refuses to connect to addresses outside of the public internet: private, loopback, link-local, carrier-grade NAT,
 * unique local, multicast, and those that contain such an IPv4 address. The addresses of a name are checked when a connection is made, and
 * the connection goes to a checked one, so that a name whose addresses change (DNS rebinding) does not lead into the host's own network.
 * @example
 * const guarded = createGuardedFetch({ connectTimeoutMs: 5_000 })
 */
export function createGuardedFetch(options: GuardedFetchOptions = {}): GuardedFetch {
  requireKnownOptions('createGuardedFetch', options, { lookup: true, connectTimeoutMs: true })
  const { lookup, connectTimeoutMs = 10_000 } = options
  const connect = buildConnector({ lookup: createGuardedLookup(lookup), timeout: connectTimeoutMs })
  const agent = new Agent({
    connect: (target, callback) => {
      // Sockets do not look IP addresses up.
      const host = target.hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) !== 0 && !isPublicAddress(host)) return callback(notPublic(host), null)
      return connect(target, callback)
    },
  })
  return createDispatcherFetch(agent)
}

/** The `fetch` of {@link createGuardedFetch} with its defaults, for `createWebhooks`, and for `createSources` of `@kalends/import`. */
export const guardedFetch: GuardedFetch = createGuardedFetch()
