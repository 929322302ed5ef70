import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLruCache } from './lru-cache.ts'

describe('an LRU cache', () => {
  test('evicts the least recently used entry', () => {
    const cache = createLruCache<number>(30)
    for (const key of [1, 2, 3]) cache.set(`${key}`, key, 10)
    cache.get('1')
    cache.set('4', 4, 10)
    expect(['1', '2', '3', '4'].map((key) => cache.get(key))).toEqual([1, undefined, 3, 4])
  })

  test('removes the old value of a key whose new value is too large, and nothing else', () => {
    const cache = createLruCache<string>(30)
    cache.set('a', 'old', 10)
    cache.set('b', 'kept', 20)
    cache.set('a', 'too large', 31)
    expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 'kept'])
  })

  test('holds the most recently used entries, and never more than its bytes', () => {
    const entry = fc.record({ key: fc.nat(20), bytes: fc.integer({ min: 1, max: 60 }), isRead: fc.boolean() })
    const property = fc.property(fc.array(entry, { maxLength: 80 }), (entries) => {
      const maxBytes = 100
      const cache = createLruCache<number>(maxBytes)
      // Sorted by last use, the most recent entry last.
      let model: { key: number; bytes: number }[] = []
      for (const { key, bytes, isRead } of entries) {
        const known = model.find((one) => one.key === key)
        model = model.filter((one) => one !== known)
        if (isRead) {
          expect(cache.get(`${key}`)).toBe(known?.bytes)
          if (known !== undefined) model.push(known)
          continue
        }
        cache.set(`${key}`, bytes, bytes)
        model.push({ key, bytes })
        while (model.reduce((sum, one) => sum + one.bytes, 0) > maxBytes) model.shift()
      }
      for (const { key, bytes } of model) expect(cache.get(`${key}`)).toBe(bytes)
      const held = [...Array(21).keys()].reduce((sum, key) => sum + (cache.get(`${key}`) ?? 0), 0)
      expect(held).toBeLessThanOrEqual(maxBytes)
    })
    fc.assert(property, { numRuns: 500 })
  })
})
