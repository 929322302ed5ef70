// pnpm run release [--dry-run] [options of npm publish]   builds, packs, tests and publishes the packages, on a commit whose CI has passed.
// What is published are the very tarballs that were tested. `--dry-run` does all but publish and tag, whatever stands in the way.
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publicPackages, root } from './public-packages.mjs'

const options = process.argv.slice(2)
const dryRun = options.includes('--dry-run')
const run = (file, args, env = {}) =>
  execFileSync(file, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32', env: { ...process.env, ...env } })

/** What has to be done before a release, one sentence each. */
function obstacles(packages) {
  const changes = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
  const pending = globSync('.changeset/*.md', { cwd: root })
  const nowhere = packages.filter(({ repository }) => repository?.url === undefined).map(({ name }) => name)
  return [
    changes !== '' && 'The work tree has changes that are not committed.',
    pending.length > 0 && `Changesets are waiting for \`pnpm run changeset version\`: ${pending.join(', ')}.`,
    nowhere.length > 0 &&
      `No "repository" in the package.json of ${nowhere.join(', ')}: npm compares it with where the provenance comes from.`,
  ].filter((sentence) => sentence !== false)
}

const packages = publicPackages()
const { version } = packages[0]
const found = obstacles(packages)
for (const sentence of found) console.error(sentence)
if (found.length > 0 && !dryRun) process.exit(1)

const tarballs = mkdtempSync(join(tmpdir(), 'kalends-release-'))
try {
  run('pnpm', ['install', '--frozen-lockfile'])
  run('pnpm', ['run', 'build'])
  run('pnpm', ['run', 'test:packages'], { KALENDS_TARBALLS: tarballs })
  run('node', ['scripts/publish.mjs', tarballs, '--provenance', ...options])
  if (!dryRun) run('git', ['tag', `v${version}`])
  console.log(dryRun ? `${version} would be published.` : `${version} is published. Now: git push origin v${version}`)
} finally {
  rmSync(tarballs, { recursive: true, force: true })
}
