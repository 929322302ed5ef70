/** How an address is checked. */
export interface AddressOptions {
  /** Whether addresses are taken that only make sense on the machine of a developer: `http`, any port, IP addresses, local names. */
  readonly allowInsecure: boolean
}

const maxLength = 2048

/** Names that a public server cannot have (RFC 6761, RFC 6762, RFC 8375, ICANN's `internal`). */
const localName = /(?:^|\.)(?:localhost|local|internal|intranet|home\.arpa|test|invalid|onion)$/

/**
 * Checks the address of an endpoint. A host name may still lead into the host's own network: that is checked when a connection is made,
 * by the `fetch` of `@kalends/webhooks/node`.
 * @returns the reason why it is refused, or undefined
 */
export function addressIssue(address: unknown, { allowInsecure }: AddressOptions): string | undefined {
  const url = typeof address === 'string' && address.length <= maxLength ? parseUrl(address) : undefined
  if (url === undefined) return `must be an absolute URL of at most ${maxLength} characters`
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
  if (url.hash !== '') return 'must not have a fragment'
  if (allowInsecure) return url.protocol === 'https:' || url.protocol === 'http:' ? undefined : 'must begin with https:// or http://'
  if (url.protocol !== 'https:') return 'must begin with https://'
  if (url.port !== '' && url.port !== '8443') return 'must have the port 443 or 8443'
  return hostIssue(url.hostname)
}

/** The parser has brought IPv4 addresses of any spelling, such as `0x7f.1`, to four decimal numbers. */
function hostIssue(hostname: string): string | undefined {
  const name = hostname.replace(/\.$/, '')
  if (name.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(name)) return 'must have a host name, not an IP address'
  if (!name.includes('.') || localName.test(name)) return 'must have a public host name'
  return undefined
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
