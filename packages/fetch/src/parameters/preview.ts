import { eventListShape } from '@kalends/core/internal'
import { defineParameters, type Parameter } from './parameter.ts'

/** The token with which an event is read before it is published. Whatever is no token shows nothing, as an unknown one. */
export const previewParameters: readonly Parameter[] = defineParameters(
  { preview: eventListShape.search },
  { preview: { name: 'preview', type: 'string', text: 'previewToken' } },
)
