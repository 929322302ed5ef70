import * as z from 'zod'

/** What zod's own combinators lack for the fields of records. */

/**
 * A transformation that can fail, for `schema.transform`.
 * @param parse returns undefined for an invalid value
 * @param reason completes a sentence after the field's name, such as `must be a date`
 */
export const orIssue =
  <In, Out>(parse: (value: In) => Out | undefined, reason: string) =>
  (value: In, context: z.core.$RefinementCtx): Out => {
    const parsed = parse(value)
    if (parsed !== undefined) return parsed
    context.addIssue(reason)
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
