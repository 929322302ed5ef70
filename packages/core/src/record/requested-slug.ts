import type { Issues } from '../input/read.ts'
import { isSlugOf, toSlug, untrashedSlug } from '../text/slug.ts'

/** The slug that a write requests; `null` keeps the current one. */
export type RequestedSlug = string | null

/**
 * Resolves the slug that an input requests: the given one, one made from the title if it is empty, or null for the current one. A current
 * slug that is the made one with a number stays: it was made when another record had the slug.
 * @param fallback the slug of a title without letters or digits
 * @param own the current slug of the record; sending it back requests no change, also with the trash suffix
 */
export function resolveSlug(given: string | undefined, title: string, fallback: string, issues: Issues, own?: string): RequestedSlug {
  if (given === undefined || given === own) return null
  if (given === '') {
    const made = slugOfTitle(title, fallback)
    return own !== undefined && isSlugOf(untrashedSlug(own), made) ? null : made
  }
  const slug = toSlug(given)
  if (slug === '') issues['slug'] = { code: 'slug_without_letter' }
  return slug
}

/** The slug made from a title. */
export const slugOfTitle = (title: string, fallback: string): string => toSlug(title) || fallback
