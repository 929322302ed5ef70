// node scripts/publish.mjs <folder of tarballs> [options of npm publish]   publishes each package whose version npm does not have yet,
// so that a release that broke off in the middle is finished by running it again. Who publishes is npm's own affair: the CI that the
// registry trusts, or whoever ran `npm login`. No token is read or kept here.
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { publicPackages } from './public-packages.mjs'

const [folder, ...options] = process.argv.slice(2)
const shell = process.platform === 'win32' // npm is a .cmd file there

for (const { name, version } of publicPackages()) {
  const known = spawnSync('npm', ['view', `${name}@${version}`, 'version', '--json'], { encoding: 'utf8', shell })
  if (known.status === 0 && known.stdout.includes(version)) {
    console.log(`${name} ${version} is published already.`)
    continue
  }
  if (known.status !== 0 && !known.stdout.includes('E404')) throw new Error(`npm does not say whether it has ${name}: ${known.stderr}`)
  const tarball = join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
  execFileSync('npm', ['publish', tarball, '--access', 'public', ...options], { stdio: 'inherit', shell })
}
