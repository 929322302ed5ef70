import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { output } from './run.ts'
import { readManifest, root, toolOf } from './workspace.ts'

const app = inject('app')
const core = join(app, 'node_modules/@kalends/core')
const shipped = globSync(['AGENTS.md', 'docs/**/*.md', 'skills/*/SKILL.md'], { cwd: core }).map((path) => path.replaceAll('\\', '/'))
const code = /^```[\s\S]*?^```$/gm

test('the core ships the pages for users, with the code that the tests of the documents run', () => {
  const pages = globSync('docs/**/*.md', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('docs/internals/') && path !== 'docs/start/for-agents.md')
  expect(shipped.filter((path) => path.startsWith('docs/')).sort()).toEqual(pages.sort())
  for (const path of pages) {
    expect(readFileSync(join(core, path), 'utf8').match(code), path).toEqual(readFileSync(join(root, path), 'utf8').match(code))
  }
})

test.each(shipped)('the links of %s lead to files of the package', (path) => {
  const prose = readFileSync(join(core, path), 'utf8')
    .replace(code, '')
    .replace(/`[^`\n]*`/g, '')
  const targets = [...prose.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, target = '']) => target)
  expect(targets.filter((target) => !existsSync(join(core, dirname(path), target)))).toEqual([])
  expect(prose).not.toContain('![')
})

test('AGENTS.md is one page', () => {
  expect(readFileSync(join(core, 'AGENTS.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(100)
})

test('the skills have the form that TanStack Intent asks for, and are found in an application', async () => {
  const intent = toolOf('@tanstack/intent/dist/cli.mjs')
  expect(await output(process.execPath, [intent, 'validate', 'node_modules/@kalends/core/skills'], app)).toContain(
    'Validated 3 skill files — all passed',
  )
  // It lists the skills of packages that name a repository, which the packages do once it has an address.
  const folder = mkdtempSync(join(app, 'with-skills-'))
  const copy = join(folder, 'node_modules/@kalends/core')
  cpSync(join(core, 'skills'), join(copy, 'skills'), { recursive: true })
  const repository = { url: 'https://git.example/kalends.git' }
  writeFileSync(join(copy, 'package.json'), JSON.stringify({ repository, ...readManifest(core) }))
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'with-skills', private: true, dependencies: { '@kalends/core': '*' } }),
  )
  const listed: { skills: { use: string }[] } = JSON.parse(await output(process.execPath, [intent, 'list', '--json'], folder))
  const names = globSync('skills/*', { cwd: root }).map((path) => path.slice('skills/'.length))
  expect(listed.skills.map(({ use }) => use).sort()).toEqual(names.map((name) => `@kalends/core#${name}`).sort())
})
