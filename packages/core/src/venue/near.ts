import type * as z from 'zod'
import { field, refuse, type Shape } from '../input/read.ts'
import { numberField } from '../input/scalars.ts'

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

/** A circle to filter by. */
export const nearField: z.ZodType<Near> = field({ type: 'object' }, (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('must be an object with lat and lng')
  const read = (name: keyof Near): number | undefined => {
    const given: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
    if (given === undefined) return undefined
    const result = nearShape[name].safeParse(given)
    return result.success
      ? result.data
      : refuse(`must have a ${name} that ${(result.error.issues[0]?.message ?? 'is valid').replace('must be', 'is')}`)
  }
  const [lat, lng, radiusKm] = [read('lat'), read('lng'), read('radiusKm')]
  if (lat === undefined || lng === undefined) return refuse('must have lat and lng')
  return { lat, lng, ...(radiusKm !== undefined && { radiusKm }) }
})
