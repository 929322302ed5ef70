import type { Actor } from '../access/policy.ts'
import type { Kind } from '../errors/codes.ts'
import type { StandardSchema } from './standard-schema.ts'

/** A field that the host declares for one kind of record. */
export interface FieldDefinition {
  /** Validates the values: any synchronous Standard Schema, such as one of zod. What it returns must be a value that JSON can express. */
  readonly schema: StandardSchema
  /**
   * How lists can be filtered by the field. `is` compares numbers, booleans, and texts in any spelling, as searches do; `range` compares
   * texts by code point and has `gte` and `lte` as well. Of a list, any item matches.
   * @default none
   */
  readonly filter?: 'is' | 'range' | undefined
  /**
   * Whether an actor may read the field; null for anonymous callers. A field that the viewer may not read does not exist for them: it is left
   * out of records, and refused in inputs and filters. Asked once per call of the calendar. Anything but exactly `true` hides it, and so does
   * a throw. Trusted code reads all fields.
   * @default everybody may
   */
  readonly readable?: ((actor: Actor | null) => boolean) | undefined
  /**
   * Whether access policies see the value, as `fields` of the records that they are asked about. Only events, venues and organizers have such
   * fields.
   * @default false
   */
  readonly access?: boolean | undefined
  /** What the field means, for documents such as OpenAPI. */
  readonly description?: string | undefined
}

/** The fields of one kind by name: a letter from a to z, then up to 39 letters and digits. At most 50, of which 10 can have a filter. */
export interface FieldDefinitions {
  /** A field. */
  readonly [name: string]: FieldDefinition
}

/** The option `fields` of a calendar: fields by kind of record. */
export type FieldsOption = { readonly [K in Kind]?: FieldDefinitions }

/** The option of a calendar without fields. */
export type NoFields = Record<never, never>
