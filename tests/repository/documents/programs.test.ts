import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCodes, errorMessages } from '@kalends/core/internal'
import { describe, expect, test } from 'vitest'
import { statusOf } from '../../../packages/fetch/src/response/problem.ts'
import { compile, freePort, readDocuments, readPrograms, root, run } from './documents.ts'

const documents = readDocuments()
const textOf = (path: string): string => documents.find((document) => document.path === path)?.text ?? ''

describe('programs in documents', async () => {
  const programs = readPrograms(documents)
  // Programs that connect to DATABASE_URL run in packages/kysely, once for each server.
  const shown = programs.filter(({ printed, code }) => printed !== undefined && !code.includes("'DATABASE_URL'"))

  test('are there, with those of the README first', () => {
    expect(programs.map(({ name }) => name)).toEqual(expect.arrayContaining(['README.md 1', 'README.md 2', 'docs/guide/time-zones.md 1']))
    expect(
      readPrograms([{ path: 'README.md', text: textOf('README.md') }])[0]
        ?.code.trim()
        .split('\n')
        .filter((line) => line !== ''),
    ).toHaveLength(11)
  })

  test('compile', () => {
    expect(compile(programs)).toBe('')
  })

  const printed = run(shown, await freePort())
  test.each(shown.map((program, index) => ({ ...program, actual: printed[index] })))(
    'print what they are said to: $name',
    ({ printed: expected, actual }) => {
      expect(actual).toBe(expected)
    },
  )
})

describe('JavaScript in documents', () => {
  const blocks = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = ''], index) => ({ path, number: index + 1, code })),
  )

  test.each(blocks)('can be read: $path $number', ({ code }) => {
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--check'], { input: code, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })
})

describe('quotes in documents', () => {
  const quotes = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/^```typescript\n([\s\S]*?)^```$/gm)].map(([, code = ''], index) => ({ path, number: index + 1, code })),
  )
  const sources = globSync(['packages/*/{src,test}/**/*.ts', 'examples/**/*.ts', 'tests/packages/clients/*.ts'], {
    cwd: root,
    exclude: ['**/node_modules/**', '**/data/**'],
  })
  const everything = sources.map((source) => readFileSync(join(root, source), 'utf8'))

  test('are there', () => {
    expect(quotes.length).toBeGreaterThan(5)
  })

  test.each(quotes)('stand in a source file: $path $number', ({ code }) => {
    expect(everything.some((text) => text.includes(code))).toBe(true)
  })
})

describe('docs/guide/errors.md', () => {
  const entries = textOf('docs/guide/errors.md').split(/^## /m).slice(1)

  test('has one entry for each code, in the order of the table', () => {
    expect(entries.map((entry) => /^`([a-z_]+)`\n/.exec(entry)?.[1])).toEqual(errorCodes)
  })

  test.each(errorCodes)('says status and message of %s', (code) => {
    const entry = entries.find((text) => text.startsWith(`\`${code}\``)) ?? ''
    expect(entry).toContain(`\n\n${statusOf[code]}. ${errorMessages[code]}`)
  })
})

describe('docs/internals/design-notes.md', () => {
  const manifests = globSync(['package.json', 'bench/package.json', '{packages,examples,tests,tools}/*/package.json'], { cwd: root })
  const names = manifests.flatMap((path) => {
    const { dependencies, devDependencies, peerDependencies } = JSON.parse(readFileSync(join(root, path), 'utf8'))
    return Object.entries({ ...dependencies, ...devDependencies, ...peerDependencies })
      .filter(([name, version]) => !(name.startsWith('@kalends/') || String(version).startsWith('workspace:')))
      .map(([name]) => name)
  })
  const foreign = [...new Set(names)].sort()

  test.each(foreign)('gives a reason for %s', (name) => {
    const tables = textOf('docs/internals/design-notes.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
    expect(tables.some((line) => line.split('|')[1]?.includes(`\`${name}\``))).toBe(true)
  })
})

describe('docs/start/getting-started.md', () => {
  test('has every setting of the server', () => {
    const table = textOf('docs/start/getting-started.md')
    const names = [...readFileSync(join(root, 'examples/server/settings.ts'), 'utf8').matchAll(/(?:get\(|environment\[)'([A-Z_]+)'/g)].map(
      ([, name]) => name ?? '',
    )
    expect(new Set(names).size).toBe(15)
    for (const name of names) expect(table).toContain(`\`${name}\``)
  })
})
