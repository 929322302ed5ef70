import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { startRegistry } from './registry.ts'
import { output, run } from './run.ts'
import { publicFolders, readManifest, root, toolOf } from './workspace.ts'

const names = publicFolders.map((folder) => readManifest(folder).name)
const changesets = globSync('.changeset/*.md', { cwd: root })

describe('changesets', () => {
  test('give all public packages one version', () => {
    const { fixed }: { fixed: string[][] } = JSON.parse(readFileSync(join(root, '.changeset/config.json'), 'utf8'))
    expect(fixed).toEqual([names])
  })

  test.each(changesets)('%s names packages and is made of sentences', (path) => {
    const [, head = '', body = ''] = /^---\n(.*?)---\n\n(.+)$/s.exec(readFileSync(join(root, path), 'utf8')) ?? []
    const bumps = head.trim().split('\n')
    for (const bump of bumps) expect(names.flatMap((name) => [`'${name}': patch`, `'${name}': minor`, `'${name}': major`])).toContain(bump)
    expect(body.trim()).toMatch(/^(?:\*\*(?:Breaking|Security):\*\* )?[A-Z`].*\.$/s)
  })
})

describe('a copy of the project', () => {
  let copy = ''
  const git = (...args: string[]): Promise<string> => output('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], copy)
  const changeset = (command: string): Promise<string> => output(process.execPath, [toolOf('@changesets/cli/bin.js'), command], copy)
  const versions = (): readonly string[] => names.map((name) => readManifest(folderOf(name)).version)
  const folderOf = (name: string): string => join(copy, 'packages', name.replace('@kalends/', ''))
  const release = (): Promise<{ code: number | null; stderr: string }> => run(process.execPath, ['scripts/release.mjs'], copy)

  beforeEach(async () => {
    copy = mkdtempSync(join(tmpdir(), 'kalends-release-test-'))
    const files = [
      'package.json',
      'pnpm-workspace.yaml',
      'pnpm-lock.yaml',
      '.changeset/*',
      '{packages,examples}/*/package.json',
      'scripts/*.mjs',
    ]
    for (const path of globSync(files, { cwd: root })) {
      mkdirSync(dirname(join(copy, path)), { recursive: true })
      cpSync(join(root, path), join(copy, path))
    }
    await git('init', '--quiet', '--initial-branch=main')
    await git('add', '--all')
    await git('commit', '--quiet', '--message=Begin')
  })
  afterEach(() => rmSync(copy, { recursive: true, force: true }))

  test('moves all packages to one version, whichever of them changed, and says why', async () => {
    writeFileSync(join(copy, '.changeset/a.md'), "---\n'@kalends/core': minor\n---\n\nA thing of the core.\n")
    expect(await changeset('status')).toContain('@kalends/testing')
    await changeset('version')
    const [first = ''] = versions()
    expect(versions()).toEqual(names.map(() => first))
    expect(first).toMatch(/^\d+\.[1-9]\d*\.0$/)
    expect(globSync('.changeset/*.md', { cwd: copy })).toEqual([])
    expect(readFileSync(join(folderOf('@kalends/core'), 'CHANGELOG.md'), 'utf8')).toMatch(
      /^## [\d.]+\n\n### Minor Changes\n[\s\S]*A thing of the core\.$/m,
    )

    await git('add', '--all')
    await git('commit', '--quiet', '--message=Release')
    writeFileSync(join(copy, '.changeset/b.md'), "---\n'@kalends/memory': patch\n---\n\n**Security:** A fix of the store.\n")
    await changeset('version')
    expect(versions()).toEqual(names.map(() => first.replace(/0$/, '1')))
    expect(readFileSync(join(folderOf('@kalends/memory'), 'CHANGELOG.md'), 'utf8')).toContain('**Security:** A fix of the store.')
  })

  test('is not released with changes, changesets or packages that have no repository', async () => {
    writeFileSync(join(copy, '.changeset/a.md'), "---\n'@kalends/core': patch\n---\n\nA thing.\n")
    const manifest = join(folderOf('@kalends/core'), 'package.json')
    writeFileSync(manifest, JSON.stringify({ ...readManifest(dirname(manifest)), repository: undefined }))
    const { code, stderr } = await release()
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The work tree has changes.*\nChangesets are waiting.*a\.md.*\nNo "repository" .*@kalends\/core/)
  })

  test('is published package by package, the core first, and only what is missing', { timeout: 900_000 }, async () => {
    const registry = await startRegistry()
    try {
      writeFileSync(join(copy, '.npmrc'), `${registry.url.slice('http:'.length)}:_authToken=of-whoever-runs-it\n`)
      const env = { npm_config_registry: registry.url }
      const publish = (): Promise<string> =>
        output(process.execPath, ['scripts/publish.mjs', dirname(inject('tarballs')[0] ?? ''), '--tag', 'latest'], copy, env)
      registry.refuse = '@kalends/memory'
      await expect(publish()).rejects.toThrow('npm publish')
      expect(registry.published[0]).toBe('@kalends/core')
      // Programs come after the packages that they install.
      const programs = ['@kalends/cli', 'create-kalends']
      expect([...registry.published].sort()).toEqual(names.filter((name) => name < '@kalends/memory' && !programs.includes(name)))
      registry.refuse = ''
      expect(await publish()).toContain(`@kalends/core ${readManifest(folderOf('@kalends/core')).version} is published already.`)
      expect([...registry.published].sort()).toEqual([...names].sort())
      expect(registry.published.at(-1)).toBe('create-kalends')
    } finally {
      await registry.close()
    }
  })
})
