import { categoryShape } from '@kalends/core/internal'
import { defineParameters, type Parameter } from './parameter.ts'

/** The members that a response has; only faces of other services have this parameter. */
export const selection: readonly Parameter[] = defineParameters(
  { selection: categoryShape.name },
  { selection: { name: '_fields', text: 'selection' } },
)
