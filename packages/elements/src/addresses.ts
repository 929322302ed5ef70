/** What a list asks for. */
export interface ListQuery {
  /** Categories by slug or id, separated by commas; empty for all. */
  readonly category: string
  /** How many days from today on; 0 for all that is to come. */
  readonly days: number
  /** How many events at most; 0 for as many as the service sends. */
  readonly limit: number
  /** Whether of each series only the next date is asked for. */
  readonly isOnce: boolean
}

/**
 * The address of the list of events that a page names.
 * @param src the address of the collection, `.../events`, also with filters
 * @param base what a relative one is resolved against
 * @throws TypeError it is no address of http or https
 */
function toCollection(src: string, base: string): URL {
  const url = new URL(src, base)
  if (!/^https?:$/.test(url.protocol)) throw new TypeError(`${src} is no address of http or https.`)
  return url
}

/** The address at which the events of a list are read. What `src` says itself goes before the attributes. */
export function toListAddress(src: string, base: string, { category, days, limit, isOnce }: ListQuery): string {
  const url = toCollection(src, base)
  const { searchParams } = url
  const add = (name: string, value: string | false): void => {
    if (value && !searchParams.has(name)) searchParams.set(name, value)
  }
  add('to', days > 0 && (days > 1 ? `+${days - 1} days` : 'today'))
  add('from', 'today')
  add('categories', category)
  add('per_page', limit > 0 && String(limit))
  add('recurring', isOnce && 'next')
  return url.href
}

/** Parameters of a page, which the document of a whole list does not have. */
const ofPages = ['from', 'to', 'page', 'per_page', 'recurring']

/** The address of the same list as iCalendar. It has all dates, because subscribers keep them. */
export function toFeedAddress(src: string, base: string, category: string): string {
  const url = toCollection(src, base)
  url.pathname = `${url.pathname.replace(/\/$/, '')}.ics`
  for (const name of ofPages) url.searchParams.delete(name)
  if (category && !url.searchParams.has('categories')) url.searchParams.set('categories', category)
  return url.href
}
