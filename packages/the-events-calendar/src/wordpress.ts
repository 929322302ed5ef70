import { type Calendar, isCalendarError } from '@kalends/core'
import { invalidInput, limits } from '@kalends/core/internal'
import type { Kind } from '@kalends/core/store'
import type { JsonObject, JsonValue } from '@kalends/fetch'
import { baseUrl, type EndpointContext, isObject } from '@kalends/fetch/internal'
import type { QueryValues } from './values.ts'

/** The lists that WordPress has at addresses of its own, by the names there. Programs look up ids there. */
export const wordpressLists: Readonly<Record<string, string>> = {
  tags: '/tags',
  tribe_events_cat: '/categories',
  tribe_venue: '/venues',
  tribe_organizer: '/organizers',
}

/**
 * Returns routes by their paths without the lists of WordPress, which belong to another namespace.
 * @param routes the first is that of the namespace itself
 */
export function withoutWordpress(routes: JsonObject): JsonObject {
  const [root = ''] = Object.keys(routes)
  const own = new Set(Object.keys(wordpressLists).map((name) => `${root}/wp/v2/${name}`))
  return Object.fromEntries(Object.entries(routes).filter(([path]) => !own.has(path)))
}

/** The largest page of a list of WordPress: programs take a shorter one for the last. */
export const maxPerPageOfWordpress = 100

/**
 * Returns the filters of a list at an address of WordPress: with terms that have no events, and with venues and organizers of `slug` by id.
 * @throws invalid_input there are too many slugs: each is read by itself
 */
export async function readWordpressQuery(
  kind: Kind,
  { slugs, ...filters }: QueryValues,
  { venues, organizers }: Calendar,
): Promise<QueryValues> {
  const records = kind === 'venue' ? venues : organizers
  const texts = [slugs ?? []].flat()
  if (texts.length > limits.list) throw invalidInput({ slugs: { code: 'too_many_items', max: limits.list } })
  return {
    ...((kind === 'category' || kind === 'tag') && { hideEmpty: '0' }),
    ...filters,
    ...(slugs !== undefined && { ids: await Promise.all(texts.map((slug) => idOf(records.get(slug)))) }),
  }
}

/** The id of a record that is read by its slug; one that no record has where there is none. */
async function idOf(reading: Promise<{ readonly id: number }>): Promise<string> {
  try {
    return String((await reading).id)
  } catch (error) {
    if (isCalendarError(error, 'not_found') || isCalendarError(error, 'in_trash')) return String(Number.MAX_SAFE_INTEGER)
    throw error
  }
}

/** The member with the name, by the names of the lists of posts; terms are no posts. */
const nameOf: Readonly<Record<string, string>> = { tribe_venue: 'venue', tribe_organizer: 'organizer' }

/** Returns a record of a list in the form of WordPress, which lacks what the plugin adds: addresses, telephones and the like. */
export function toWordpress(list: string, record: JsonObject): JsonObject {
  const { id = 0, count = 0, description = '', url = '', name = '', slug = '', taxonomy = '', parent, status = '', image, author } = record
  const title = nameOf[list]
  if (title === undefined)
    return { id, count, description, link: url, name, slug, taxonomy, ...(parent !== undefined && { parent }), meta: [] }
  return {
    ...{ id, date: toTime(record['date']), date_gmt: toTime(record['date_utc']), guid: { rendered: url } },
    ...{ modified: toTime(record['modified']), modified_gmt: toTime(record['modified_utc']), slug, status, type: list, link: url },
    title: { rendered: record[title] ?? '' },
    content: { rendered: description, protected: false },
    ...{ author: Number(author), featured_media: isObject(image) ? (image['id'] ?? 0) : 0 },
  }
}

/**
 * Returns the links of a list as those of the list of WordPress.
 * @param names the list in the interface, and there
 */
export function toWordpressLinks(
  links: string,
  { list, name }: { readonly list: string; readonly name: string },
  { settings, language }: Pick<EndpointContext, 'settings' | 'language'>,
): string {
  const address = `<${settings.publicUrl}${settings.basePath}/wp/v2/${name}?`
  return links.replaceAll(`<${baseUrl(settings, language)}/${list}?`, () => address)
}

const toTime = (value: JsonValue | undefined): string => String(value).replace(' ', 'T')
