import { wordField } from '@kalends/core/internal'
import { eventFilters } from './event.ts'
import { defineParameters, type Parameter } from './parameter.ts'

/** Whose list is explained. */
const explainAs = defineParameters({ as: wordField(['anonymous']) }, { as: { name: 'as', type: 'string', text: 'explainAs' } })

/** The parameters of an explanation: the filters of lists, and whose list it is. */
export const explainParameters: readonly Parameter[] = [...explainAs, ...eventFilters]
