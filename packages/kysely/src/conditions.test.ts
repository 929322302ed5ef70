import fc from 'fast-check'
import { expect, test } from 'vitest'
import { padded } from './conditions.ts'

test('a padded list has a power of two as its length, and no other values', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 700 }), (values) => {
      const longer = padded(values)
      expect(new Set(longer)).toEqual(new Set(values))
      expect(longer.slice(0, values.length)).toEqual(values)
      if (values.length > 0) expect(Math.log2(longer.length) % 1).toBe(0)
      expect(longer.length).toBeLessThan(Math.max(1, values.length * 2))
    }),
  )
})
