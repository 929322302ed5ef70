import { expect, test } from 'vitest'
import { loadedBy } from '../test/loaded-modules.ts'

test('a store loads no definitions of tables: an application may migrate elsewhere', () => {
  const loaded = loadedBy(new URL('./kysely-store.ts', import.meta.url))
  expect(loaded).toContain('migrations/recount.ts')
  expect(loaded.filter((path) => /^migrations\/(?!recount|exclusively)/.test(path))).toEqual([])
})
