import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { output } from './run.ts'
import { root } from './workspace.ts'

const page = readFileSync(join(root, 'docs/start/getting-started.md'), 'utf8')
const section = page.split('## From nothing to a listed event\n')[1]?.split('\n## ')[0] ?? ''
const blocks = [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({ language, code }))

/** Finds a free port; the port on the page may be in use on this machine. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

test('whoever types what docs/start/getting-started.md says has an event in a list', async () => {
  const [tarballs, begin, server, start, ask] = blocks
  expect(blocks.map(({ language }) => language)).toEqual(['sh', 'sh', 'js', 'sh', 'sh'])
  // This command starts with the build, which has run before these tests.
  expect(tarballs?.code).toBe('npm run tarballs\n')

  const port = String(await freePort())
  const onPort = (text = ''): string => text.replaceAll('3000', port)
  const desk = mkdtempSync(join(tmpdir(), 'kalends-first-steps-'))
  onTestFinished(() => rmSync(desk, { recursive: true, force: true }))
  const packed = dirname(inject('tarballs')[0] ?? '')
  const shell = (code: string, cwd: string): Promise<string> => output('bash', ['-euc', code], cwd)
  await shell((begin?.code ?? '').replaceAll('../kalends/tarballs', packed), desk)

  const app = join(desk, 'town')
  writeFileSync(join(app, 'server.mjs'), onPort(server?.code))
  const node = spawn('bash', ['-euc', `exec ${start?.code}`], { cwd: app, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void node.kill())
  await once(node.stdout, 'data')
  const answers = await shell(onPort(ask?.code).replaceAll('curl ', "curl --silent --write-out '\\n' "), app)
  const [created, list] = answers
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(created).toMatchObject({ title: 'Choir Evening', venue: { venue: 'Town Hall' } })
  expect(list).toMatchObject({ total: 1, events: [{ id: created.id, start_date: '2031-05-31 19:30:00', timezone: 'Europe/Berlin' }] })
})
