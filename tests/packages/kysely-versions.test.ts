import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { output } from './run.ts'
import { catalogVersion, readManifest, root } from './workspace.ts'

// Both ends of the supported peer range, and the last version of each minor line between them.
const versions = ['0.28.0', '0.28.18', '0.29.9', '0.30.0-beta.2']

const app = inject('app')
const tarballs = inject('tarballs')
const required = (process.env['KALENDS_ENGINES'] ?? '').split(',')
const servers = ['postgres', 'mariadb', 'mysql'].filter((engine) => process.env['KALENDS_LANE'] === 'long' && required.includes(engine))
/**
 * The servers take long: only the ends of the range run on them, in the long lane. The suites of the repository run with the version of its
 * catalog.
 */
function enginesOf(version: string): readonly string[] {
  if (catalogVersion('kysely') === `^${version}`) return []
  return version === versions[0] || version === versions.at(-1) ? ['node-sqlite', ...servers] : ['node-sqlite']
}
const compiler = join(root, 'node_modules/typescript/bin/tsc')
const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2023'],
  types: ['node'],
  noEmit: true,
}

test('the range of the peer is the one that is tested', () => {
  expect(readManifest(join(root, 'packages/kysely')).peerDependencies?.['kysely']).toBe('>=0.28.0 <0.31.0')
})

// The programs run beside each other: they mostly wait for the servers, and each has tables of its own.
describe.concurrent.each(versions)('kysely %s', (version) => {
  const folder = `${app}-kysely-${version}`

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true })
    cpSync(join(app, 'kysely-store.js'), join(folder, 'kysely-store.js'))
    cpSync(join(app, 'kysely-types.ts'), join(folder, 'kysely-types.ts'))
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'app', private: true, type: 'module' }))
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['kysely-types.ts'] }))
    const drivers = ['mysql2', 'pg', '@types/node', '@types/pg'].map((name) => `${name}@${catalogVersion(name)}`)
    // A prerelease version is outside of every range.
    const flags = ['--legacy-peer-deps', '--no-audit', '--no-fund', '--silent']
    await output('npm', ['install', ...flags, ...tarballs, `kysely@${version}`, ...drivers], folder)
  })

  test('passes the type checker, declarations included', async () => {
    expect(await output(process.execPath, [compiler, '-p', '.'], folder)).toBe('')
  })

  // A machine that runs other tests beside this one took 300 s for what takes 60 to 90 s alone.
  test.each(enginesOf(version))('keeps the storage contract on %s', { timeout: 900_000 }, async (engine) => {
    const printed = await output(process.execPath, ['kysely-store.js', engine], folder)
    expect(printed).toContain(`${engine}: 0 cases failed, 0 counts were wrong\n`)
  })
})
