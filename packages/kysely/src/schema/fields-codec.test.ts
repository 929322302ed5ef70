import { expect, test } from 'vitest'
import { toStoredFields } from './fields-codec.ts'

test('nobody can change the fields of a record, which others share', () => {
  const { values, keys } = toStoredFields('{"v":{"a":{"b":[{"c":1}]}},"k":{"a":["s1"]}}')
  const all = [values, values['a'], Object(values['a']).b, Object(values['a']).b[0], keys, keys['a']]
  expect(all.map((value) => Object.isFrozen(value))).toEqual(all.map(() => true))
})
