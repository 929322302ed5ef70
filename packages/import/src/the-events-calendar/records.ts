import type { OrganizerInput, VenueInput } from '@kalends/core'
import type { ImportedRecord, ImportItem, ImportWarning, UnreadableItem } from '../item.ts'
import { readEmail, readWebAddress } from '../values/addresses.ts'
import { type Members, readPoint } from '../values/members.ts'
import { toText } from '../values/texts.ts'
import { keyOf, modifiedMsOf, type RecordContext, readPublication, readSlug } from './publication.ts'
import { readFlag, textsOf } from './texts.ts'

/** A record of the site as an item; it gets its index where it is yielded. */
export type WithoutIndex<Item> = Item extends unknown ? Omit<Item, 'index'> : never

/** What a record of the site becomes. */
export type Item = WithoutIndex<Exclude<ImportItem, { kind: 'end' }>>

type Read = WithoutIndex<ImportedRecord | UnreadableItem>

/** A record that cannot be read. */
export const toUnreadable = (key: string, { code, message }: ImportWarning): WithoutIndex<UnreadableItem> => ({
  ...{ kind: 'unreadable', key, code, message },
})

const noName: ImportWarning = { code: 'no_name', message: 'The record has no name.' }

/** Reads a category or a tag. Its key is its id, which categories and tags of a site do not share with other records. */
export function readTerm(record: Members, kind: 'category' | 'tag'): Read {
  const warnings: ImportWarning[] = []
  const [key, parentKey] = [toText(record['id']), toText(record['parent'])]
  const texts = textsOf(record, warnings)
  const [name, slug] = [texts.name('name'), readSlug(record['slug'])]
  if (name === '') return toUnreadable(key, noName)
  const hasParent = kind === 'category' && parentKey !== '' && parentKey !== '0'
  return {
    ...{ kind, key, warnings, address: toText(record['url']) },
    input: { name, description: texts.html('description'), ...(slug !== '' && { slug }) },
    ...(hasParent && { parentKey }),
  }
}

/** Reads a venue. */
export async function readVenue(record: Members, context: RecordContext): Promise<Read> {
  const warnings: ImportWarning[] = []
  const place = readPlace(record, warnings)
  const key = keyOf(record, context)
  if (place === undefined) return toUnreadable(key, noName)
  const [showMap, showMapLink] = [readFlag(record['show_map']), readFlag(record['show_map_link'])]
  return {
    ...{ kind: 'venue', key, warnings, address: toText(record['url']), modifiedMs: modifiedMsOf(record) },
    input: {
      ...place,
      ...(await readPublication(record, context, warnings)),
      ...(showMap !== undefined && { showMap }),
      ...(showMapLink !== undefined && { showMapLink }),
    },
  }
}

/** Reads an organizer. */
export async function readOrganizer(record: Members, context: RecordContext): Promise<Read> {
  const warnings: ImportWarning[] = []
  const contact = readContact(record, warnings)
  const key = keyOf(record, context)
  if (contact === undefined) return toUnreadable(key, noName)
  return {
    ...{ kind: 'organizer', key, warnings, address: toText(record['url']), modifiedMs: modifiedMsOf(record) },
    input: { ...contact, ...(await readPublication(record, context, warnings)) },
  }
}

/** What tells a venue from others of its name, so that an event links the right one. Empty members are not sent. Undefined without a name. */
export function readPlace(record: Members, warnings: ImportWarning[]): VenueInput | undefined {
  const texts = textsOf(record, warnings)
  const name = texts.name('venue')
  if (name === '') return undefined
  const stateProvince = texts.line('stateprovince')
  return {
    name,
    ...{ address: texts.line('address'), city: texts.line('city'), country: texts.line('country'), zip: texts.line('zip') },
    ...{ province: texts.line('province'), state: texts.line('state'), phone: texts.line('phone') },
    ...(stateProvince !== '' && { stateProvince }),
    website: readWebAddress(record['website'], 'website', warnings),
    ...readPoint(record['geo_lat'], record['geo_lng'], warnings),
  }
}

/** What tells an organizer from others of its name. Undefined without a name. */
export function readContact(record: Members, warnings: ImportWarning[]): OrganizerInput | undefined {
  const texts = textsOf(record, warnings)
  const name = texts.name('organizer')
  if (name === '') return undefined
  const website = readWebAddress(record['website'], 'website', warnings)
  return { name, phone: texts.line('phone'), website, email: readEmail(record['email'], warnings) }
}
