// What docs/start/getting-started.md tells a newcomer to type, with packages of a registry in place of tarballs.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './registry.mjs'

const page = readFileSync(new URL('../../docs/start/getting-started.md', import.meta.url), 'utf8')

/** The command of the page that installs tarballs, and what it will be when the packages are on npm. */
const fromTarballs = 'npm install ../kalends/tarballs/*.tgz kysely'
const fromRegistry = 'npm install @kalends/core @kalends/fetch @kalends/kysely kysely'

/** Types all of it in an empty folder; gives the event that was created, and the list. */
export async function takeFirstSteps({ desk, env }) {
  const section = page.split('## From nothing to a listed event\n')[1]?.split('\n## ')[0] ?? ''
  const [, begin = '', server = '', start = '', ask = ''] = [...section.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, code]) => code)
  if (!begin.includes(fromTarballs)) throw new Error(`docs/start/getting-started.md does not have the command ${fromTarballs}.`)
  const port = String(await freePort())
  const onPort = (text) => text.replaceAll('3000', port)
  const shell = (code, cwd) => execFileSync('bash', ['-euc', code], { cwd, env, encoding: 'utf8' })
  mkdirSync(desk)
  shell(begin.replace(fromTarballs, `${fromRegistry} --no-audit --no-fund`), desk)
  const app = join(desk, 'town')
  writeFileSync(join(app, 'server.mjs'), onPort(server))
  const node = spawn('bash', ['-euc', `exec ${start}`], { cwd: app, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await once(node.stdout, 'data')
    const answers = shell(onPort(ask).replaceAll('curl ', "curl --silent --write-out '\\n' "), app)
    const [created, list] = answers
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    return { created, list }
  } finally {
    node.kill()
  }
}
