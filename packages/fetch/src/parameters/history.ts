import { countField } from '@kalends/core/internal'
import { defineParameters, type Parameter } from './parameter.ts'

/** The parameters of a history. */
export const historyParameters: readonly Parameter[] = defineParameters(
  { limit: countField, before: countField },
  {
    limit: { name: 'limit', type: 'integer', default: 20, text: 'historyLimit' },
    before: { name: 'before', type: 'integer', text: 'historySeq' },
  },
)

/** The version to which a record goes back. */
export const revertParameters: readonly Parameter[] = defineParameters(
  { to: countField },
  { to: { name: 'to', type: 'integer', isRequired: true, text: 'revertTo' } },
)
