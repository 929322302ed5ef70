import type { UntypedFields } from '@kalends/core/internal'
import type { Kind } from '@kalends/core/store'
import type { JsonObject } from '../json.ts'
import type { Property } from './property.ts'

/** The member with the values of the declared fields of a kind. */
export const customFieldsOf = (kind: Kind) =>
  ({ name: 'custom_fields', schema: { type: 'object' }, text: 'customFields', fieldsOf: kind }) as const satisfies Property

/** The values of declared fields as they are sent: as the record has them, because the core leaves out what the caller may not read. */
// The core refuses values that JSON cannot express; only its types do not know it.
export const toCustomFields = (fields: UntypedFields): JsonObject => fields as JsonObject
