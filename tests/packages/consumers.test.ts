import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { output, run } from './run.ts'
import { nodeVersions } from './runtimes.ts'
import { entriesOf, publicFolders, readManifest, root, toolOf } from './workspace.ts'

const app = inject('app')
const nodes = inject('nodes')
const printed = readFileSync(join(app, 'expected.txt'), 'utf8')

/** The compiler of this repository, and the oldest one that applications may use. */
const newest = join(root, 'node_modules/typescript/bin/tsc')
const compilers = [
  { typescript: '5.4', compiler: toolOf('typescript-5.4/bin/tsc') },
  { typescript: '7.0', compiler: newest },
]
const resolutions = [
  { resolution: 'nodenext', options: { module: 'nodenext', lib: ['es2023'] } },
  { resolution: 'bundler', options: { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom', 'dom.iterable'] } },
]
/** The strictest compiler options of an application. Declarations of libraries are checked too: `skipLibCheck` is off. */
const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  target: 'es2022',
  types: ['node'],
}

const compiled = compilers.flatMap((compiler) => resolutions.map((resolution) => ({ ...compiler, ...resolution })))
const folderOf = ({ typescript, resolution }: { typescript: string; resolution: string }): string =>
  `typescript-${typescript}-${resolution}`

/** Compiles files of the application, and returns the compiler's errors. */
async function compile(compiler: string, name: string, compilerOptions: object, files: readonly string[]): Promise<string> {
  const project = join(app, `${name}.json`)
  writeFileSync(project, JSON.stringify({ compilerOptions: { ...strict, ...compilerOptions }, files }))
  const { stdout, stderr } = await run(process.execPath, [compiler, '-p', project], app)
  return stdout + stderr
}

describe('programs of an application', () => {
  test.each(compiled)('compile with TypeScript $typescript, $resolution', async (row) => {
    expect(await compile(row.compiler, folderOf(row), { ...row.options, outDir: folderOf(row) }, ['program.ts'])).toBe('')
  })

  test.each(compiled)('can be declared with TypeScript $typescript, $resolution', async (row) => {
    const folder = `declared-${folderOf(row)}`
    const options = {
      ...row.options,
      declaration: true,
      emitDeclarationOnly: true,
      allowImportingTsExtensions: true,
      rootDir: '.',
      outDir: folder,
    }
    // The first program alone loads fewer modules, in which TypeScript could find a name.
    for (const files of [['declared-calendar.ts'], ['declared-calendar.ts', 'declared-service.ts']]) {
      expect(await compile(row.compiler, folder, options, files)).toBe('')
      for (const file of files) {
        expect(readFileSync(join(app, folder, file.replace('.ts', '.d.ts')), 'utf8')).not.toContain('/internal')
      }
    }
  })

  test('have types in plain JavaScript, with import and with require()', async () => {
    const options = { allowJs: true, checkJs: true, noEmit: true, module: 'nodenext', lib: ['es2023'] }
    expect(await compile(newest, 'javascript', options, ['program.js', 'program.cjs'])).toBe('')
  })

  const programs = [
    { style: 'TypeScript as it stands', file: 'program.ts' },
    { style: 'plain JavaScript', file: 'program.js' },
    { style: 'require() from CommonJS', file: 'program.cjs' },
    ...compiled.map((row) => ({ style: `TypeScript ${row.typescript}, ${row.resolution}`, file: `${folderOf(row)}/program.js` })),
  ]
  const runs = nodeVersions.flatMap((node) => programs.map((program) => ({ ...program, node })))

  test.each(runs)('run on Node $node: $style', async ({ node, file }) => {
    expect(await output(nodes[node], [file], app)).toBe(printed)
  })
})

describe('every entry of every package', () => {
  const entries = publicFolders.flatMap((folder) => {
    const { name } = readManifest(folder)
    return entriesOf(folder).map((entry) => name + entry.slice(1))
  })
  const modules = entries.filter((entry) => !/\.(?:json|css)$/.test(entry))
  /** Entries for pages, whose types need the library `dom`. */
  const ofPages = ['@kalends/elements/define']

  beforeAll(() => {
    writeFileSync(
      join(app, 'entries.js'),
      `for (const entry of ${JSON.stringify(modules)}) console.log(entry, Object.keys(await import(entry)).length > 0)\n`,
    )
    const required = entries.filter((entry) => !entry.endsWith('.css'))
    writeFileSync(join(app, 'entries.cjs'), `for (const entry of ${JSON.stringify(required)}) require(entry)\n`)
  })

  test.each(resolutions)('has types, $resolution', async ({ resolution, options }) => {
    const typed = modules.filter((entry) => options.lib.includes('dom') || !ofPages.includes(entry))
    const file = `entries-${resolution}.ts`
    writeFileSync(join(app, file), typed.map((entry, index) => `export * as entry${index} from '${entry}'\n`).join(''))
    expect(await compile(newest, `entries-${resolution}`, { ...options, noEmit: true }, [file])).toBe('')
  })

  test.each(nodeVersions)('loads on Node %s', async (node) => {
    expect(await output(nodes[node], ['entries.js'], app)).toBe(modules.map((entry) => `${entry} true\n`).join(''))
    expect(await output(nodes[node], ['entries.cjs'], app)).toBe('')
  })
})
