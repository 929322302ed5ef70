import * as z from 'zod/mini'
import type { Reason } from '../errors/issues.ts'

/** What zod's own combinators lack for the fields of records. The fields use `zod/mini`, which is a quarter of the size of `zod` in a bundle. */

/** A schema of zod that reads values of any type, and gives a `T` or issues. */
export type Schema<T = unknown> = z.ZodMiniType<T>

/** The JSON Schemas (draft 2020-12) of the values that the schemas of fields accept. */
export const jsonSchemas = z.registry<Readonly<Record<string, unknown>>>()

/** The message of a zod schema that stands for a reason: a text is all that zod lets every issue carry, so the reason is written as JSON. */
export const because = (reason: Reason): string => JSON.stringify(reason)

/** The reason of an issue of zod. A schema without a message {@link because} of a reason has zod's own, which is `not_valid`. */
export const toReason = ({ message }: { readonly message: string }): Reason =>
  // Only `because` writes texts that begin so.
  message.startsWith('{"code":') ? (JSON.parse(message) as Reason) : { code: 'not_valid' }

/** Converts a value before a schema reads it. */
export const preprocess = <T>(convert: (value: unknown) => unknown, schema: Schema<T>): Schema<T> => z.pipe(z.transform(convert), schema)

/** Converts what a schema gives. */
export const transform = <In, Out>(schema: Schema<In>, convert: (value: In) => Out): Schema<Out> => z.pipe(schema, z.transform(convert))

/**
 * Converts what a schema gives, by a conversion that can fail.
 * @param parse returns undefined for an invalid value
 */
export const parseWith = <In, Out>(
  schema: Schema<In>,
  parse: (value: In) => Out | undefined,
  reason: Reason | ((value: In) => Reason),
): Schema<Out> =>
  z.pipe(
    schema,
    z.transform((value: In, { issues }): Out => {
      const parsed = parse(value)
      if (parsed !== undefined) return parsed
      issues.push({ code: 'custom', message: because(typeof reason === 'function' ? reason(value) : reason), input: value })
      return z.NEVER
    }),
  )

/**
 * Reads each value with the one schema that `choose` returns for it. A zod union tries all of its schemas and reports the issues of all;
 * here only the chosen schema reports, at its own paths.
 */
export const chooseSchema = <T>(choose: (value: unknown) => Schema<T>): Schema<T> =>
  z.transform((value: unknown, { issues }): T => {
    const result = choose(value).safeParse(value)
    if (result.success) return result.data
    for (const { path, message } of result.error.issues) issues.push({ code: 'custom', path, message, input: value })
    return z.NEVER
  })

/** Reads every value as the same one. */
export const constant = <T>(value: T): Schema<T> => z.transform((): T => value)

/**
 * Reads members of an object, each by its schema, and leaves out the others. The objects of zod would add 1 kB to a bundle, by gzip, for the few
 * fields that are objects.
 */
export const objectOf = <T extends object>(shape: { readonly [Name in keyof T]-?: Schema<T[Name]> }): Schema<T> =>
  z.transform((value: unknown, { issues }): T => {
    const read: Partial<T> = {}
    for (const name of Object.keys(shape) as (keyof T & string)[]) {
      const result = shape[name].safeParse(Reflect.get(Object(value), name))
      if (result.success) read[name] = result.data
      else
        for (const { path, message } of result.error.issues) issues.push({ code: 'custom', path: [name, ...path], message, input: value })
    }
    // An issue makes the value invalid, so it is whole where it is used.
    return read as T
  })
