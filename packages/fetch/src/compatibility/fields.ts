import type { Calendar } from '@kalends/core'
import { limits } from '@kalends/core/internal'
import { foldKey, type Kind } from '@kalends/core/store'
import { isObject } from '../json.ts'
import type { FieldValues, UpdatedRecord } from '../options/compatibility.ts'
import { readDate } from './dates.ts'
import { fromDisplayText } from './entities.ts'

const dateFields = ['startDate', 'endDate', 'published', 'publishedUtc']

/** The field of each kind that responses have as display text. */
const nameOf: Readonly<Record<Kind, string>> = { event: 'title', venue: 'name', organizer: 'name', category: 'name', tag: 'name' }

/** The fields of an event that hold other records, by their names in the core. */
const linked = ['venues', 'organizers', 'categories', 'tags']

/** Returns the fields of a body: texts decoded, dates in the forms of the interface, and without what only responses have. */
export async function readRecordFields(kind: Kind, given: FieldValues, updated?: UpdatedRecord): Promise<FieldValues> {
  const fields = readRecord(nameOf[kind], given)
  for (const name of linked) if (Object.hasOwn(fields, name)) fields[name] = readLinks(fields[name])
  const { website } = fields
  if (kind === 'event' && typeof website === 'string' && website !== '' && updated !== undefined && website === (await updated.url()))
    delete fields['website']
  return fields
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

/** The largest number of records that are compared with a name. */
const maxTwins = 50

/** The id of the newest venue or organizer that the caller sees with the same name, folded as in searches; undefined if there is none. */
export async function findSameName(kind: Kind, { name }: FieldValues, calendar: Calendar): Promise<number | undefined> {
  if ((kind !== 'venue' && kind !== 'organizer') || typeof name !== 'string' || name.trim() === '') return undefined
  const records = kind === 'venue' ? calendar.venues : calendar.organizers
  const perPage = Math.min(maxTwins, calendar.maxPerPage)
  const { items } = await records.list({ search: name.trim().slice(0, limits.search), orderBy: 'id', order: 'desc', perPage })
  return items.find((record) => foldKey(record.name) === foldKey(name))?.id
}

/** The id of the term with a name; undefined if the caller does not see it. */
export async function findTermByName(kind: Kind, name: string, calendar: Calendar): Promise<number | undefined> {
  const terms = kind === 'tag' ? calendar.tags : calendar.categories
  const { items } = await terms.list({ search: name.slice(0, limits.search), perPage: Math.min(maxTwins, calendar.maxPerPage) })
  return items.find((term) => foldKey(term.name) === foldKey(name))?.id
}
