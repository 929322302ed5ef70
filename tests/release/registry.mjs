// A registry on this machine: it has what is published there, and everything else from npm.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** How often the port is polled, and for how long. */
const pauseMs = 100
const patienceMs = 60_000

/** Everybody may publish, as nobody but this machine reaches the registry. Our own packages never come from npm. */
const toConfig = (folder, npm) => ({
  storage: join(folder, 'storage'),
  uplinks: { npm: { url: npm, cache: true, timeout: '60s' } },
  packages: {
    '@kalends/*': { access: '$all', publish: '$all', unpublish: '$all' },
    'create-kalends': { access: '$all', publish: '$all', unpublish: '$all' },
    '**': { access: '$all', proxy: 'npm' },
  },
  max_body_size: '50mb',
  web: { enable: false },
  log: { type: 'stdout', format: 'json', level: 'error' },
})

/**
 * Starts a registry without packages.
 * @param folder where it keeps what is published
 * @param npm the address of the registry that has all other packages
 */
export async function startRegistry(folder, npm) {
  mkdirSync(folder, { recursive: true })
  const config = join(folder, 'config.json')
  writeFileSync(config, JSON.stringify(toConfig(folder, npm)))
  const port = await freePort()
  const program = join(import.meta.dirname, 'node_modules/verdaccio/bin/verdaccio')
  const child = spawn(process.execPath, [program, '--config', config, '--listen', `127.0.0.1:${port}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let heard = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (heard += text))
  const url = `http://127.0.0.1:${port}/`
  for (let waitedMs = 0; !(await isListening(url)); waitedMs += pauseMs) {
    if (child.exitCode !== null || waitedMs >= patienceMs) {
      child.kill()
      throw new Error(`The registry does not listen: ${heard}`)
    }
    await setTimeout(pauseMs)
  }
  return { url, stop: () => child.kill() }
}

export async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

const isListening = (url) =>
  fetch(`${url}-/ping`).then(
    ({ ok }) => ok,
    () => false,
  )
