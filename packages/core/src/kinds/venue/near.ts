import * as z from 'zod/mini'
import { isObject, type Shape } from '../../input/read.ts'
import { numberField } from '../../input/scalars.ts'
import { because, chooseSchema, jsonSchemas, objectOf, type Schema } from '../../input/schemas.ts'

/** A circle on the earth. */
export interface Near {
  /** Degrees north of its centre, from -90 to 90. */
  readonly lat: number
  /** Degrees east of its centre, from -180 to 180. */
  readonly lng: number
  /** The radius in kilometres. @default 25 */
  readonly radiusKm?: number | undefined
}

/** The members of a circle. The maximum distance of two places is half the circumference of the earth. */
export const nearShape: Shape<Required<Near>> = {
  lat: numberField(-90, 90),
  lng: numberField(-180, 180),
  radiusKm: numberField(0, 20_038),
}

const circle = objectOf<Near>({ ...nearShape, radiusKm: z.optional(nearShape.radiusKm) })
const noCircle = z.never(because({ code: 'not_a_circle' }))

/** A circle to filter by. */
export const nearField: Schema<Near> = chooseSchema((value) => (isObject(value) ? circle : noCircle)).register(jsonSchemas, {
  type: 'object',
})
