import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { programEnvironment } from '../../../tests/lanes/program-environment.ts'

const examples = join(import.meta.dirname, '../..')
/** Every small example that runs on Node; the example server, the town and the admin have tests of their own. */
const programs = globSync('*/server.ts', { cwd: examples })
  .map(dirname)
  .filter((name) => !['admin', 'server', 'town'].includes(name))
  .sort()

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return String(typeof address === 'object' ? address?.port : '')
}

test('all examples are here', () => {
  expect(programs).toEqual(expect.arrayContaining(['express', 'fastify', 'h3', 'hono', 'http']))
})

test.each(programs)('npm start in examples/%s says where the calendar is', async (name) => {
  const child = spawn(process.execPath, ['--conditions=@kalends/source', 'server.ts'], {
    cwd: join(examples, name),
    env: { ...programEnvironment, PORT: await freePort() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = await once(child.stdout, 'data')
    const answer = await fetch(`${String(line).trim()}/events`)
    expect([answer.status, (await answer.json()).events]).toEqual([200, []])
  } finally {
    child.kill()
    await once(child, 'close')
  }
})
