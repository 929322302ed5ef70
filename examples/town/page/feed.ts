/** The parameters of the page that choose events, and not how they are shown: those that a subscription needs. */
const filters = ['search', 'venue', 'custom_fields[level]', 'categories']

/** The path of a list as iCalendar, below the interface, with the filters of a page. */
export function feedPath(page: URLSearchParams): string {
  const given = new URLSearchParams()
  for (const name of filters) {
    const value = page.get(name)?.trim() ?? ''
    if (value !== '') given.set(name, value)
  }
  return given.size === 0 ? '/events.ics' : `/events.ics?${given}`
}

/** The same address with the scheme that opens a calendar program. */
export const toWebcal = (url: string): string => url.replace(/^https?:/, 'webcal:')
