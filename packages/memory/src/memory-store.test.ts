import { expect, test } from 'vitest'
import { memoryStore } from './memory-store.ts'

test('an unknown option is refused', () => {
  // @ts-expect-error: callers without types may pass anything.
  expect(() => memoryStore({ snapshots: undefined })).toThrow(new TypeError('memoryStore has no option snapshots. Is it snapshot?'))
})
