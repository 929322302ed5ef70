import * as z from 'zod'
import type { Reason } from '../errors/issues.ts'

/** What zod's own combinators lack for the fields of records. */

/** The message of a zod schema that stands for a reason: a text is all that zod lets every issue carry, so the reason is written as JSON. */
export const because = (reason: Reason): string => JSON.stringify(reason)

/** The reason of an issue of zod. A schema without a message {@link because} of a reason has zod's own, which is `not_valid`. */
export const toReason = ({ message }: { readonly message: string }): Reason =>
  // Only `because` writes texts that begin so.
  message.startsWith('{"code":') ? (JSON.parse(message) as Reason) : { code: 'not_valid' }

/**
 * A transformation that can fail, for `schema.transform`.
 * @param parse returns undefined for an invalid value
 */
export const orIssue =
  <In, Out>(parse: (value: In) => Out | undefined, reason: Reason) =>
  (value: In, context: z.core.$RefinementCtx): Out => {
    const parsed = parse(value)
    if (parsed !== undefined) return parsed
    context.addIssue(because(reason))
    return z.NEVER
  }

/**
 * Reads each value with the one schema that `choose` returns for it. A zod union tries all of its schemas and reports the issues of all;
 * here only the chosen schema reports, at its own paths.
 */
export const chooseSchema = <T>(choose: (value: unknown) => z.ZodType<T>): z.ZodType<T> =>
  z.unknown().transform((value, context) => {
    const result = choose(value).safeParse(value)
    if (result.success) return result.data
    for (const { path, message } of result.error.issues) context.issues.push({ code: 'custom', path, message, input: value })
    return z.NEVER
  })

/** Reads every value as the same one. */
export const constant = <T>(value: T): z.ZodType<T> => z.unknown().transform(() => value)
