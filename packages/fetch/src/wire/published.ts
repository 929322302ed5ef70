import type { Event, Organizer, Venue } from '@kalends/core'
import type { PublishedView } from '@kalends/core/internal'
import { statuses } from '@kalends/core/store'
import type { JsonObject } from '../json.ts'
import { addresses, type Presenter } from './presenter.ts'
import {
  idSchema,
  integerSchema,
  listProperties,
  type PropertiesOf,
  type Property,
  refTo,
  textSchema,
  timeSchema,
  urlSchema,
  versionProperty,
  type Written,
} from './property.ts'

const head = {
  id: [
    { name: 'id', schema: idSchema, text: 'id' },
    { name: 'global_id', schema: textSchema, text: 'globalId' },
    { name: 'global_id_lineage', schema: { type: 'array', items: textSchema }, text: 'globalIdLineage' },
  ],
  authorId: [{ name: 'author', schema: integerSchema, textSchema: { type: 'string', maxLength: 255 }, text: 'author' }],
  status: [{ name: 'status', schema: { type: 'string', enum: [...statuses] }, text: 'status' }],
  published: [{ name: 'date', schema: timeSchema, text: 'date' }],
  publishedUtc: [{ name: 'date_utc', schema: timeSchema, text: 'dateUtc' }],
  publishedMs: [],
  updated: [{ name: 'modified', schema: timeSchema, text: 'modified' }],
  updatedUtc: [{ name: 'modified_utc', schema: timeSchema, text: 'modifiedUtc' }],
  updatedMs: [],
} as const satisfies Partial<PropertiesOf<keyof PublishedView>>

const addressProperties = {
  addresses: [
    { name: 'url', schema: textSchema, text: 'url' },
    { name: 'rest_url', schema: urlSchema, text: 'restUrl' },
  ],
} as const satisfies PropertiesOf<'addresses'>

const texts = {
  description: [{ name: 'description', schema: textSchema, text: 'description' }],
  excerpt: [{ name: 'excerpt', schema: textSchema, text: 'excerpt' }],
  slug: [{ name: 'slug', schema: textSchema, text: 'slug' }],
  image: [{ name: 'image', schema: { oneOf: [{ type: 'boolean', const: false }, refTo('Image')] }, text: 'image' }],
} as const satisfies Partial<PropertiesOf<keyof PublishedView>>

/** The uid. */
export const uidProperty = { name: 'uid', schema: textSchema, text: 'uid' } as const satisfies Property

/** Separate, because members of a kind may come between them. */
const last = { uid: [uidProperty], version: [versionProperty] } as const satisfies PropertiesOf<
  Exclude<keyof PublishedView, keyof typeof head | keyof typeof texts>
>

/** The first members of events, venues and organizers. */
export const headProperties: readonly Property[] = [...listProperties(head), ...listProperties(addressProperties)]

/** The members after the name. */
export const textProperties: readonly Property[] = listProperties(texts)

/** The members of {@link textProperties}, as a writer gives them. */
export type WrittenTexts = Written<typeof texts>

/** The last members of events, venues and organizers, as a writer gives them. */
export type WrittenLast = Written<typeof last>

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
    author: to.author(record.authorId),
    status: record.status,
    date: record.published,
    date_utc: record.publishedUtc,
    modified: record.updated,
    modified_utc: record.updatedUtc,
    url,
    rest_url,
  } satisfies Written<typeof head> & Written<typeof addressProperties>
}
