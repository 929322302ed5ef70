import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The names that an entry exports, types included. */
function namesOf(entry: string): readonly string[] {
  const text = readFileSync(new URL(`../src/${entry}.ts`, import.meta.url), 'utf8')
  return [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names.split(',').flatMap((name) => name.trim().replace(/^type /, '') || []),
  )
}

test.each([
  ['index', 49],
  ['store-entry', 73],
  ['internal', 112],
])('%s exports at most %d names', (entry, most) => {
  expect(namesOf(entry).length).toBeGreaterThan(30)
  expect(namesOf(entry).length).toBeLessThanOrEqual(most)
})

test('the main entry point names what it exports', () => {
  // `export *` would also export names that are added later.
  expect(readFileSync(new URL('../src/index.ts', import.meta.url), 'utf8')).not.toContain('export *')
})

test('no name is exported by both the main and the internal entry point', () => {
  const own = new Set(namesOf('index'))
  expect(namesOf('internal').filter((name) => own.has(name))).toEqual([])
})
