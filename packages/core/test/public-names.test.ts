import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The names that an entry exports, types included. */
function namesOf(entry: string): readonly string[] {
  const text = readFileSync(new URL(`../src/${entry}.ts`, import.meta.url), 'utf8')
  return [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names.split(',').flatMap((name) => name.trim().replace(/^type /, '') || []),
  )
}

test('an application finds at most 45 names', () => {
  expect(namesOf('index').length).toBeGreaterThan(30)
  expect(namesOf('index').length).toBeLessThanOrEqual(45)
  // A star would export whatever comes later.
  expect(readFileSync(new URL('../src/index.ts', import.meta.url), 'utf8')).not.toContain('export *')
})

test('a name that an application finds is not internal as well', () => {
  const own = new Set(namesOf('index'))
  expect(namesOf('internal').filter((name) => own.has(name))).toEqual([])
})
