import type { Calendar, Organizer, Page, Venue } from '@kalends/core'
import { limits } from '@kalends/core/internal'
import { foldKey, type Kind } from '@kalends/core/store'
import type { JsonObject } from '@kalends/fetch'
import { isObject } from '@kalends/fetch/internal'
import { isAfter, readDate } from './dates.ts'
import { fromDisplayText, toDisplayText } from './entities.ts'
import { toParagraphs } from './paragraphs.ts'
import type { FieldValues } from './values.ts'

/** A write of a term whose name another term has. */
interface TermWrite {
  readonly name: string
  readonly fields: FieldValues
  /** The id of the written term; null for a new one. */
  readonly id: number | null
}

/** An update of a record: what the fields of its body are compared with. */
export interface UpdatedRecord {
  /** Whether a text is the URL of the record's web page, in any language; false if the caller may not read the record. */
  hasUrl(text: string): Promise<boolean>
  /** Returns the record as the interface answers it; undefined if the caller may not read it. */
  stored(): Promise<JsonObject | undefined>
}

const dateFields = ['startDate', 'endDate', 'published', 'publishedUtc']

/** The fields of an event that hold other records, by their names in the core. */
const linked = ['venues', 'organizers', 'categories', 'tags']

/** Fields that programs send to that service for another purpose than ours, and that it does not read. */
const ignored = ['uid', 'recurrence']

/** Values of declared fields; responses have their names beside them. */
const withoutLabels = (fields: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(fields).map(([name, given]) => [name, isObject(given) && 'label' in given && 'value' in given ? given['value'] : given]),
  )

/** Links without the values that stand for no record there: 0, an empty text, an empty object. */
function withoutNone(value: unknown): unknown {
  const isNone = (item: unknown): boolean => item === 0 || item === '0' || item === '' || (isObject(item) && Object.keys(item).length === 0)
  if (Array.isArray(value)) return value.filter((item) => !isNone(item))
  return isNone(value) ? [] : value
}

/** Returns the fields of a body: texts decoded, dates in the forms of the interface, and without what only responses have. */
export async function readRecordFields(kind: Kind, given: FieldValues, updated?: UpdatedRecord): Promise<FieldValues> {
  const fields = readRecord(kind === 'event' ? 'title' : 'name', given)
  for (const name of ignored) delete fields[name]
  if (fields['timeZone'] === '') delete fields['timeZone']
  for (const name of ['venues', 'organizers']) if (Object.hasOwn(fields, name)) fields[name] = withoutNone(fields[name])
  for (const name of linked) if (Object.hasOwn(fields, name)) fields[name] = readLinks(fields[name])
  const { website, fields: declared } = fields
  if (kind === 'event' && isObject(declared)) fields['fields'] = withoutLabels(declared)
  if (kind === 'event' && typeof website === 'string' && website !== '' && (await updated?.hasUrl(website)) === true)
    delete fields['website']
  const { startDate, endDate } = fields
  if (kind === 'event' && typeof startDate === 'string' && endDate === undefined) {
    const { end_date: local, utc_end_date: utc } = (await updated?.stored()) ?? {}
    // Programs move an event by its start alone: there, it then ends when it starts.
    if (typeof local === 'string' && typeof utc === 'string' && isAfter(startDate, { local, utc })) fields['endDate'] = startDate
  }
  return { ...fields, ...(await returnedTexts(kind, given, updated)) }
}

/** A text that responses have in another form than the stored one. */
interface ShownText {
  /** The name of the field in the core. */
  readonly name: string
  /** The name of the member of a response. */
  readonly shown: string
  readonly write: (text: string) => string
}

const nameShownAs = (shown: string, name = 'name'): ShownText => ({ name, shown, write: toDisplayText })
const descriptions: readonly ShownText[] = ['description', 'excerpt'].map((name) => ({ name, shown: name, write: toParagraphs }))

const shownTexts: Readonly<Record<Kind, readonly ShownText[]>> = {
  event: [nameShownAs('title', 'title'), ...descriptions],
  venue: [nameShownAs('venue'), ...descriptions],
  organizer: [nameShownAs('organizer'), ...descriptions],
  category: [nameShownAs('name')],
  tag: [nameShownAs('name')],
}

/** The texts of a body that are those of the response, as they are stored: an answer that is sent back changes nothing. */
async function returnedTexts(kind: Kind, given: FieldValues, updated: UpdatedRecord | undefined): Promise<FieldValues> {
  const sent = shownTexts[kind].filter(({ name }) => typeof given[name] === 'string')
  const stored = sent.length === 0 ? undefined : await updated?.stored()
  const returned = sent.filter(({ name, shown, write }) => stored !== undefined && given[name] === write(String(stored[shown])))
  return Object.fromEntries(returned.map(({ name, shown }) => [name, stored?.[shown]]))
}

/** The fields of a record, also of one inside an event. */
function readRecord(name: string, given: FieldValues): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...given }
  if (typeof fields[name] === 'string') fields[name] = fromDisplayText(fields[name])
  for (const date of dateFields) if (typeof fields[date] === 'string') fields[date] = readDate(fields[date])
  if (isObject(fields['image'])) fields['image'] = withoutEmpty(fields['image'])
  return fields
}

const readLinks = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(readLinks)
  if (typeof value === 'string') return fromDisplayText(value)
  return isObject(value) ? readRecord('name', value) : value
}

/** An image without the members that a response has although the image lacks them. */
const withoutEmpty = (image: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(image).filter(([name, value]) => !(value === '' || (name === 'id' && value === 0))))

/** The largest number of pages of records that are compared with a name. */
const maxPages = 10

/**
 * The ids of the venues or organizers of the same name (folded as in searches) that the caller sees, newest first; empty for other kinds.
 */
export async function findSameNames(kind: Kind, { name }: FieldValues, calendar: Calendar): Promise<readonly number[]> {
  if ((kind !== 'venue' && kind !== 'organizer') || typeof name !== 'string' || name.trim() === '') return []
  const input = { search: name.trim().slice(0, limits.search), status: 'any', orderBy: 'id', order: 'desc' } as const
  const list = (page: object): Promise<Page<Venue | Organizer>> =>
    kind === 'venue' ? calendar.venues.list({ ...input, ...page }) : calendar.organizers.list({ ...input, ...page })
  const found = await findNamed(list, name, calendar)
  return found.filter(({ status }) => status !== 'trash').map(({ id }) => id)
}

/** The id of the term with a name among its siblings; undefined if the caller does not see it. */
export async function findSibling(kind: Kind, { name, fields, id }: TermWrite, calendar: Calendar): Promise<number | undefined> {
  const terms = kind === 'tag' ? calendar.tags : calendar.categories
  const search = name.slice(0, limits.search)
  const found = await findNamed((page) => terms.list({ search, ...page }), name, calendar)
  if (kind === 'tag') return found.find((term) => term.id !== id)?.id
  const given = fields['parentId']
  const parentId = given === undefined && id !== null ? (await calendar.categories.get(id)).parentId : Number(given ?? 0)
  return found.find((term) => term.id !== id && term.parentId === parentId)?.id
}

/** The records with a name, of the first pages of a search. */
async function findNamed<T extends { readonly name: string }>(
  read: (page: { readonly page: number; readonly perPage: number }) => Promise<Page<T>>,
  name: string,
  { maxPerPage }: Calendar,
): Promise<readonly T[]> {
  const key = foldKey(name)
  const found: T[] = []
  for (let page = 1; page <= maxPages; page++) {
    const { items, totalPages } = await read({ page, perPage: maxPerPage })
    found.push(...items.filter((record) => foldKey(record.name) === key))
    if (page >= totalPages) break
  }
  return found
}
