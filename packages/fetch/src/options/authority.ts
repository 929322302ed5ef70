/** A zone of an IPv6 address, which names an interface of the client: it is no part of a URL. */
const ipv6Zone = /%[^%\]]*\](?=:\d*$|$)/

/** The value of a `Host` header as a URL, which has one spelling for each address; undefined if it is none. */
export function parseAuthority(text: string): URL | undefined {
  const address = `http://${text.replace(ipv6Zone, ']')}`
  return /[/?#@\\]/.test(text) || !URL.canParse(address) ? undefined : new URL(address)
}
