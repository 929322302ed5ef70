import type { Term } from '@kalends/core'
import type { EmbeddedTerm } from '@kalends/core/internal'
import type { JsonObject } from '../json.ts'
import { customFieldsOf, toCustomFields } from './fields.ts'
import { addresses, collectionOf, type Presenter } from './presenter.ts'
import { idSchema, integerSchema, type Property, refTo, textSchema, versionProperty } from './property.ts'

const beginning = (taxonomy: 'category' | 'tag'): readonly Property[] => [
  { name: 'id', schema: idSchema, text: 'id' },
  { name: 'name', schema: textSchema, text: 'termName' },
  { name: 'slug', schema: textSchema, text: 'slug' },
  { name: 'description', schema: textSchema, text: 'description' },
  { name: 'taxonomy', schema: { type: 'string', const: taxonomy }, text: 'taxonomy' },
]
const parent: Property = { name: 'parent', schema: integerSchema, text: 'termParent' }
const count: Property = { name: 'count', schema: integerSchema, text: 'count' }
const links: readonly Property[] = [
  { name: 'url', schema: textSchema, text: 'url' },
  { name: 'urls', schema: refTo('TermUrls'), text: 'termUrls' },
]
const categoryFields: Property = customFieldsOf('category')
const tagFields: Property = customFieldsOf('tag')

/** The members of a category in a response. */
export const categoryProperties: readonly Property[] = [...beginning('category'), parent, count, ...links, categoryFields, versionProperty]

/** The members of a tag in a response. */
export const tagProperties: readonly Property[] = [...beginning('tag'), count, ...links, tagFields, versionProperty]

/** The members that a term has only where it stands alone. */
const ownProperties: ReadonlySet<Property> = new Set([count, categoryFields, tagFields, versionProperty])

/** A category inside an event. */
export const embeddedCategoryProperties: readonly Property[] = categoryProperties.filter((property) => !ownProperties.has(property))

/** A tag inside an event. */
export const embeddedTagProperties: readonly Property[] = tagProperties.filter((property) => !ownProperties.has(property))

/** The URLs of a term and of its related resources. */
export const termUrlsProperties: readonly Property[] = [
  { name: 'self', schema: textSchema, text: 'urlSelf' },
  { name: 'collection', schema: textSchema, text: 'urlCollection' },
  { name: 'up', schema: textSchema, text: 'urlUp', isOptional: true },
]

/** The wire form of a category or tag; inside events it has neither `count` nor `custom_fields` nor `version`. */
export function toWireTerm(term: Term | EmbeddedTerm, to: Presenter): JsonObject {
  const { id, name, slug, description, taxonomy, parentId: parent } = term
  const { url, rest_url: self } = addresses(taxonomy, term, to)
  const collection = to.restUrl(`/${collectionOf[taxonomy]}`)
  const urls = parent === 0 ? { self, collection } : { self, collection, up: `${collection}/${parent}` }
  const beginning = taxonomy === 'category' ? { id, name, slug, description, taxonomy, parent } : { id, name, slug, description, taxonomy }
  if (!('count' in term)) return { ...beginning, url, urls }
  return { ...beginning, count: term.count, url, urls, custom_fields: toCustomFields(term.fields), version: term.version }
}
