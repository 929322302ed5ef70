/** A point on the globe, in degrees. */
export interface Point {
  readonly lat: number
  readonly lng: number
}

const earthRadiusKm = 6_371

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180

/** The distance between two points along the globe, in kilometres (haversine formula). */
export function distanceKm(a: Point, b: Point): number {
  const half = (from: number, to: number): number => Math.sin(toRadians(to - from) / 2) ** 2
  const chord = half(a.lat, b.lat) + Math.cos(toRadians(a.lat)) * Math.cos(toRadians(b.lat)) * half(a.lng, b.lng)
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** A distance for people: `350 m`, `2.4 km`, `120 km`. */
export function distanceText(km: number): string {
  // The rounded value decides about the unit and the digits: 996 m are `1.0 km`, and 9.96 km are `10 km`.
  const metres = Math.round(km * 100) * 10
  if (metres < 1_000) return `${metres} m`
  const tenths = Math.round(km * 10) / 10
  return `${tenths < 10 ? tenths.toFixed(1) : km.toFixed(0)} km`
}

/** A point in the text of an attribute, such as `49.1,8.7`. */
export function pointOf(text: string): Point {
  const [lat = 0, lng = 0] = text.split(',').map(Number)
  return { lat, lng }
}
