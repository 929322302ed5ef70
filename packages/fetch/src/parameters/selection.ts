import { profileListShape } from '@kalends/core/internal'
import { defineParameters, type Parameter } from './parameter.ts'

/** The members that a response has; only faces of other services have this parameter. */
export const selection: readonly Parameter[] = defineParameters(
  { selection: profileListShape.uids },
  { selection: { name: '_fields', type: 'array', text: 'selection' } },
)

/** The slugs of venues and organizers; only their lists at addresses of another service have this parameter. */
export const slugs: readonly Parameter[] = defineParameters(
  { slugs: profileListShape.uids },
  { slugs: { name: 'slug', type: 'array', hasCommas: true, text: 'slug' } },
)
