import type { GeoCircle, StoredPoint } from '@kalends/core'

const earthRadiusKm = 6371.0088
const radians = (degrees: number): number => (degrees * Math.PI) / 180

function unitVector(lat: number, lng: number): { x: number; y: number; z: number } {
  const toAxis = Math.cos(radians(lat))
  return { x: toAxis * Math.cos(radians(lng)), y: toAxis * Math.sin(radians(lng)), z: Math.sin(radians(lat)) }
}

/**
 * Coordinates as venues store them.
 * @param lat degrees north
 * @param lng degrees east
 */
export function buildPoint(lat: number, lng: number): StoredPoint {
  return { lat, lng, ...unitVector(lat, lng) }
}

/**
 * A circle as filters take it.
 * @param lat degrees north of its centre
 * @param lng degrees east of its centre
 * @param radiusKm great-circle distance in kilometres
 */
export function buildCircle(lat: number, lng: number, radiusKm: number): GeoCircle {
  const angle = Math.min(radiusKm / earthRadiusKm, Math.PI)
  const reach = (angle * 180) / Math.PI
  return {
    ...unitVector(lat, lng),
    minDot: Math.cos(angle),
    latMin: Math.max(lat - reach, -90),
    latMax: Math.min(lat + reach, 90),
  }
}
