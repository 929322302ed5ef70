/** How an address is checked. */
export interface AddressOptions {
  /** Whether addresses are taken that only make sense on the machine of a developer: `http`, any port, IP addresses, local names. */
  readonly allowInsecure: boolean
}

/** What this module uses of the URL parser, which every runtime has, but the types of this build do not. */
interface UrlParser {
  parse(text: string): Readonly<Record<'href' | 'protocol' | 'hostname' | 'port' | 'username' | 'password' | 'hash', string>> | null
}

/**
 * Host names that a public server cannot have: those with an empty part or without a dot, IP addresses, and names whose last part
 * belongs to local networks (RFC 6761, RFC 6762 and its appendix G, RFC 8375, ICANN's `internal`), to networks of containers, or to other
 * systems of names (RFC 7686, RFC 9476). The parser has brought IPv4 addresses of any spelling, such as `0x7f.1`, to four decimal numbers.
 */
const notPublic =
  /^\.|\.\.|(^|\.)(|local(host|domain)?|internal|intranet|private|corp|home(\.arpa)?|lan|test|invalid|svc|consul|docker|podman|incus|lxd|onion|alt)$|^[^.]*$|\.\d{1,3}$/

/**
 * Checks an address that requests are sent to. A host name may still lead into the host's own network: that is checked when a connection is
 * made, by the `fetch` of `@kalends/webhooks/node`.
 * @returns the reason why it is refused, or undefined
 */
export function addressIssue(address: unknown, { allowInsecure }: AddressOptions): string | undefined {
  const { URL } = globalThis as unknown as { readonly URL: UrlParser }
  const url = typeof address === 'string' ? URL.parse(address) : null
  if (!url || url.href.length > 2048 || url.username || url.password || url.hash)
    return 'must be an absolute URL of at most 2048 characters, without user name, password and fragment'
  if (allowInsecure) return /^https?:$/.test(url.protocol) ? undefined : 'must begin with https:// or http://'
  const host = url.hostname.replace(/\.$/, '')
  const isPublic = url.protocol === 'https:' && /^(8443)?$/.test(url.port) && !notPublic.test(host)
  return isPublic ? undefined : 'must begin with https://, with a public host name, not an IP address, and the port 443 or 8443'
}
