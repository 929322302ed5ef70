import { eventListShape, profileListShape } from '@kalends/core/internal'
import { defineParameters, type Parameter } from '@kalends/fetch/internal'

/** The members that a response has. */
export const selection: readonly Parameter[] = defineParameters(
  { selection: profileListShape.uids },
  { selection: { name: '_fields', type: 'array', text: 'selection' } },
)

/** Whether the times of the first and the last date of a list of events count. */
export const strictDates: readonly Parameter[] = defineParameters(
  { strictDates: eventListShape.featured },
  { strictDates: { name: 'strict_dates', type: 'boolean', default: false, text: 'strictDates' } },
)

/** The slugs of venues and organizers, in their lists at addresses of WordPress. */
export const slugs: readonly Parameter[] = defineParameters(
  { slugs: profileListShape.uids },
  { slugs: { name: 'slug', type: 'array', hasCommas: true, text: 'slug' } },
)
