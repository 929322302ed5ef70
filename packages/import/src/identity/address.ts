import { withoutSlashes } from '../values/slashes.ts'

/** Parameters that tell where a visitor came from, and nothing about the page. */
const isTracking = (name: string): boolean => /^(?:utm_|fbclid$|gclid$|mc_cid$|mc_eid$)/i.test(name)

/** An address in a form that is equal for equal pages: without scheme, `www.`, fragment, tracking parameters and slashes at the end. */
export function normalizeAddress(address: string): string {
  const text = address.trim()
  if (text === '' || !URL.canParse(text)) return text
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return text
  const parameters = [...url.searchParams]
  const kept = parameters.filter(([name]) => !isTracking(name))
  // Each `delete` of a parameter writes the whole address again.
  if (kept.length < parameters.length) url.search = new URLSearchParams(kept).toString()
  return `${url.host.replace(/^www\./, '')}${withoutSlashes(url.pathname)}${url.search}`
}
