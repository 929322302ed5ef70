import type { Calendar } from '@kalends/core'
import { limits } from '@kalends/core/internal'
import type { Kind } from '@kalends/core/store'
import type { JsonObject, JsonValue } from '@kalends/fetch'
import { isObject } from '@kalends/fetch/internal'
import { toDisplayText } from './entities.ts'
import { toJsonLd } from './json-ld.ts'
import { linkedRecords, omittedMembers, sparseMembers, taxonomies } from './members.ts'
import { toParagraphs } from './paragraphs.ts'
import type { TermCounts } from './values.ts'

/** Returns the numbers of events of the terms inside of events. */
export async function lookUpCounts(kind: Kind, records: readonly JsonObject[], calendar: Calendar): Promise<TermCounts> {
  const events = kind === 'event' ? records : []
  return {
    category: await countsOf(calendar.categories, events, 'categories', calendar),
    tag: await countsOf(calendar.tags, events, 'tags', calendar),
  }
}

/** Returns records in the form of that service. */
export function writeAllRecords(kind: Kind, records: readonly JsonObject[], counts: TermCounts): readonly JsonObject[] {
  if (kind === 'category' || kind === 'tag') return records.map((record) => writeTerm(kind, record))
  if (kind !== 'event') return records.map((record) => writeProfile(kind, record))
  return records.map((record) => writeEvent(record, counts))
}

/** Returns a record in the form of that service as the only one of an answer: all but terms have `json_ld`, which lists lack. */
export function writeSingleRecord(kind: Kind, record: JsonObject, counts: TermCounts): JsonObject {
  const [written = {}] = writeAllRecords(kind, [record], counts)
  const toData = toJsonLd[kind]
  return toData === undefined ? written : { ...written, json_ld: toData(record) }
}

/** The numbers of events of all terms that some events link. */
async function countsOf(
  terms: Calendar['categories'],
  events: readonly JsonObject[],
  member: 'categories' | 'tags',
  { maxPerPage }: Calendar,
): Promise<ReadonlyMap<number, number>> {
  const linked = events.flatMap((event) => linkedRecords(event[member]).map(({ id }) => Number(id)))
  const ids = [...new Set(linked)]
  const counts = new Map<number, number>()
  const size = Math.min(maxPerPage, limits.list)
  for (let from = 0; from < ids.length; from += size) {
    const { items } = await terms.list({ ids: ids.slice(from, from + size), perPage: size })
    for (const { id, count } of items) counts.set(id, count)
  }
  return counts
}

function writeEvent(event: JsonObject, counts: TermCounts): JsonObject {
  const { title, website, url, categories, tags, venue, organizer, image } = event
  return {
    ...writeShared('event', event),
    title: toDisplayText(String(title)),
    image: writeImage(image),
    website: website === '' ? (url ?? '') : (website ?? ''),
    categories: linkedRecords(categories).map((term) => writeEmbeddedTerm('category', term, counts)),
    tags: linkedRecords(tags).map((term) => writeEmbeddedTerm('tag', term, counts)),
    venue: isObject(venue) ? writeProfile('venue', venue) : linkedRecords(venue).map((one) => writeProfile('venue', one)),
    organizer: linkedRecords(organizer).map((one) => writeProfile('organizer', one)),
    custom_fields: writeFields(event['custom_fields']),
  }
}

/** The declared fields of an event, with their names beside their values; an empty list without any. */
function writeFields(fields: JsonValue | undefined): JsonValue {
  if (!isObject(fields) || isNothing(fields)) return []
  return Object.fromEntries(Object.entries(fields).map(([label, value]) => [label, { label, value }]))
}

function writeProfile(kind: 'venue' | 'organizer', profile: JsonObject): JsonObject {
  const record = { ...writeShared(kind, profile), [kind]: toDisplayText(String(profile[kind])), image: writeImage(profile['image']) }
  return Object.fromEntries(Object.entries(record).filter(([name, value]) => !(sparseMembers.includes(name) && isEmpty(value))))
}

const isEmpty = (value: JsonValue | undefined): boolean => value === '' || value === null || value === false || isNothing(value)

/** Whether a value is missing, or an object without members. */
const isNothing = (value: JsonValue | undefined): boolean => value === undefined || (isObject(value) && Object.keys(value).length === 0)

function writeTerm(kind: 'category' | 'tag', term: JsonObject): JsonObject {
  const omitted = isNothing(term['custom_fields']) ? [...omittedMembers[kind], 'custom_fields'] : omittedMembers[kind]
  return { ...without(term, omitted), name: toDisplayText(String(term['name'])), taxonomy: taxonomies[kind] }
}

function writeEmbeddedTerm(kind: 'category' | 'tag', term: JsonObject, counts: TermCounts): JsonObject {
  const { id = 0 } = term
  const { url = '', urls = {}, ...written } = writeTerm(kind, term)
  return { ...written, term_group: 0, term_taxonomy_id: id, count: counts[kind].get(Number(id)) ?? 0, filter: 'raw', url, urls }
}

/** The members of events, venues and organizers; the author is a text. */
function writeShared(kind: 'event' | 'venue' | 'organizer', record: JsonObject): JsonObject {
  const { author, description, excerpt } = record
  return {
    ...without(record, omittedMembers[kind]),
    author: String(author),
    description: toParagraphs(String(description)),
    excerpt: toParagraphs(String(excerpt)),
  }
}

const without = (record: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

/** The names of the sizes that programs look for; a size that is unknown has the address of the image itself. */
const sizeNames = ['thumbnail', 'medium', 'medium_large', 'large', 'full']

/** An image has all members of that service but a width and a height that are unknown. */
function writeImage(image: JsonValue | undefined): JsonValue {
  if (!isObject(image)) return false
  const { url = '', width, height, sizes } = image
  const extension = /\.([a-z0-9]{1,5})(?:[?#]|$)/i.exec(String(url))?.[1] ?? ''
  const whole = { url, ...(width !== undefined && { width }), ...(height !== undefined && { height }) }
  const usual = Object.fromEntries(sizeNames.map((name) => [name, whole]))
  return { url, id: 0, extension, ...image, sizes: { ...usual, ...(isObject(sizes) && sizes) } }
}
