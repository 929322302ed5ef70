import { type GeoCircle, type StoredPoint, toPoint } from '@kalends/core/store'

const earthRadiusKm = 6371.0088

/**
 * Builds coordinates as venues store them.
 * @param lat degrees north
 * @param lng degrees east
 */
export const buildPoint = (lat: number, lng: number): StoredPoint => toPoint(lat, lng)

/**
 * Builds a circle for filters.
 * @param lat degrees north of its centre
 * @param lng degrees east of its centre
 * @param radiusKm great-circle distance in kilometres
 */
export function buildCircle(lat: number, lng: number, radiusKm: number): GeoCircle {
  const angle = radiusKm / earthRadiusKm
  const reach = (angle * 180) / Math.PI
  const { x, y, z } = toPoint(lat, lng)
  return {
    x,
    y,
    z,
    // From half the circumference on, every point is inside, regardless of rounding.
    minDot: angle >= Math.PI ? -2 : Math.cos(angle),
    latMin: Math.max(lat - reach, -90),
    latMax: Math.min(lat + reach, 90),
  }
}
