import type { Event, Organizer, Venue } from '@kalends/core'
import { statuses } from '@kalends/core/store'
import type { JsonObject } from '../json.ts'
import { addresses, type Presenter } from './presenter.ts'
import { idSchema, integerSchema, type Property, refTo, textSchema, timeSchema, urlSchema } from './property.ts'

/** The first members of events, venues and organizers. */
export const headProperties: readonly Property[] = [
  { name: 'id', schema: idSchema, text: 'id' },
  { name: 'global_id', schema: textSchema, text: 'globalId' },
  { name: 'global_id_lineage', schema: { type: 'array', items: textSchema }, text: 'globalIdLineage' },
  { name: 'author', schema: integerSchema, text: 'author' },
  { name: 'status', schema: { type: 'string', enum: [...statuses] }, text: 'status' },
  { name: 'date', schema: timeSchema, text: 'date' },
  { name: 'date_utc', schema: timeSchema, text: 'dateUtc' },
  { name: 'modified', schema: timeSchema, text: 'modified' },
  { name: 'modified_utc', schema: timeSchema, text: 'modifiedUtc' },
  { name: 'url', schema: textSchema, text: 'url' },
  { name: 'rest_url', schema: urlSchema, text: 'restUrl' },
]

/** The members after the name. */
export const textProperties: readonly Property[] = [
  { name: 'description', schema: textSchema, text: 'description' },
  { name: 'excerpt', schema: textSchema, text: 'excerpt' },
  { name: 'slug', schema: textSchema, text: 'slug' },
  { name: 'image', schema: { oneOf: [{ type: 'boolean', const: false }, refTo('Image')] }, text: 'image' },
]

/** The uid. */
export const uidProperty: Property = { name: 'uid', schema: textSchema, text: 'uid' }

/** An image. */
export const imageProperties: readonly Property[] = [
  { name: 'url', schema: textSchema, text: 'imageUrl', isOptional: true },
  { name: 'id', schema: integerSchema, text: 'imageId', isOptional: true },
]

/** The members of {@link headProperties}. They are spread first, because V8 copies objects quickly only into empty ones. */
export function toHead(kind: 'event' | 'venue' | 'organizer', record: Event | Venue | Organizer, to: Presenter): JsonObject {
  const globalId = to.globalId(record.id)
  const { url, rest_url } = addresses(kind, record, to)
  return {
    id: record.id,
    global_id: globalId,
    global_id_lineage: [globalId],
    author: record.authorId,
    status: record.status,
    date: record.published,
    date_utc: record.publishedUtc,
    modified: record.updated,
    modified_utc: record.updatedUtc,
    url,
    rest_url,
  }
}
