import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { errorCodes, errorMessages } from '@kalends/core'
import { afterAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const documents = ['README.md', 'CONTRIBUTING.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter((path) =>
  path.endsWith('.md'),
)
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Programs with what they print: a `ts` block that a `text` block follows. */
const programs = documents.flatMap((path) =>
  [...read(path).matchAll(/```ts\n([^`]*(?:`[^`]+`[^`]*)*?)```\n+```text\n([^`]*)```/g)].map(([, code = '', printed = ''], index) => ({
    name: `${path}, program ${index + 1}`,
    code,
    printed,
  })),
)

// In the example's folder, whose packages are those that a reader would have installed.
const folder = mkdtempSync(join(root, 'examples/server/.documents-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('programs in the documents', () => {
  test('are found', () => expect(programs.length).toBeGreaterThanOrEqual(5))

  test.each(programs)('$name prints what it says', async ({ name, code, printed }) => {
    const file = join(folder, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.mts`)
    writeFileSync(file, code)
    const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=@kalends/source', file], { cwd: folder })
    expect(stdout).toBe(printed)
  })
})

test.each(documents)('the links of %s lead somewhere', (path) => {
  const targets = [...read(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, target = '']) => target)
  expect(targets.filter((target) => !existsSync(join(root, dirname(path), target)))).toEqual([])
})

test('docs/errors.md has one entry for each code, with its message', () => {
  const entries = [...read('docs/errors.md').matchAll(/^## (\w+)\n\nHTTP \d{3}: (.+)$/gm)].map(([, code, message]) => [code, message])
  expect(entries).toEqual(errorCodes.map((code) => [code, errorMessages[code]]))
})
