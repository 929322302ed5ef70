import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const lockfiles = globSync('**/pnpm-lock.yaml', { cwd: root, exclude: (path) => path.includes('node_modules') })

describe.each(lockfiles)('%s', (path) => {
  const text = read(path)
  const section = text.slice(text.indexOf('\npackages:\n'), text.indexOf('\nsnapshots:\n'))

  test('locks every package to its content, from the registry and from nowhere else', () => {
    const packages = section.match(/^ {2}\S.*:$/gm) ?? []
    expect(packages.length).toBeGreaterThan(0)
    expect(section.match(/^ {4}resolution: \{integrity: sha512-[\w+/]+={0,2}\}$/gm)).toHaveLength(packages.length)
    expect(text).not.toMatch(/\btarball:|git\+|https?:\/\/|\bcommit:/)
  })

  test('belongs to a workspace in which no build script runs that nobody allowed by name', () => {
    const workspace = read(path.replace('pnpm-lock.yaml', 'pnpm-workspace.yaml'))
    const allowed = /^allowBuilds:\n((?: {2}.+\n?)*)/m.exec(workspace)?.[1] ?? ''
    expect(allowed.replace(/^ {2}[\w@/'-]+: (?:true|false)$/gm, '').trim()).toBe('')
    expect(workspace).not.toMatch(/dangerouslyAllowAllBuilds|strictDepBuilds: false/)
  })
})

test.each(['scripts/ci/run.sh', 'package.json', 'scripts/bootstrap.mjs', 'scripts/release.mjs'])('%s installs what is locked', (path) => {
  const installs = read(path).match(/pnpm'?,? .*?install.*$/gm) ?? []
  expect(installs.length).toBeGreaterThan(0)
  for (const line of installs) expect(line).toContain('--frozen-lockfile')
})

// A tag can be moved to another commit by whoever takes over its repository.
test.each(globSync('.github/workflows/*', { cwd: root }))('%s names each action by its commit', (path) => {
  const actions = read(path).match(/\buses: .*$/gm) ?? []
  expect(actions.length).toBeGreaterThan(0)
  for (const action of actions) expect(action).toMatch(/^uses: (?:\.\/\S+|[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/)
})
