import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The top of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** What these tests read of a package.json. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly description?: string
  readonly license?: string
  readonly type?: string
  readonly sideEffects?: boolean
  readonly engines?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly publishConfig?: Readonly<Record<string, unknown>>
  readonly repository?: { readonly type: string; readonly url: string; readonly directory: string }
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** A package.json, by its folder. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/** The folders of the packages that are published: those in `packages/` that are not private. */
export const publicFolders: readonly string[] = globSync('packages/*/package.json', { cwd: root })
  .map((path) => join(root, dirname(path)))
  .filter((folder) => readManifest(folder).private !== true)
  .sort()

/** A version from the catalog of the workspace. */
export function catalogVersion(name: string): string {
  const catalog = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')
  const version = new RegExp(`^ {2}'?${name}'?: (.+)$`, 'm').exec(catalog)?.[1]
  if (version === undefined) throw new Error(`The catalog of pnpm-workspace.yaml has no ${name}.`)
  return version
}

/** The file of a tool that is installed beside these tests, for Node to run. */
export function toolOf(path: string): string {
  const file = fileURLToPath(new URL(`node_modules/${path}`, import.meta.url))
  if (!existsSync(file)) throw new Error(`${path} is missing: pnpm --dir tests/packages install --frozen-lockfile`)
  return file
}
