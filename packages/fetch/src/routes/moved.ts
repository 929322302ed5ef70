import { CalendarError } from '@kalends/core'
import { splitUrl } from '../routing/path.ts'
import type { EndpointContext } from '../routing/route.ts'
import { baseUrl } from '../wire/presenter.ts'

/**
 * Passes unless the address has a slug that the record had before.
 * @param collection the first segment of the path, such as `events`
 * @param slug the present slug of the record
 * @param ending what follows the slug in the path, such as `.ics`
 * @throws moved with the present address, and the query of the request
 */
export function ensurePresentSlug(
  { ref, request, settings, language }: EndpointContext,
  collection: string,
  slug: string,
  ending = '',
): void {
  // Systems send other normal forms of a slug in their addresses.
  if (typeof ref !== 'string' || ref === slug || ref.normalize('NFKC') === slug) return
  const { query } = splitUrl(request.url)
  const address = `${baseUrl(settings, language)}/${collection}/by-slug/${encodeURIComponent(slug)}${ending}`
  throw new CalendarError('moved', { location: query === '' ? address : `${address}?${query}` })
}
