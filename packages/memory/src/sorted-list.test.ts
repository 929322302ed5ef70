import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addTo, firstIndex, itemsOf, removeFrom, sortedList } from './sorted-list.ts'

interface Item {
  readonly key: number
  readonly id: number
}

const compare = (a: Item, b: Item): number => a.key - b.key || a.id - b.id

// A burst of changes between two reads; the list applies short bursts and long ones differently.
const burst = fc.array(fc.record({ key: fc.nat({ max: 5 }), remove: fc.boolean() }), { maxLength: 80, size: 'max' })

test('a sorted list contains the items that were added and not removed, in order, at each read', () => {
  fc.assert(
    fc.property(fc.array(burst, { maxLength: 6 }), (bursts) => {
      const list = sortedList(compare)
      let expected: Item[] = []
      let id = 0
      for (const changes of bursts) {
        for (const { key, remove } of changes) {
          const gone = remove ? expected[(key * 7) % Math.max(expected.length, 1)] : undefined
          if (gone) {
            removeFrom(list, gone)
            expected = expected.filter((item) => item !== gone)
          } else {
            const item = { key, id: id++ }
            addTo(list, item)
            expected = [...expected, item]
          }
        }
        expect(itemsOf(list)).toEqual([...expected].sort(compare))
      }
    }),
  )
})

test('a record that is replaced several times between two reads is in the list once, in its last version', () => {
  const list = sortedList(compare)
  const versions = [1, 1, 1, 2].map((key) => ({ key, id: 1 }))
  const other = { key: 1, id: 2 }
  addTo(list, other)
  for (const [i, version] of versions.entries()) {
    const before = versions[i - 1]
    if (before !== undefined) removeFrom(list, before)
    addTo(list, version)
    if (i === 0) expect(itemsOf(list)).toEqual([version, other])
  }
  expect(itemsOf(list)).toEqual([other, versions[3]])
})

test.each([
  [[], 5, 0],
  [[1, 2, 3], 0, 0],
  [[1, 2, 3], 2, 1],
  [[1, 2, 2, 2, 3], 2, 1],
  [[1, 2, 3], 4, 3],
])('in %j the first number of at least %i has the index %i', (numbers, bound, index) => {
  expect(firstIndex(numbers, (number) => number >= bound)).toBe(index)
})
