import type { Organizer } from '@kalends/core'
import { organizerFields, type PlainOrganizer } from '@kalends/core/store'
import type { JsonObject } from '../json.ts'
import { organizerFieldRows } from '../parameters/organizer.ts'
import { customFieldsOf, toCustomFields, toPlainWriter, toProperties } from './fields.ts'
import type { Presenter } from './presenter.ts'
import { type Property, versionProperty } from './property.ts'
import { headProperties, textProperties, toHead, uidProperty, type WrittenLast, type WrittenTexts } from './published.ts'

const { name, ...otherProperties } = toProperties<PlainOrganizer>(organizerFields, organizerFieldRows)
const writePlain = toPlainWriter<PlainOrganizer>(organizerFields, organizerFieldRows, ['name'])

/** The members of an organizer in a response. */
export const organizerProperties: readonly Property[] = [
  ...headProperties,
  name,
  ...textProperties,
  ...Object.values(otherProperties),
  uidProperty,
  customFieldsOf('organizer'),
  versionProperty,
]

/** The wire form of an organizer. */
export const toWireOrganizer = (organizer: Organizer, to: Presenter): JsonObject =>
  ({
    ...toHead('organizer', organizer, to),
    organizer: organizer.name,
    description: organizer.description,
    excerpt: organizer.excerpt,
    slug: organizer.slug,
    image: to.image(organizer.image),
    ...writePlain(organizer),
    uid: organizer.uid || to.generatedUid('organizer', organizer.id),
    custom_fields: toCustomFields(organizer.fields),
    version: organizer.version,
  }) satisfies WrittenTexts & WrittenLast
