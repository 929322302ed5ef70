import type { Kind } from '../errors/codes.ts'
import type { FieldDefinition, FieldDefinitions, FieldsShape } from './definition.ts'

/** The types of values, inputs and filters, from the same object that declares the fields. */

/** The fields of a record of which no types are known. */
export type UntypedFields = { readonly [name: string]: unknown }

/** The definitions of the fields of a kind. */
type DefinitionsOf<F extends FieldsShape, K extends Kind> = K extends keyof F ? NonNullable<F[K]> : Record<never, never>

type TypesOf<D extends FieldDefinition> = NonNullable<D['schema']['~standard']['types']>

/** A field that some viewers may not read. */
type Restricted = { readonly readable: (...args: never) => unknown }

/** The names of the fields that a returned record may lack. */
type AbsentNames<D extends FieldDefinitions> = {
  [N in keyof D]: undefined extends TypesOf<D[N]>['output'] ? N : D[N] extends Restricted ? N : never
}[keyof D]

/** The names of the fields that an input may lack: those that the viewer may not know, too. */
type OptionalNames<D extends FieldDefinitions> = {
  [N in keyof D]: undefined extends TypesOf<D[N]>['input'] ? N : D[N] extends Restricted ? N : never
}[keyof D]

/** One object type instead of an intersection. */
type Flat<T> = { readonly [N in keyof T]: T[N] }

/** The values of the fields of a returned record. */
export type FieldValues<F extends FieldsShape, K extends Kind> = ValuesOf<DefinitionsOf<F, K>>

type ValuesOf<D extends FieldDefinitions> = [keyof D] extends [never]
  ? UntypedFields
  : Flat<
      { readonly [N in Exclude<keyof D, AbsentNames<D>>]: TypesOf<D[N]>['output'] } & {
        readonly [N in AbsentNames<D>]?: TypesOf<D[N]>['output'] | undefined
      }
    >

/** The fields of the input of a new record. */
type NewValuesOf<D extends FieldDefinitions> = Flat<
  { readonly [N in Exclude<keyof D, OptionalNames<D>>]: TypesOf<D[N]>['input'] } & {
    readonly [N in OptionalNames<D>]?: TypesOf<D[N]>['input'] | null | undefined
  }
>

/** The member `fields` of the input of a new record; required if one of the fields is. */
export type FieldsInput<F extends FieldsShape, K extends Kind> = FieldsInputOf<DefinitionsOf<F, K>>

type FieldsInputOf<D extends FieldDefinitions> = [keyof D] extends [never]
  ? {
      /** The values of declared fields. */
      readonly fields?: UntypedFields | null | undefined
    }
  : [keyof D] extends [OptionalNames<D>]
    ? {
        /** The values of declared fields. */
        readonly fields?: NewValuesOf<D> | null | undefined
      }
    : {
        /** The values of declared fields. */
        readonly fields: NewValuesOf<D>
      }

/** The member `fields` of a patch. */
export interface FieldsPatch<F extends FieldsShape, K extends Kind> {
  /** The values of declared fields: null clears one, and those that are missing stay unchanged. */
  readonly fields?: ChangesOf<DefinitionsOf<F, K>> | null | undefined
}

type ChangesOf<D extends FieldDefinitions> = [keyof D] extends [never]
  ? UntypedFields
  : { readonly [N in keyof D]?: TypesOf<D[N]>['input'] | (N extends OptionalNames<D> ? null : never) | undefined }

/** The conditions of a list on declared fields; all of them must hold. */
export type FieldFilters<F extends FieldsShape, K extends Kind> = FiltersOf<DefinitionsOf<F, K>>

type FiltersOf<D extends FieldDefinitions> = [keyof D] extends [never]
  ? UntypedFields
  : { readonly [N in FilterNames<D>]?: FilterOf<D[N]> | undefined }

type FilterNames<D extends FieldDefinitions> = {
  [N in keyof D]: D[N] extends { readonly filter: 'is' | 'range' } ? N : never
}[keyof D]

type FilterOf<D extends FieldDefinition> =
  | ItemOf<D>
  | readonly ItemOf<D>[]
  | (D extends { readonly filter: 'range' } ? FieldRange<BoundOf<ItemOf<D>>> : never)

/** The values by which lists can be filtered: of a list, its items. */
type ItemOf<D extends FieldDefinition> = ScalarOf<NonNullable<TypesOf<D>['input']>>

type ScalarOf<T> = T extends readonly (infer Item)[] ? NonNullable<Item> : T

type BoundOf<T> = T extends number ? number : T extends string ? string : unknown extends T ? number | string : never

/** A range of values of a field, its bounds included. */
export interface FieldRange<T> {
  /** At least. */
  readonly gte?: T | undefined
  /** At most. */
  readonly lte?: T | undefined
}
