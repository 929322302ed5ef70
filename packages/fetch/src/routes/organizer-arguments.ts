import { organizerShape } from '@kalends/core'
import { defineArguments } from '../argument.ts'
import { publicationRows } from './shared-arguments.ts'

/** The fields of an organizer that can be written. */
export const organizerBody = defineArguments(organizerShape, [
  { name: 'organizer', member: 'name', type: 'string', isRequired: true, text: 'organizerName' },
  ...publicationRows,
  { name: 'phone', type: 'string', text: 'phone' },
  { name: 'website', type: 'string', text: 'website' },
  { name: 'email', type: 'string', text: 'email' },
  { name: 'image', type: 'string', text: 'image' },
  { name: 'excerpt', type: 'string', text: 'excerpt' },
  { name: 'slug', type: 'string', text: 'slug' },
])
