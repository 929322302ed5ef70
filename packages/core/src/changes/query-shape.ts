import * as z from 'zod/mini'
import type { Kind } from '../errors/codes.ts'
import { wordsField } from '../input/lists.ts'
import type { Shape } from '../input/read.ts'
import { numberField, textOf } from '../input/scalars.ts'
import { because, jsonSchemas, type Schema } from '../input/schemas.ts'
import { maxChanges } from './limit.ts'

/** The parameters of a request for changes, besides the filters of events. */
export interface ChangesQuery {
  /** The token of the copy. */
  readonly since: string
  /** The kinds of records to follow. */
  readonly kinds: readonly Kind[]
  /** The maximum number of rows of the log. */
  readonly limit: number
  /** How many seconds to wait for a change. */
  readonly wait: number
}

/** The longest token that is read, in characters. */
const maxToken = 8_000

const integerBetween = (min: number, max: number): Schema<number> =>
  numberField(min, max)
    .check(z.refine((number) => Number.isInteger(number), because({ code: 'integer_out_of_range', min, max })))
    .register(jsonSchemas, {
      type: 'integer',
      minimum: min,
      maximum: max,
    })

/** The schemas of these parameters. */
export const changesShape: Shape<ChangesQuery> = {
  since: textOf(maxToken).register(jsonSchemas, { type: 'string', maxLength: maxToken }),
  kinds: wordsField<Kind>(['event', 'venue', 'organizer', 'category', 'tag']),
  limit: integerBetween(1, maxChanges),
  wait: integerBetween(0, 30),
}
