/**
 * The part of the Standard Schema interface (https://standardschema.dev, version 1) that fields need. zod, Valibot, ArkType and others
 * implement it. Written out here, because a dependency for two interfaces would be one more package to trust.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** The members of the standard. */
  readonly '~standard': {
    /** The version of the standard. */
    readonly version: 1
    /** The name of the library. */
    readonly vendor: string
    /** Validates a value. Fields need a synchronous result. */
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>
    /** The types of input and output; absent at run time. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}

/** The result of a validation: a value, or issues. */
export type SchemaResult<Output> = { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] }

/** A reason why a value is invalid. */
export interface SchemaIssue {
  /** The reason. */
  readonly message: string
  /** The place of the issue in the value, from the outside in. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}
