import { profileListShape } from '@kalends/core/internal'
import { defineParameters, type Parameter } from './parameter.ts'

/** The members that a response has; only faces of other services have this parameter. */
export const selection: readonly Parameter[] = defineParameters(
  { selection: profileListShape.uids },
  { selection: { name: '_fields', type: 'array', text: 'selection' } },
)
