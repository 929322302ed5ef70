/** Parameters that tell where a visitor came from, and nothing about the page. */
const isTracking = (name: string): boolean => /^(?:utm_|fbclid$|gclid$|mc_cid$|mc_eid$)/i.test(name)

/** An address in a form that is equal for equal pages: without scheme, `www.`, fragment, tracking parameters and slashes at the end. */
export function normalizeAddress(address: string): string {
  const text = address.trim()
  if (text === '' || !URL.canParse(text)) return text
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return text
  for (const name of [...url.searchParams.keys()]) if (isTracking(name)) url.searchParams.delete(name)
  return `${url.host.replace(/^www\./, '')}${url.pathname.replace(/\/+$/, '')}${url.search}`
}
