import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { publicFolders, readManifest, root } from './workspace.ts'

const app = inject('app')

/** Dependencies and peer dependencies of each package. */
const published = [
  {
    name: '@kalends/cli',
    entries: ['kalends.js', 'run.js'],
    dependencies: [
      ...['@kalends/core', '@kalends/fetch', '@kalends/formats', '@kalends/import', '@kalends/kysely'],
      ...['kysely', 'log-update', 'mysql2', 'pg', 'sanitize-html'],
    ],
    peerDependencies: [],
  },
  {
    name: '@kalends/client',
    entries: ['chunk-*.js', 'copy.js', 'index.js', 'query.js'],
    dependencies: ['@kalends/core'],
    peerDependencies: [],
  },
  {
    name: '@kalends/core',
    entries: [
      'archive-entry.js',
      'chunk-*.js',
      'compact.js',
      'format-entry.js',
      'index.js',
      'internal.js',
      'otel-entry.js',
      'read-only.js',
      'sanitize-html.js',
      'store-entry.js',
      'tenants-entry.js',
    ],
    dependencies: ['date-fns', 'date-fns-tz', 'zod'],
    peerDependencies: ['@opentelemetry/api', 'sanitize-html'],
  },
  { name: 'create-kalends', entries: ['create-kalends.js'], dependencies: ['@clack/prompts'], peerDependencies: [] },
  { name: '@kalends/elements', entries: ['define.js', 'index.js'], dependencies: [], peerDependencies: [] },
  {
    name: '@kalends/fetch',
    entries: [
      ...['changes.js', 'chunk-*.js', 'cors.js', 'counts.js', 'explain.js', 'formats.js', 'forms.js', 'free-busy.js', 'fullcalendar.js'],
      ...['history.js', 'hosts.js'],
      ...['idempotency.js', 'index.js', 'internal.js', 'messages/*.js', 'node.js', 'observe.js', 'preview.js', 'secret-parameters.js'],
    ],
    dependencies: ['@hono/node-server', '@kalends/core'],
    peerDependencies: [],
  },
  {
    name: '@kalends/formats',
    entries: ['chunk-*.js', 'atom.js', 'csv.js', 'geojson.js', 'icalendar.js', 'jsonfeed.js', 'jsonld.js', 'jsonld-lint.js', 'rss.js'],
    dependencies: ['@kalends/core'],
    peerDependencies: [],
  },
  {
    name: '@kalends/import',
    entries: ['chunk-*.js', 'csv.js', 'icalendar.js', 'index.js', 'json-ld.js', 'kysely.js', 'the-events-calendar.js'],
    dependencies: ['@kalends/core', 'entities', 'htmlparser2'],
    peerDependencies: ['kysely'],
  },
  {
    name: '@kalends/kysely',
    entries: [
      ...['better-sqlite3.js', 'bun-sqlite.js', 'chunk-*.js', 'durable-object.js', 'index.js', 'libsql.js', 'mysql2.js'],
      ...['node-sqlite.js', 'pg.js', 'sqlite.js'],
    ],
    dependencies: ['@kalends/core'],
    peerDependencies: ['better-sqlite3', 'kysely', 'libsql', 'mysql2', 'pg'],
  },
  { name: '@kalends/mcp', entries: ['index.js'], dependencies: ['@kalends/core'], peerDependencies: [] },
  { name: '@kalends/memory', entries: ['index.js'], dependencies: ['@kalends/core'], peerDependencies: [] },
  {
    name: '@kalends/testing',
    entries: ['chunk-*.js', 'conformance.js', 'index.js'],
    dependencies: ['@kalends/core'],
    peerDependencies: [],
  },
  {
    name: '@kalends/the-events-calendar',
    entries: ['index.js'],
    dependencies: ['@kalends/core', '@kalends/fetch', 'entities'],
    peerDependencies: [],
  },
  {
    name: '@kalends/webhooks',
    entries: ['chunk-*.js', 'index.js', 'kysely.js', 'node.js', 'verify.js'],
    dependencies: ['@kalends/core'],
    peerDependencies: ['kysely', 'undici'],
  },
]

/** Files of a package beside its code. */
const assets: Readonly<Record<string, readonly string[]>> = { '@kalends/elements': ['events.css'] }

/** Files that bundlers must keep although nothing of them is used. */
const effects: Readonly<Record<string, readonly string[]>> = {
  '@kalends/elements': ['./dist/define.js', './src/define.ts', './events.css'],
}

/** The file names of a package, with one pattern for many similar ones. */
function patternsOf(folder: string): readonly string[] {
  const files = globSync('**/*', { cwd: folder }).filter((path) => statSync(join(folder, path)).isFile())
  const patterns = files.map((path) =>
    path
      .replaceAll('\\', '/')
      .replace(/^templates\/.*/, 'templates/**')
      .replace(/^src\/(?!.*\.test\.ts$).*\.ts$/, 'src/**/*.ts')
      .replace(/^dist\/.*(\.d\.ts(?:\.map)?)$/, 'dist/**/*$1')
      .replace(/^dist\/messages\/[a-z-]+\.js/, 'dist/messages/*.js')
      .replace(/^docs\/.*\.md$/, 'docs/**/*.md')
      .replace(/^skills\/[^/]+\/SKILL\.md$/, 'skills/*/SKILL.md')
      .replace(/^dist\/chunk-[A-Z0-9]{8}\.js/, 'dist/chunk-*.js'),
  )
  return [...new Set(patterns)].filter((path) => path !== 'CHANGELOG.md').sort()
}

/** The targets of the conditions of all entries. */
const targetsOf = (folder: string): readonly string[] =>
  Object.values(readManifest(folder).exports ?? {}).flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)))

test('the packages that are published are known', () => {
  expect(publicFolders.map((folder) => readManifest(folder).name)).toEqual(published.map(({ name }) => name))
})

describe.each(published)('$name', ({ name, entries, dependencies, peerDependencies }) => {
  const folder = join(app, 'node_modules', name)
  const source = join(root, 'packages', name.replace('@kalends/', ''))
  const manifest = readManifest(folder)

  test('holds its licence, its documents, sources, JavaScript and declarations, and nothing else', () => {
    const javascript = entries.flatMap((entry) => [`dist/${entry}`, `dist/${entry}.map`])
    const others = ['LICENSE', 'README.md', 'package.json', ...(assets[name] ?? []), 'dist/**/*.d.ts', 'dist/**/*.d.ts.map', 'src/**/*.ts']
    const templates = name === 'create-kalends' ? ['templates/**'] : []
    const documents = name === '@kalends/core' ? ['AGENTS.md', 'docs/**/*.md', 'skills/*/SKILL.md'] : []
    expect(patternsOf(folder)).toEqual([...others, ...documents, ...templates, ...javascript].sort())
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'))
  })

  test('says what it is and what it runs on', () => {
    expect(manifest).toMatchObject({
      name,
      license: 'MIT',
      type: 'module',
      sideEffects: effects[name] ?? false,
      engines: { node: '>=22.18' },
      description: expect.stringMatching(/^[A-Z].{20,140}[^.]$/),
      keywords: expect.arrayContaining(['calendar', 'events']),
      publishConfig: { access: 'public' },
    })
    expect(manifest.version).toBe(readManifest(join(root, 'packages/core')).version)
  })

  test('exports declarations first and JavaScript by default, all of it there', () => {
    for (const [entry, target] of Object.entries(manifest.exports ?? {})) {
      expect(typeof target === 'string' ? target : Object.keys(target), entry).toEqual(
        /\.(?:json|css)$/.test(entry) ? entry : ['types', 'default'],
      )
    }
    expect(targetsOf(folder).filter((target) => globSync(target, { cwd: folder }).length === 0)).toEqual([])
    expect(manifest).not.toHaveProperty('main')
  })

  test('exports from source, in this repository, what it exports when published', () => {
    const inside = Object.entries(readManifest(source).exports ?? {}).map(([entry, target]) => {
      if (typeof target === 'string') return [entry, target]
      const { '@kalends/source': from, ...conditions } = target
      expect(globSync(from ?? '', { cwd: source }), entry).not.toEqual([])
      return [entry, conditions]
    })
    expect(manifest.exports).toEqual(Object.fromEntries(inside))
  })

  test('asks for what it is known to ask for, by ranges that npm understands', () => {
    expect(Object.keys(manifest.dependencies ?? {}).sort()).toEqual(dependencies)
    expect(Object.keys(manifest.peerDependencies ?? {}).sort()).toEqual(peerDependencies)
    for (const range of Object.values({ ...manifest.dependencies, ...manifest.peerDependencies }))
      expect(range).toMatch(/^(?:\^|>=)\d+\.\d+\.\d+(?: <\d+\.\d+\.\d+)?$/)
  })

  test('runs nothing when it is installed', () => {
    const onInstall = /^(?:pre|post)?(?:install|prepare|uninstall|publish|pack)$|^dependencies$|^prepublishOnly$/
    expect(Object.keys(manifest.scripts ?? {}).filter((script) => onInstall.test(script))).toEqual([])
    expect(existsSync(join(folder, 'binding.gyp'))).toBe(false)
  })

  test('has maps that lead to its sources, and no path of the machine that built it', () => {
    const built = globSync('dist/**/*.{js,ts}', { cwd: folder })
    const reached = new Set<string>()
    for (const path of built) {
      const text = readFileSync(join(folder, path), 'utf8')
      const map = /\n\/\/# sourceMappingURL=(\S+)\s*$/.exec(text)?.[1]
      expect(map, path).toBeDefined()
      const mapPath = join(folder, dirname(path), map ?? '')
      const { sources, sourceRoot = '' }: { sources: string[]; sourceRoot?: string } = JSON.parse(readFileSync(mapPath, 'utf8'))
      for (const from of sources) reached.add(relative(folder, join(dirname(mapPath), sourceRoot, from)).replaceAll('\\', '/'))
      expect(text.includes(root) || readFileSync(mapPath, 'utf8').includes(root), path).toBe(false)
    }
    expect([...reached].sort()).toEqual(globSync('src/**/*.ts', { cwd: folder }).sort())
  })

  test('has a README that says how it is installed and shows what it is for', () => {
    const readme = readFileSync(join(folder, 'README.md'), 'utf8')
    const [, title, installed = '', program = '', links] =
      /^# (\S+)\n\n[^\n].*?```sh\nnpm (?:install (?:--save-dev )?|create )(.*?)\n```\n.*?```(?:ts|sh)\n(.*?)```\n\n```text\n.+?```\n(.+)$/s.exec(
        readme,
      ) ?? []
    const imported = [...program.matchAll(/ from '((?:@[^/']+\/)?[^/']+)/g)].map(([, from]) => from)
    expect(title).toBe(name)
    // The program that creates applications is not installed.
    if (name !== 'create-kalends') expect(installed.split(' ')).toEqual(expect.arrayContaining([name, ...imported]))
    expect(links).toMatch(/\]\(\.\.\/\.\.\/docs\//)
  })

  test('names its folder in the repository, where it names a repository', () => {
    const { repository } = manifest
    const expected = `packages/${name.replace('@kalends/', '')}`
    expect(repository?.directory ?? expected).toBe(expected)
  })
})
