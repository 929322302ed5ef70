import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The members of a package.json that these tests read. Fields that are only compared as a whole keep npm's own format. */
export interface Manifest {
  /** The name, with its scope. */
  readonly name: string
  /** The version, three numbers. */
  readonly version: string
  /** Whether it is never published. */
  readonly private?: boolean
  /** The targets of each entry, by condition. */
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  /** The location of the source. */
  readonly repository?: { readonly url: string; readonly directory: string }
  /** Commands, including those that npm runs by itself. */
  readonly scripts?: Readonly<Record<string, string>>
  /** Its dependencies, by ranges. */
  readonly dependencies?: Readonly<Record<string, string>>
  /** Its peer dependencies, by ranges. */
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** Reads a package.json by its folder. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/** The entries of a package in this repository; one with a `*` stands for one entry for each file that it matches. */
export function entriesOf(folder: string): readonly string[] {
  return Object.entries(readManifest(folder).exports ?? {}).flatMap(([entry, target]) => {
    const source = typeof target === 'string' ? target : (target['@kalends/source'] ?? '')
    const [before = '', after = ''] = source.split('*')
    return entry.includes('*')
      ? globSync(source, { cwd: folder, exclude: ['**/*.test.ts'] })
          .sort()
          .map((file) => entry.replace('*', `./${file}`.slice(before.length, -after.length)))
      : [entry]
  })
}

/** The folders of the packages that are published: those in `packages/` that are not private. */
export const publicFolders: readonly string[] = globSync('packages/*/package.json', { cwd: root })
  .map((path) => join(root, dirname(path)))
  .filter((folder) => readManifest(folder).private !== true)
  .sort()

/** Reads a version from the catalog of the workspace. */
export function catalogVersion(name: string): string {
  const catalog = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')
  const version = new RegExp(`^ {2}'?${name}'?: (.+)$`, 'm').exec(catalog)?.[1]
  if (version === undefined) throw new Error(`The catalog of pnpm-workspace.yaml has no ${name}.`)
  return version
}

/** The path of an installed tool, for Node to run. */
export function toolOf(path: string): string {
  const file = fileURLToPath(new URL(`node_modules/${path}`, import.meta.url))
  if (!existsSync(file)) throw new Error(`${path} is missing: pnpm --dir tests/packages install --frozen-lockfile`)
  return file
}
