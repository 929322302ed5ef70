import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allChoices, type Choices } from '../src/choices.ts'
import { compose } from '../src/templates/compose.ts'
import { version } from '../src/templates/package-version.ts'
import { testedVersions } from '../src/templates/versions.ts'

const placeholders = { name: 'town', timeZone: 'Europe/Berlin', password: 'pass-word', secret: 'se-cret' }
const nameOf = ({ framework, store, signIn, demoData }: Choices): string =>
  [framework, store ?? 'its own store', signIn, demoData ? 'demo data' : 'empty'].join(', ')
const apps = allChoices().map((choices) => ({ name: nameOf(choices), choices, files: compose(choices, placeholders) }))

/** Packages that no file imports: programs, and those that others ask for. */
const tools = new Set([
  '@sveltejs/vite-plugin-svelte',
  'mysql2',
  'next',
  'nuxt',
  'pg',
  'react',
  'react-dom',
  'svelte',
  'typescript',
  'workerd',
])

/** What the files of an application import. */
const importsOf = (files: ReadonlyMap<string, string>): readonly { readonly path: string; readonly from: string }[] =>
  [...files].flatMap(([path, text]) =>
    /\.(?:tsx?|svelte|vue)$/.test(path)
      ? [...text.matchAll(/^\s*(?:import|export)\b[^'"]*?from '([^']+)'/gm)].map(([, from = '']) => ({ path, from }))
      : [],
  )

const packageOf = (from: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? ''

test('116 combinations are on offer', () => {
  expect(apps).toHaveLength(7 * 4 * 2 * 2 + 2 * 2)
})

describe.each(apps)('$name', ({ choices, files }) => {
  const manifest: Record<'dependencies' | 'devDependencies' | 'scripts', Record<string, string>> = JSON.parse(
    files.get('package.json') ?? '',
  )
  const dependencies = { ...manifest.dependencies, ...manifest.devDependencies }

  test('has a page, a test, a README, and no traces of templates', () => {
    expect([...files.keys()]).toEqual(expect.arrayContaining(['README.md', 'package.json', 'test/calendar.test.ts', 'calendar/app.ts']))
    expect([...files.values()].some((text) => text.includes('What is on</h1>'))).toBe(true)
    for (const [path, text] of files) expect(text, path).not.toMatch(/(?:\/\/|<!--|\{\/\*|#)\? |\{\{\w+\}\}|^\n|[^\n]$|\n\n(?:\n|$)/)
    expect(manifest.scripts).toMatchObject({ start: expect.any(String), test: expect.any(String) })
  })

  test('imports files that it has, and packages that it asks for, all of them', () => {
    const imports = importsOf(files)
    for (const { path, from } of imports.filter((one) => one.from.startsWith('.') && one.from !== './$types'))
      expect([...files.keys()], path).toContain(posix.join(posix.dirname(path), from))
    const packages = new Set(imports.map(({ from }) => from).filter((from) => /^[@a-z]/.test(from) && !from.startsWith('node:')))
    const imported = new Set([...packages].map(packageOf))
    const asked = Object.keys(dependencies).filter((name) => !name.startsWith('@types/') && !tools.has(name))
    expect([...imported].filter((name) => !tools.has(name)).sort()).toEqual(asked.sort())
  })

  test('pins the versions that were tested, and takes fixes of Kalends', () => {
    for (const [name, range] of Object.entries(dependencies)) {
      if (name.startsWith('@kalends/')) expect(range).toBe(`^${version}`)
      else expect(Object.values(testedVersions), name).toContain(range)
    }
  })

  test('has its secrets in .env alone, which Git does not get', () => {
    for (const [path, text] of files) if (path !== '.env') expect(text, path).not.toMatch(/pass-word|se-cret/)
    const settings = (path: string) => [...(files.get(path) ?? '').matchAll(/^[A-Z_]+(?==)/gm)].map(([name]) => name)
    expect(settings('.env')).toEqual(settings('.env.example'))
    expect(new Set(settings('.env')).size).toBe(settings('.env').length)
    expect(files.get('.env')?.includes('pass-word')).toBe(choices.signIn === 'session')
    expect(files.get('.gitignore')?.split('\n')).toContain('.env')
  })

  test('has a README that names files which exist', () => {
    const named = [...(files.get('README.md') ?? '').matchAll(/`([\w.[\]+/-]+\.(?:tsx?|svelte|vue|jsonc|example))`/g)].map(
      ([, path = '']) => path,
    )
    expect(named).toContain('calendar/app.ts')
    for (const path of named)
      expect(
        [...files.keys()].some((file) => file === path || file.endsWith(`/${path}`)),
        path,
      ).toBe(true)
  })
})
