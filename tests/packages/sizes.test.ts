import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'
import { output } from './run.ts'
import { root, toolOf } from './workspace.ts'

/** Tolerance for bundle sizes in docs/start/packages.md, so that a one-line fix needs no change of a document. */
const slack = 1.05

const row = /^\| `(@kalends\/[a-z/-]+)` (.*)\| ([\d.]+) kB \| ([\d.]+) kB \|$/gm
const rows = [...readFileSync(join(root, 'docs/start/packages.md'), 'utf8').matchAll(row)].map(
  ([, name = '', note = '', minified, zipped]) => ({
    name,
    note: note.trim(),
    minified: Number(minified),
    zipped: Number(zipped),
  }),
)

/** Modules that each note of the table excludes from the bundle. */
const outside: Readonly<Record<string, readonly string[]>> = {
  '': [],
  'without zod': ['zod'],
  'next to the core': ['@kalends/core', 'zod'],
  'next to the handler': ['@kalends/core', '@kalends/fetch', 'zod'],
}

/** The size of a bundle in thousands of bytes. */
interface Size {
  readonly minified: number
  /** Minified, and compressed by gzip. */
  readonly zipped: number
}

/** What these tests read of the report of esbuild. */
interface Metafile {
  readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>>
}

function esbuild(entry: string, options: readonly string[]): Promise<string> {
  const own = ['--bundle', '--minify', '--format=esm', '--platform=neutral', '--main-fields=module,main', '--target=es2023']
  return output(process.execPath, [toolOf('esbuild/bin/esbuild'), entry, ...own, ...options], inject('app'))
}

let bundles = 0

/** The bundle of a program. */
function bundleOf(code: string): Promise<string> {
  const entry = join(inject('app'), `program-${bundles++}.js`)
  writeFileSync(entry, code)
  return esbuild(entry, [])
}

/** The size of all exports of a module. */
async function measure(entry: string, options: readonly string[] = []): Promise<Size> {
  const bundle = Buffer.from(await esbuild(entry, options))
  return { minified: bundle.length / 1000, zipped: gzipSync(bundle, { level: 9 }).length / 1000 }
}

/** The paths of the modules of which a bundle holds anything. */
async function modulesIn(entry: string): Promise<readonly string[]> {
  const report = `${entry}.json`
  await esbuild(entry, [`--metafile=${report}`, `--outfile=${entry}.bundle`])
  const { outputs }: Metafile = JSON.parse(readFileSync(report, 'utf8'))
  const inputs = Object.values(outputs).flatMap((bundle) => Object.entries(bundle.inputs))
  return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path)
}

/** An application with a calendar and its handler, in the language that needs no entry of its own. */
const application = `export { createCalendar, publicReadOnly } from '@kalends/core'
export { createHandler } from '@kalends/fetch'
`

/** The extensions of Kalends, each an entry of its own, and a text that the bundles without it lack. */
const extensions: Readonly<Record<string, string>> = {
  changes: '/changes',
  cors: 'Access-Control-Allow-Origin',
  counts: '/events/counts',
  'free-busy': '/free-busy',
  explain: 'explain() needs a calendar',
  history: 'history() needs a calendar',
  formats: 'must hold formats',
  forms: 'x-www-form-urlencoded',
  fullcalendar: '/events/fullcalendar',
  hosts: 'hosts must hold host names',
  idempotency: '[\\x21-\\x7e]{1,255}',
  observe: 'observe takes a function',
  preview: 'everybody may read the event before',
}

/** A worker that shows a calendar: lists, single records, the root and the document. */
const reader = `export { publicReadOnly } from '@kalends/core'
export { createReadOnlyCalendar } from '@kalends/core/read-only'
export { createHandler } from '@kalends/fetch'
`

/** An application that lists, and reads and writes single records. */
const compact = `export { publicReadOnly } from '@kalends/core'
export { createCompactCalendar } from '@kalends/core/compact'
export { createHandler } from '@kalends/fetch'
`

/** The notes of the rows for {@link application}, and its code. */
const applications: Readonly<Record<string, string>> = {
  'with a calendar that only reads': reader,
  'with a compact calendar': compact,
  'with a calendar': application,
  'with a calendar and all extensions': `${application}${Object.keys(extensions)
    .map((name) => `export * from '@kalends/fetch/${name}'\n`)
    .join('')}`,
}

function writeApplication(code = application): string {
  const entry = join(inject('app'), 'application.js')
  writeFileSync(entry, code)
  return entry
}

/** The size of all exports of a package, or of one of its entries. */
function measurePackage(name: string, note: string): Promise<Size> {
  const code = applications[note]
  if (code !== undefined) return measure(writeApplication(code))
  const [, scoped = '', part = 'index'] = /^(@[^/]+\/[^/]+)\/?(.+)?$/.exec(name) ?? []
  const entry = join(inject('app'), 'node_modules', scoped, 'dist', `${part}.js`)
  return measure(
    entry,
    outside[note]?.map((other) => `--external:${other}`),
  )
}

test('docs/start/packages.md says how large the packages are', () => {
  expect(rows.map(({ name, note }) => `${name} ${note}`.trim())).toEqual([
    '@kalends/client',
    '@kalends/client/copy',
    '@kalends/client/query',
    '@kalends/elements',
    '@kalends/elements/define',
    '@kalends/core',
    '@kalends/core without zod',
    '@kalends/memory',
    '@kalends/memory next to the core',
    '@kalends/fetch',
    '@kalends/fetch next to the core',
    ...Object.keys(applications).map((note) => `@kalends/fetch ${note}`),
    '@kalends/formats/atom next to the core',
    '@kalends/formats/csv next to the core',
    '@kalends/formats/geojson next to the core',
    '@kalends/formats/icalendar next to the core',
    '@kalends/formats/jsonfeed next to the core',
    '@kalends/formats/jsonld next to the core',
    '@kalends/formats/jsonld-lint next to the core',
    '@kalends/formats/rss next to the core',
    '@kalends/mcp next to the core',
    '@kalends/the-events-calendar next to the handler',
    '@kalends/webhooks next to the core',
    '@kalends/webhooks/verify',
  ])
})

test.each(rows)('$name $note is as small as docs/start/packages.md says', async ({ name, note, minified, zipped }) => {
  const actual = await measurePackage(name, note)
  const said = `${name} ${note}: measured ${actual.minified.toFixed(1)} kB, ${actual.zipped.toFixed(1)} kB by gzip`
  expect(actual.minified, said).toBeLessThanOrEqual(minified * slack)
  expect(actual.zipped, said).toBeLessThanOrEqual(zipped * slack)
  expect(actual.minified, `${said}: say so in the document`).toBeGreaterThan(minified / slack)
})

test('@kalends/webhooks adds at most 6.5 kB to an application that has the core', async () => {
  expect((await measurePackage('@kalends/webhooks', 'next to the core')).zipped).toBeLessThanOrEqual(6.5)
})

test('a worker that only reads is at most 90 kB', async () => {
  expect((await measurePackage('@kalends/fetch', 'with a calendar that only reads')).zipped).toBeLessThanOrEqual(90)
})

test('the example of a worker, with its store in a Durable Object, is at most 200 kB', async () => {
  const entry = join(inject('app'), 'durable-object.ts')
  copyFileSync(join(root, 'examples/worker/durable-object.ts'), entry)
  expect((await measure(entry)).zipped).toBeLessThanOrEqual(200)
})

test('rules of events that repeat are read, checked and expanded by at most 4 kB', async () => {
  const modules = ['parse-rule', 'fit-rule', 'expand-series'].map((name) => join(root, 'packages/core/src/recurrence', `${name}.ts`))
  const entry = join(inject('app'), 'recurrence.js')
  writeFileSync(entry, modules.map((path) => `export * from ${JSON.stringify(path)}`).join('\n'))
  expect((await measure(entry)).zipped).toBeLessThanOrEqual(4)
})

test.each(Object.entries(extensions))('a bundle has the extension %s only where it is imported', async (name, text) => {
  const [without, used] = await Promise.all([application, `${application}export * from '@kalends/fetch/${name}'\n`].map(bundleOf))
  expect([without?.includes(text), used?.includes(text)]).toEqual([false, true])
})

test('a calendar and its handler bundle no messages of zod, and none of Kalends in other languages than English', async () => {
  // English ones of Kalends are in the entry of the handler.
  expect((await modulesIn(writeApplication())).filter((path) => /\/locales\/|\/messages\//.test(path))).toEqual([])
})
