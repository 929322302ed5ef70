import type { ImportWarning } from '../item.ts'
import { toText } from './texts.ts'

/** The members of an object of another program. */
export type Members = Readonly<Record<string, unknown>>

/** Whether a value is an object with members. */
export const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The objects in a value that is one or a list. */
export const membersIn = (value: unknown): readonly Members[] => (Array.isArray(value) ? value : [value]).filter(isMembers)

/** A point on Earth as a venue has it; null for none. */
export function readPoint(
  lat: unknown,
  lng: unknown,
  warnings: ImportWarning[],
): { readonly geoLat: number | null; readonly geoLng: number | null } {
  const [north, east] = [toText(lat), toText(lng)]
  if (north === '' || east === '') return { geoLat: null, geoLng: null }
  const [geoLat, geoLng] = [Number(north), Number(east)]
  if (Math.abs(geoLat) <= 90 && Math.abs(geoLng) <= 180) return { geoLat, geoLng }
  warnings.push({ code: 'not_a_point', message: 'The coordinates are not a point on Earth; they are left out.' })
  return { geoLat: null, geoLng: null }
}
