import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The top of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** What these tests read of a package.json. The fields that they only look at as a whole are left to npm's own description. */
export interface Manifest {
  /** With its scope. */
  readonly name: string
  /** Three numbers. */
  readonly version: string
  /** Whether it is never published. */
  readonly private?: boolean
  /** What each entry leads to, by condition. */
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  /** Where its source is kept. */
  readonly repository?: { readonly url: string; readonly directory: string }
  /** Commands, those that npm runs by itself among them. */
  readonly scripts?: Readonly<Record<string, string>>
  /** What it brings along, by ranges. */
  readonly dependencies?: Readonly<Record<string, string>>
  /** What its host brings, by ranges. */
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
