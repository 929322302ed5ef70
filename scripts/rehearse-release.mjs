// npm run rehearse   publishes what would be published, to a registry on this machine, and does what newcomers do: they create an application
// with `npm create kalends`, and type what docs/start/getting-started.md says. Packages that were built are taken as they are.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { takeFirstSteps } from '../tests/release/first-steps.mjs'
import { freePort, startRegistry } from '../tests/release/registry.mjs'
import { publicPackages, root } from './public-packages.mjs'

const scratch = mkdtempSync(join(tmpdir(), 'kalends-rehearsal-'))
const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))
const began = Date.now()
const say = (text) => console.log(`${((Date.now() - began) / 1000).toFixed(0).padStart(3)} s  ${text}`)

const run = (file, args, cwd, env = {}) =>
  execFileSync(file, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], env: { ...inherited, ...env } })

const expectTo = (isTrue, sentence) => {
  if (!isTrue) throw new Error(`The rehearsal failed: ${sentence}`)
}

/** A copy of the packages, at the version of the next release. */
function nextVersion(copy) {
  const files = [
    'package.json',
    'pnpm-workspace.yaml',
    'pnpm-lock.yaml',
    'LICENSE',
    '.changeset/*',
    'examples/*/package.json',
    'scripts/*.mjs',
    // What the package of the core has beside its code.
    'scripts/documents/*.mjs',
    'docs/**/*.md',
    'skills/**/*.md',
  ]
  for (const path of globSync(files, { cwd: root })) cpSync(join(root, path), join(copy, path), { recursive: true })
  for (const manifest of globSync('packages/*/package.json', { cwd: root })) {
    const folder = dirname(manifest)
    expectTo(existsSync(join(root, folder, 'dist')), `${folder} is not built: npm run tarballs`)
    cpSync(join(root, folder), join(copy, folder), { recursive: true, filter: (path) => !/[\\/](?:node_modules|apps-\w+)$/.test(path) })
  }
  linkNeighbours(copy)
  // On the commit of a release they are in the changelogs already.
  if (globSync('.changeset/*.md', { cwd: copy }).length === 0) return
  run(process.execPath, [join(root, 'tests/packages/node_modules/@changesets/cli/bin.js'), 'version'], copy)
}

/** `pnpm pack` finds the versions of our own packages where an installation has them. */
function linkNeighbours(copy) {
  for (const path of globSync('packages/*/package.json', { cwd: copy })) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(copy, path), 'utf8'))
    for (const name of Object.keys({ ...dependencies, ...devDependencies }).filter((one) => one.startsWith('@kalends/'))) {
      const link = join(copy, dirname(path), 'node_modules', name)
      mkdirSync(dirname(link), { recursive: true })
      const own = join(copy, 'packages', name.slice('@kalends/'.length))
      symlinkSync(existsSync(own) ? own : join(root, 'tests', name.slice('@kalends/'.length)), link, 'junction')
    }
  }
}

/** Packs the copy, and publishes it as a release does. */
function publish(copy, registry) {
  const tarballs = join(copy, 'tarballs')
  run('pnpm', ['-r', '--silent', '--filter', './packages/*', 'pack', '--pack-destination', tarballs], copy)
  writeFileSync(join(copy, '.npmrc'), `${registry.slice('http:'.length)}:_authToken=of-the-rehearsal\n`)
  run(process.execPath, ['scripts/publish.mjs', tarballs, '--tag', 'latest'], copy, {
    npm_config_registry: registry,
    npm_config_loglevel: 'error',
  })
}

/** Creates an application, tests it, starts it, and reads its page and its list. */
async function createApplication(desk, env, version) {
  run(
    'npm',
    ['create', '--yes', 'kalends@latest', 'town', '--', '--framework', 'node', '--store', 'sqlite', '--sign-in', 'session', '--demo-data'],
    desk,
    env,
  )
  const town = join(desk, 'town')
  run('npm', ['install', '--no-audit', '--no-fund', '--silent'], town, env)
  say('The application is installed.')
  const changelog = readFileSync(join(town, 'node_modules/@kalends/core/CHANGELOG.md'), 'utf8')
  expectTo(changelog.includes(`## ${version}\n`), 'the core has no changelog of its version')
  run('npm', ['test'], town, env)
  run('npm', ['run', 'typecheck'], town, env)
  say('Its tests have passed, and its types are right.')
  const port = String(await freePort())
  // What `npm start` runs: npm would not pass on the signal that ends it.
  const { scripts } = JSON.parse(readFileSync(join(town, 'package.json'), 'utf8'))
  const server = spawn('bash', ['-euc', `exec ${scripts.start}`], {
    cwd: town,
    env: { ...inherited, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await once(server.stdout, 'data')
    const page = await (await fetch(`http://127.0.0.1:${port}/`)).text()
    expectTo(page.includes('Fish &amp; Chips'), `the page does not show the demo data, but ${page}`)
    const list = await (await fetch(`http://127.0.0.1:${port}/api/calendar/events/v1/events`)).json()
    expectTo(list.total > 5, `the list has ${list.total} events`)
  } finally {
    server.kill()
  }
}

let registry
try {
  const copy = join(scratch, 'copy')
  nextVersion(copy)
  const { version } = JSON.parse(readFileSync(join(copy, 'packages/core/package.json'), 'utf8'))
  registry = await startRegistry(join(scratch, 'registry'), run('npm', ['config', 'get', 'registry'], scratch).trim())
  publish(copy, registry.url)
  say(`${publicPackages().length} packages are published to ${registry.url} as ${version}.`)
  const env = { npm_config_registry: registry.url, npm_config_cache: join(scratch, 'cache'), npm_config_update_notifier: 'false' }
  const desk = join(scratch, 'desk')
  mkdirSync(desk)
  await createApplication(desk, env, version)
  say('The application shows its events.')
  const { created, list } = await takeFirstSteps({ desk: join(scratch, 'first-steps'), env: { ...inherited, ...env } })
  expectTo(created.title === 'Choir Evening' && list.total === 1, `getting started ends with ${JSON.stringify(list)}`)
  say('Getting started leads to a listed event.')
} finally {
  registry?.stop()
  rmSync(scratch, { recursive: true, force: true })
}
