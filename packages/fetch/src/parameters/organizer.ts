import { organizerShape } from '@kalends/core/internal'
import type { PlainOrganizer } from '@kalends/core/store'
import { defineParameters, type ParameterRows } from './parameter.ts'
import { publicationRows, uidRow } from './shared-parameters.ts'

/** The plain fields of organizers on the wire; parameters, properties and values of responses are made of them. */
export const organizerFieldRows: ParameterRows<keyof PlainOrganizer> = {
  name: { name: 'organizer', type: 'string', isRequired: true, text: 'organizerName' },
  phone: { name: 'phone', type: 'string', text: 'phone' },
  website: { name: 'website', type: 'string', text: 'website' },
  email: { name: 'email', type: 'string', text: 'email' },
}

const { name, ...otherFields } = organizerFieldRows

/** Writable fields of an organizer. */
export const organizerBody = defineParameters(organizerShape, {
  name,
  ...publicationRows,
  ...otherFields,
  image: { name: 'image', type: 'string', text: 'image' },
  excerpt: { name: 'excerpt', type: 'string', text: 'excerpt' },
  slug: { name: 'slug', type: 'string', text: 'slug' },
  uid: uidRow,
})
