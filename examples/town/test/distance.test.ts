import { expect, test } from 'vitest'
import { distanceKm, distanceText, pointOf } from '../page/distance.ts'

test.each([
  ['52.52,13.405', '52.52,13.405', 0],
  ['52.52,13.405', '48.8566,2.3522', 877],
  // Across the antimeridian, and from pole to pole.
  ['0,179.5', '0,-179.5', 111],
  ['90,0', '-90,0', 20_015],
])('from %s to %s are %d km', (from, to, km) => {
  expect(Math.round(distanceKm(pointOf(from), pointOf(to)))).toBe(km)
})

test.each([
  [0, '0 m'],
  [0.349, '350 m'],
  [0.994, '990 m'],
  [0.996, '1.0 km'],
  [1.04, '1.0 km'],
  [9.94, '9.9 km'],
  [9.96, '10 km'],
  [10, '10 km'],
  [10.4, '10 km'],
  [99.96, '100 km'],
  [123.4, '123 km'],
])('%d km is shown as %s', (km, text) => {
  expect(distanceText(km)).toBe(text)
})
