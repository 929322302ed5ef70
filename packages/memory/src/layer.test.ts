import { expect, test } from 'vitest'
import { layerOver } from './layer.ts'

test('changes hide values of the base map, which changes at the commit', () => {
  const base = new Map([
    [1, 'one'],
    [2, 'two'],
    [3, 'three'],
  ])
  const layer = layerOver(base)
  layer.set(2, undefined)
  layer.set(3, 'drei')
  layer.set(4, 'four')
  expect([1, 2, 3, 4].map((key) => layer.get(key))).toEqual(['one', undefined, 'drei', 'four'])
  expect([...layer.values()].sort()).toEqual(['drei', 'four', 'one'])
  expect([...base.values()]).toEqual(['one', 'two', 'three'])
  layer.commit()
  expect([...base]).toEqual([
    [1, 'one'],
    [3, 'drei'],
    [4, 'four'],
  ])
})

test('a value that is set and then removed is absent', () => {
  const layer = layerOver(new Map<number, string>())
  layer.set(1, 'one')
  layer.set(1, undefined)
  expect([layer.get(1), ...layer.values()]).toEqual([undefined])
})
