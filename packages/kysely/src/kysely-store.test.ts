import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The modules that a module loads, itself included. Imports of types load nothing. */
function loadedBy(url: URL, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(url.href)) return known
  known.add(url.href)
  const imports = /^(?:import|export) (?!type\b)[^'"]*?from '(\.[^']+)'/gm
  for (const [, path = ''] of readFileSync(url, 'utf8').matchAll(imports)) loadedBy(new URL(path, url), known)
  return known
}

test('a store loads no definitions of tables: an application may migrate elsewhere', () => {
  const loaded = [...loadedBy(new URL('./kysely-store.ts', import.meta.url))].map((href) => href.replace(/^.*\/src\//, ''))
  expect(loaded).toContain('migrations/recount.ts')
  expect(loaded.filter((path) => /^migrations\/(?!recount|exclusively)/.test(path))).toEqual([])
})
