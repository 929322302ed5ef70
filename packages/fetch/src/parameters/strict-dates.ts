import { eventListShape } from '@kalends/core/internal'
import { defineParameters, type Parameter } from './parameter.ts'

/** Whether the times of the first and the last date of a list count; only faces of other services have this parameter. */
export const strictDates: readonly Parameter[] = defineParameters(
  { strictDates: eventListShape.featured },
  { strictDates: { name: 'strict_dates', type: 'boolean', default: false, text: 'strictDates' } },
)
