import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The text of each source file, by its path from the root of the repository, with `/` on every operating system. */
export type Sources = Readonly<Record<string, string>>

/** An import of a source file: the specifier and, for a relative one, the resolved path. */
export interface Import {
  readonly from: string
  readonly specifier: string
  readonly target: string | undefined
}

const clause = String.raw`(?:type\s+)?(?:[\w$]+\s*,?\s*)?(?:\*(?:\s*as\s+[\w$]+)?|\{[^}]*\})?`
const statement = new RegExp(String.raw`^(?:import|export)\s*(?:${clause}\s*from\s*)?['"]([^'"\n]+)['"]`, 'gm')
const call = /^(?!\s*(?:\*|\/\/)).*?\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/gm

/** Every import of a file: static and dynamic ones, types and re-exports too. Ignores examples in comments. */
export function importsOf(path: string, text: string): readonly Import[] {
  return [...text.matchAll(statement), ...text.matchAll(call)].map(([, specifier = '']) => ({
    from: path,
    specifier,
    target: specifier.startsWith('.') ? resolve(path, specifier) : undefined,
  }))
}

/** Every import of the sources without tests: a test may import its tools. */
export function importsOfSources(sources: Sources): readonly Import[] {
  return Object.entries(sources).flatMap(([path, text]) => (isTest(path) ? [] : importsOf(path, text)))
}

export function isTest(path: string): boolean {
  return /\.(?:test|test-d|bench)\.ts$/.test(path)
}

/** Splits a path: `packages/core/src/kinds/event/schema.ts` is file `kinds/event/schema.ts` of package `core`. */
export function placeOf(path: string): { readonly packageName: string; readonly file: string } {
  const [, packageName = '', , ...rest] = path.split('/')
  return { packageName, file: rest.join('/') }
}

/** The sources of all packages under the root. */
export function readSources(root: string): Sources {
  const packages = readdirSync(join(root, 'packages'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return readFolders(
    root,
    packages.map(({ name }) => `packages/${name}/src`),
  )
}

/** The sources of the private packages: the benchmark, and what tests share. */
export const readPrivateSources = (root: string): Sources => readFolders(root, ['bench/src', 'tests/suites'])

function readFolders(root: string, folders: readonly string[]): Sources {
  const paths = folders.flatMap((folder) => filesUnder(root, folder))
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

function filesUnder(root: string, folder: string): readonly string[] {
  let entries: ReturnType<typeof list>
  try {
    entries = list(join(root, folder))
  } catch {
    return [] // a package without sources
  }
  return entries.flatMap((entry) => {
    if (entry.name === 'node_modules') return []
    if (entry.isDirectory()) return filesUnder(root, `${folder}/${entry.name}`)
    return entry.name.endsWith('.ts') ? [`${folder}/${entry.name}`] : []
  })
}

function list(folder: string) {
  return readdirSync(folder, { withFileTypes: true })
}

function resolve(path: string, specifier: string): string {
  const steps = path.split('/').slice(0, -1)
  for (const step of specifier.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.') steps.push(step)
  }
  return steps.join('/')
}
