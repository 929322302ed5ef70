import type { Kind } from '../errors/codes.ts'
import type { FieldDefinition, FieldDefinitions, FieldsOption } from './definition.ts'

/**
 * The types of values, inputs and filters, from the same object that declares the fields. Those that callers cannot import are aliases, not
 * interfaces: TypeScript writes their members into the declarations of an application (`declaration: true`), where it has no name for them.
 */

/** The types of the fields of one kind. */
export interface KindShape {
  /** The values of a returned record. */
  readonly values: object
  /** The member `fields` of the input of a new record; required if one of the fields is. */
  readonly input: object
  /** The member `fields` of a patch. */
  readonly patch: object
  /** The conditions of a list. */
  readonly filters: object
}

/** The types of the fields of a calendar. They are computed once, so that calendars with different fields are easy to compare. */
export type FieldsShape = { readonly [K in Kind]: KindShape }

/** A calendar of which no fields are known. A calendar with any fields is one of these. */
export type UnknownFields = {
  readonly [K in Kind]: {
    /** The values of a returned record. */
    readonly values: { readonly [name: string]: unknown }
    /** The input of a new record. */
    readonly input: {
      /** The values of declared fields. */
      readonly fields?: { readonly [name: string]: unknown } | null | undefined
    }
    /** A patch. */
    readonly patch: {
      /** The values of declared fields: null clears one, and those that are missing stay unchanged. */
      readonly fields?: { readonly [name: string]: unknown } | null | undefined
    }
    /** The conditions of a list. */
    readonly filters: { readonly [name: string]: unknown }
  }
}

// Neither has members here: the declarations of an application would need their names then, instead of writing the members.
/** A kind of which no fields are known. */
export type UnknownKind = UnknownFields[Kind]
/** The fields of a record of which no types are known. */
export type UntypedFields = UnknownKind['values']

/** The types that the option `fields` declares. */
export type ShapeOf<O extends FieldsOption> = [keyof O] extends [never]
  ? UnknownFields
  : { readonly [K in Kind]: K extends keyof O ? KindShapeOf<NonNullable<O[K]>> : UnknownKind }

type KindShapeOf<D extends FieldDefinitions> = [keyof D] extends [never]
  ? UnknownKind
  : // Definitions whose names are not known, such as those of a function for any calendar.
    string extends keyof D
    ? UnknownKind
    : {
        readonly values: ValuesOf<D>
        readonly input: InputOf<D>
        readonly patch: PatchOf<D>
        readonly filters: FiltersOf<D>
      }

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

type ValuesOf<D extends FieldDefinitions> = Flat<
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

type InputOf<D extends FieldDefinitions> = [keyof D] extends [OptionalNames<D>]
  ? {
      /** The values of declared fields. */
      readonly fields?: NewValuesOf<D> | null | undefined
    }
  : {
      /** The values of declared fields. */
      readonly fields: NewValuesOf<D>
    }

type PatchOf<D extends FieldDefinitions> = {
  /** The values of declared fields: null clears one, and those that are missing stay unchanged. */
  readonly fields?:
    | { readonly [N in keyof D]?: TypesOf<D[N]>['input'] | (N extends OptionalNames<D> ? null : never) | undefined }
    | null
    | undefined
}

/** Without a field to filter by, an object type without members would accept any. */
type FiltersOf<D extends FieldDefinitions> = [FilterNames<D>] extends [never]
  ? { readonly [name: string]: never }
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
type FieldRange<T> = {
  /** At least. */
  readonly gte?: T | undefined
  /** At most. */
  readonly lte?: T | undefined
}
