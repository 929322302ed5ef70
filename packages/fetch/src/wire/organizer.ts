import type { Organizer } from '@kalends/core'
import type { JsonObject } from '../json.ts'
import type { Presenter } from './presenter.ts'
import { type Property, textSchema } from './property.ts'
import { headProperties, textProperties, toHead } from './published.ts'

/** The members of an organizer in a response. */
export const organizerProperties: readonly Property[] = [
  ...headProperties,
  { name: 'organizer', schema: textSchema, text: 'organizerName' },
  ...textProperties,
  { name: 'phone', schema: textSchema, text: 'phone' },
  { name: 'website', schema: textSchema, text: 'website' },
  { name: 'email', schema: textSchema, text: 'email' },
]

/** The wire form of an organizer. */
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
