import type { GeoCircle } from '../store/filters.ts'
import type { StoredPoint } from '../store/records.ts'

/** The mean radius of the earth (IUGG), in kilometres. */
export const earthRadiusKm = 6371.0088

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180

/** A place with its unit vector. Negative zero becomes zero, because some engines do not store the sign of zero. */
export function toPoint(lat: number, lng: number): StoredPoint {
  const phi = toRadians(lat)
  const lambda = toRadians(lng)
  return {
    lat: lat + 0,
    lng: lng + 0,
    x: Math.cos(phi) * Math.cos(lambda) + 0,
    y: Math.cos(phi) * Math.sin(lambda) + 0,
    z: Math.sin(phi) + 0,
  }
}

/** All places within a great-circle distance of a centre. */
export function toCircle(lat: number, lng: number, radiusKm: number): GeoCircle {
  const { x, y, z } = toPoint(lat, lng)
  const angle = radiusKm / earthRadiusKm
  const degrees = (angle * 180) / Math.PI
  // The rounding error of a product of unit vectors: about a metre.
  const tolerance = 1e-14
  return {
    x,
    y,
    z,
    minDot: angle >= Math.PI ? -2 : Math.cos(angle) - tolerance,
    latMin: Math.max(-90, lat - degrees - 1e-9),
    latMax: Math.min(90, lat + degrees + 1e-9),
  }
}
