import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { output } from './run.ts'
import { type NodeVersion, nodeVersions } from './runtimes.ts'
import { catalogVersion, publicFolders } from './workspace.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of an application with all packages installed. */
    app: string
    /** The tarballs of the packages. */
    tarballs: readonly string[]
    /** The executable of each supported Node version. */
    nodes: Readonly<Record<NodeVersion, string>>
  }
}

/** The other dependencies of an application that uses all entries of the packages. */
const neighbours = [
  'kysely',
  'sanitize-html',
  '@opentelemetry/api',
  'better-sqlite3',
  'libsql',
  'mysql2',
  'pg',
  'undici',
  '@types/node',
  '@types/better-sqlite3',
  '@types/pg',
]

/** Packs the packages, and installs them into an empty application with npm, once for all tests. */
export async function setup(project: TestProject): Promise<() => void> {
  const scratch = mkdtempSync(join(tmpdir(), 'kalends-packages-'))
  const remove = (): void => rmSync(scratch, { recursive: true, force: true })
  try {
    const app = join(scratch, 'app')
    const [tarballs, nodes] = await Promise.all([pack(process.env['KALENDS_TARBALLS'] ?? join(scratch, 'tarballs')), findNodes(scratch)])
    await installApp(app, tarballs)
    project.provide('app', app)
    project.provide('tarballs', tarballs)
    project.provide('nodes', nodes)
    return remove
  } catch (error) {
    remove()
    throw error
  }
}

async function pack(folder: string): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true })
  for (const source of publicFolders) {
    if (!existsSync(join(source, 'dist'))) throw new Error('There is nothing to pack before a build: pnpm run build')
    await output('pnpm', ['pack', '--pack-destination', folder], source)
  }
  return readdirSync(folder)
    .filter((file) => file.endsWith('.tgz'))
    .sort()
    .map((file) => join(folder, file))
}

async function installApp(app: string, tarballs: readonly string[]): Promise<void> {
  mkdirSync(app)
  cpSync(fileURLToPath(new URL('programs', import.meta.url)), app, { recursive: true })
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'app', private: true, type: 'module' }))
  const others = neighbours.map((name) => `${name}@${catalogVersion(name)}`)
  await output('npm', ['install', '--no-audit', '--no-fund', '--silent', ...tarballs, ...others, '@types/sanitize-html'], app)
}

async function findNodes(scratch: string): Promise<Record<NodeVersion, string>> {
  const find = async (version: NodeVersion): Promise<string> => {
    if (process.versions.node === version) return process.execPath
    return (await output('npx', ['--yes', '-p', `node@${version}`, '-c', 'node -p process.execPath'], scratch)).trim()
  }
  const found = await Promise.all(nodeVersions.map(async (version) => [version, await find(version)]))
  return Object.fromEntries(found)
}
