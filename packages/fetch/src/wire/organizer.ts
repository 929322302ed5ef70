import type { Organizer } from '@kalends/core'
import type { JsonObject } from '../json.ts'
import type { Presenter } from '../presenter.ts'
import { type Property, textSchema } from './property.ts'
import { headProperties, textProperties, toHead } from './published.ts'

/** An organizer as it is sent, member by member. */
export const organizerProperties: readonly Property[] = [
  ...headProperties,
  { name: 'organizer', schema: textSchema, text: 'organizerName' },
  ...textProperties,
  { name: 'phone', schema: textSchema, text: 'phone' },
  { name: 'website', schema: textSchema, text: 'website' },
  { name: 'email', schema: textSchema, text: 'email' },
]

/** An organizer as it is sent. */
export const toWireOrganizer = (organizer: Organizer, to: Presenter): JsonObject => ({
  ...toHead('organizer', organizer, to),
  organizer: organizer.name,
  description: organizer.description,
  excerpt: organizer.excerpt,
  slug: organizer.slug,
  image: to.image(organizer.image),
  phone: organizer.phone,
  website: organizer.website,
  email: organizer.email,
})
