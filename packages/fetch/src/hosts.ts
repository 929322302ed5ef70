import { CalendarError } from '@kalends/core'
import { mapEndpoints, type TableExtension } from './extension/table.ts'
import { parseAuthority } from './options/authority.ts'
import type { Extension } from './options/extension.ts'

/** Whether the service answers to the host name of a request. */
export type HostCheck = (request: Pick<Request, 'url' | 'headers'>) => boolean

/** How many results of the check are cached: an attacker can send any number of refused names. */
const maxRemembered = 100

/**
 * Builds the check for a list of host names. IP literals, `localhost` and the host of the public URL always pass: an attack by DNS
 * rebinding needs a name of the attacker's own.
 * @param hosts names without a port
 * @param publicUrl the public URL
 * @throws TypeError an item is no host name
 * @example
 * const isKnownHost = createHostCheck(['calendar.example.org'], 'https://example.org')
 */
export function createHostCheck(hosts: readonly string[], publicUrl: string): HostCheck {
  if (!Array.isArray(hosts)) throw new TypeError('hosts must be a list of host names such as ["calendar.example.org"]')
  const known = new Set(['localhost', new URL(publicUrl).hostname, ...hosts.map(readHostName)])
  const remembered = new Map<string, boolean>()
  const isKnown = (authority: string): boolean => {
    const found = remembered.get(authority)
    if (found !== undefined) return found
    const name = hostNameOf(authority)
    const passes = name !== undefined && (isIpLiteral(name) || known.has(name))
    if (remembered.size >= maxRemembered) remembered.clear()
    remembered.set(authority, passes)
    return passes
  }
  // Both are checked, because some runtimes build the URL from something other than the `Host` header.
  return ({ url, headers }) => [headers.get('host'), authorityOf(url)].every((authority) => authority === null || isKnown(authority))
}

function readHostName(given: unknown): string {
  const name = typeof given === 'string' && !/[:/?#@\s[\]]/.test(given) ? hostNameOf(given) : undefined
  if (name === undefined || !/^[a-z0-9._-]+$/.test(name))
    throw new TypeError(`hosts must hold host names without a port, such as calendar.example.org, not ${String(given)}`)
  return name
}

const authority = /^https?:\/\/([^/?#]*)/i

/** Host and port of an absolute URL; null for a bare path. */
const authorityOf = (url: string): string | null => authority.exec(url)?.[1] ?? null

/** The name in lower case, without port and final dot; undefined if there is none. */
const hostNameOf = (text: string): string | undefined => parseAuthority(text)?.hostname.replace(/\.$/, '') || undefined

/** The URL parser writes every spelling of an IPv4 address as four decimal parts, and IPv6 in brackets. */
const isIpLiteral = (name: string): boolean => /^(?:\d+\.\d+\.\d+\.\d+|\[.*\])$/.test(name)

/**
 * Refuses requests to other host names with 421 `wrong_host`: protects an open server against DNS rebinding by web pages.
 * @param names the host names that the service answers to, without ports; IP addresses, `localhost` and the host of `publicUrl` always pass
 * @throws TypeError a name is no host name
 * @example
 * import { hosts } from '@kalends/fetch/hosts'
 *
 * const handler = createHandler(calendar, { access: publicReadOnly(), use: [hosts(['calendar.example.org'])] })
 */
export function hosts(names: readonly string[]): Extension {
  const checkOf = (publicUrl: string): HostCheck => createHostCheck(names, publicUrl)
  const checks = new Map<string, HostCheck>()
  checkOf('http://localhost')
  const extension: TableExtension = {
    name: 'hosts',
    request: (request, { publicUrl }) => {
      const isKnownHost = checks.get(publicUrl) ?? checkOf(publicUrl)
      checks.set(publicUrl, isKnownHost)
      if (isKnownHost(request)) return undefined
      throw new CalendarError('wrong_host', {})
    },
    table: (routes) => mapEndpoints(routes, (endpoint) => ({ ...endpoint, statuses: [...(endpoint.statuses ?? []), 421] })),
  }
  return extension
}
