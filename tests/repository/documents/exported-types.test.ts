import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './documents.ts'

/** The names of types that an entry exports: `export type { A, B }`, and `type A` in other exports. */
function exportedTypes(path: string): readonly string[] {
  const exported = [...readFileSync(join(root, path), 'utf8').matchAll(/^export (type )?\{([^}]*)\}/gm)]
  return exported.flatMap(([, isType, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && (isType !== undefined || name.startsWith('type ')))
      .map((name) => name.replace(/^type /, '')),
  )
}

test('docs/guide/exported-types.md names every type of the main entries, and no other', () => {
  const page = readFileSync(join(root, 'docs/guide/exported-types.md'), 'utf8')
  const [tables = '', handler = ''] = page.split('The types of the handler are')
  const inCells = tables.split('\n').flatMap((line) => (line.startsWith('| `') ? (line.split('|')[1] ?? '') : []))
  const namesIn = (text: string): readonly string[] => [...text.matchAll(/`([A-Z]\w+)`/g)].map(([, name = '']) => name).sort()
  expect(namesIn(inCells.join(' '))).toEqual([...exportedTypes('packages/core/src/index.ts')].sort())
  expect(namesIn(handler)).toEqual([...exportedTypes('packages/fetch/src/index.ts')].sort())
})
