import { organizerShape } from '@kalends/core'
import { defineParameters } from './parameter.ts'
import { publicationRows } from './shared-parameters.ts'

/** Writable fields of an organizer. */
export const organizerBody = defineParameters(organizerShape, [
  { name: 'organizer', member: 'name', type: 'string', isRequired: true, text: 'organizerName' },
  ...publicationRows,
  { name: 'phone', type: 'string', text: 'phone' },
  { name: 'website', type: 'string', text: 'website' },
  { name: 'email', type: 'string', text: 'email' },
  { name: 'image', type: 'string', text: 'image' },
  { name: 'excerpt', type: 'string', text: 'excerpt' },
  { name: 'slug', type: 'string', text: 'slug' },
])
