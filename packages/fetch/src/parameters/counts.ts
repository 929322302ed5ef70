import { countsShape } from '@kalends/core/internal'
import { eventFilters } from './event.ts'
import { defineParameters, type Parameter } from './parameter.ts'

const ownParameters = defineParameters(countsShape, { by: { name: 'by', type: 'array', isRequired: true, text: 'countsBy' } })

/** Filters of lists for pages and their order. */
const ofPages = new Set(['page', 'per_page', 'orderby', 'order'])

/** The parameters of counts. */
export const countsParameters: readonly Parameter[] = [...ownParameters, ...eventFilters.filter(({ name }) => !ofPages.has(name))]
