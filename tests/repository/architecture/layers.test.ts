import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../documents/documents.ts'
import { contents } from './contents.ts'
import { ranks } from './ranks.ts'

const page = join(root, 'docs/internals/layers.md')

/** Renders docs/internals/layers.md: the layers of each package by rank. */
function toPage(): string {
  const tables = Object.entries(ranks).flatMap(([name, layers]) => {
    const rows = Object.entries(layers).sort(([, a], [, b]) => a - b)
    return [
      `## ${name === 'create-kalends' ? name : `@kalends/${name}`}`,
      '',
      '| rank | layer | contents |',
      '|--:|---|---|',
      ...rows.map(([layer, rank]) => `| ${rank} | \`${layer}\` | ${contents[name]?.[layer] ?? ''} |`),
      '',
    ]
  })
  return [
    '# Layers',
    '',
    'A layer is a top-level folder or file of the `src` of a package, or a folder of `kinds/`.',
    'A file imports only from its own layer and from layers of lower rank.',
    'This page is generated from `tests/repository/architecture/ranks.ts` by `pnpm run generate`; tests check it and the rule.',
    '',
    ...tables,
  ].join('\n')
}

test('docs/internals/layers.md is up to date', () => {
  if (process.env['KALENDS_WRITE'] === '1') writeFileSync(page, toPage())
  expect(readFileSync(page, 'utf8')).toBe(toPage())
})

test.each(Object.entries(contents))('the contents of %s name layers that exist', (name, layers) => {
  expect(Object.keys(layers).filter((layer) => ranks[name]?.[layer] === undefined)).toEqual([])
})
