import { expect, test } from 'vitest'
import { createKeys, type State } from './keys.ts'

const state: State = { today: '2026-05-31', readAccess: 'all' }

test('a question always has the same key in a state, whatever was asked in between', () => {
  const keyOf = createKeys()
  const key = keyOf(state, 'a')
  keyOf({ ...state, readAccess: 'some' }, 'a')
  for (let index = 0; index < 2_000; index++) keyOf(state, `${index}`)
  expect(keyOf({ ...state }, 'a')).toBe(key)
})

test.each<[string, State]>([
  ['another day', { ...state, today: '2026-06-01' }],
  ['other read access', { ...state, readAccess: 'some' }],
  ['a longer day and a shorter read access', { ...state, today: '2026-05-31al', readAccess: 'l' }],
])('%s gives the question another key', (_, other) => {
  const keyOf = createKeys()
  const keys = [keyOf(state, 'a'), keyOf(other, 'a'), keyOf(state, 'a')]
  expect(keys[1]).not.toBe(keys[0])
  expect(keys[2]).toBe(keys[0])
})

test('long questions, which are not memoized, have different keys', () => {
  const keyOf = createKeys()
  const long = 'a'.repeat(1_000)
  expect(keyOf(state, long)).toBe(keyOf(state, long))
  expect(keyOf(state, `${long}b`)).not.toBe(keyOf(state, long))
})
