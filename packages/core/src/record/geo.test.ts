import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCircle, toPoint } from './geo.ts'

const latitude = fc.double({ min: -90, max: 90, noNaN: true })
const longitude = fc.double({ min: -180, max: 180, noNaN: true })

/** Great-circle distance in kilometres, by the haversine formula. */
function distanceKm(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const rad = (degrees: number): number => (degrees * Math.PI) / 180
  const h = Math.sin(rad(b.lat - a.lat) / 2) ** 2 + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(rad(b.lng - a.lng) / 2) ** 2
  return 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(h)))
}

const isInside = (circle: ReturnType<typeof toCircle>, point: ReturnType<typeof toPoint>): boolean =>
  point.x * circle.x + point.y * circle.y + point.z * circle.z >= circle.minDot

describe('points', () => {
  test('have a unit vector, and no negative zero', () => {
    fc.assert(
      fc.property(latitude, longitude, (lat, lng) => {
        const point = toPoint(lat, lng)
        expect(Math.hypot(point.x, point.y, point.z)).toBeCloseTo(1, 12)
        for (const value of Object.values(point)) expect(Object.is(value, -0)).toBe(false)
      }),
    )
  })
})

describe('circles', () => {
  test('contain places nearer than their radius, and no others', () => {
    fc.assert(
      fc.property(
        latitude,
        longitude,
        latitude,
        longitude,
        fc.double({ min: 0.1, max: 20_000, noNaN: true }),
        (lat, lng, otherLat, otherLng, radius) => {
          const circle = toCircle(lat, lng, radius)
          const point = toPoint(otherLat, otherLng)
          const distance = distanceKm({ lat, lng }, { lat: otherLat, lng: otherLng })
          fc.pre(Math.abs(distance - radius) > 0.001)
          expect(isInside(circle, point)).toBe(distance < radius)
          if (distance < radius) {
            expect(otherLat).toBeGreaterThanOrEqual(circle.latMin)
            expect(otherLat).toBeLessThanOrEqual(circle.latMax)
          }
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test.each<[string, [number, number], [number, number], number, boolean]>([
    ['contain their centre even with a radius of 0', [48.4, 10], [48.4, 10], 0, true],
    ['reach across the date line', [0, 179.9], [0, -179.9], 25, true],
    ['reach across a pole', [89.9, 0], [89.9, 180], 25, true],
    ['contain a pole at any longitude', [90, 0], [90, 123], 0, true],
    ['treat 180 degrees east and west as one place', [10, 180], [10, -180], 0, true],
    ['reach the other side of the earth', [10, 20], [-10, -160], 20_038, true],
    ['do not contain a place beyond their radius', [48.4, 10], [48.4, 10.1], 1, false],
  ])('%s', (_name, centre, place, radius, expected) => expect(isInside(toCircle(...centre, radius), toPoint(...place))).toBe(expected))
})
