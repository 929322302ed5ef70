// Runs a package script on any machine that has Node and npm: a Node or pnpm that is missing or too old comes from npm.
import { spawn, spawnSync } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const NODE = { min: [22, 18], use: '24.21.0' } // min: what the newest of our tools asks for
const PNPM = { min: 12, use: '12.21.0' }

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const windows = process.platform === 'win32' // npm and pnpm are .cmd files there: they need a shell
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const need = []
if (major < NODE.min[0] || (major === NODE.min[0] && minor < NODE.min[1])) need.push(`node@${NODE.use}`)
const agent = /^pnpm\/(\d+)/.exec(process.env.npm_config_user_agent ?? '')
if (!agent || Number(agent[1]) < PNPM.min) need.push(`pnpm@${PNPM.use}`)

const env = { ...process.env }
if (need.length > 0) {
  console.error(`Using ${need.join(' and ')} from npm (this is Node ${process.version}).`)
  const got = spawnSync('npx', ['--yes', ...need.flatMap((p) => ['-p', p]), '-c', 'node -p process.env.PATH'], {
    cwd: root,
    encoding: 'utf8',
    shell: windows,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (got.status !== 0) process.exit(got.status ?? 1)
  env.PATH = got.stdout
    .trim()
    .split(delimiter)
    .filter((d) => d.includes('_npx'))
    .concat(env.PATH ?? '')
    .join(delimiter)
}
const install = spawnSync('pnpm', ['install', '--frozen-lockfile'], { cwd: root, env, shell: windows, stdio: 'inherit' })
if (install.status !== 0) process.exit(install.status ?? 1)
const child = spawn('pnpm', ['run', ...process.argv.slice(2)], { cwd: root, env, shell: windows, stdio: 'inherit' })
for (const s of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(s, () => child.kill(s))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
