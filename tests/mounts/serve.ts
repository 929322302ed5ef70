import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Mounted } from '../suites/mounts/index.ts'
import { sendOverHttp } from '../suites/node/index.ts'

/** A server program. */
export interface Program {
  /** The executable. */
  readonly file: string
  /** Its arguments for a port of 127.0.0.1; `PORT` and `HOST` are set, too. */
  readonly toArguments: (port: string) => readonly string[]
  /** The working directory. */
  readonly folder: string
  /** The name of the service in `Host`, if the program compares it with `Origin`. */
  readonly host?: string | undefined
  /** More variables of its environment. */
  readonly env?: Readonly<Record<string, string>> | undefined
}

/** The origin of the public URL, which all requests carry like those of a page of the service: the handler refuses forms of other origins. */
const ownOrigin = 'https://calendar.example'

/** How often the port is polled, and for how long. */
const pauseMs = 100
const patienceMs = 60_000

/** A program that listens. */
export interface Served extends Mounted {
  /** Where it listens. */
  readonly origin: string
}

/** Starts a program, and waits until it responds. */
export async function serve({ file, toArguments, folder, host, env }: Program): Promise<Served> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const { PATH, HOME } = process.env
  const child = spawn(file, toArguments(port), {
    cwd: folder,
    env: { PATH, HOME, PORT: port, HOST: '127.0.0.1', NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own: some of these programs are started by another one, and a signal would end only that one.
    detached: true,
  })
  let heard = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (heard += text))
  const close = async (): Promise<void> => {
    if (child.pid === undefined || child.exitCode !== null) return
    const closed = once(child, 'close')
    process.kill(-child.pid, 'SIGKILL')
    await closed
  }
  for (let waitedMs = 0; !(await isListening(origin)); waitedMs += pauseMs) {
    if (child.exitCode === null && waitedMs < patienceMs) {
      await setTimeout(pauseMs)
      continue
    }
    await close()
    throw new Error(`${file} does not listen: ${heard}`)
  }
  const headers = { origin: ownOrigin, ...(host === undefined ? {} : { host }) }
  return { origin, send: (request) => sendOverHttp(origin, { ...request, headers: { ...headers, ...request.headers } }), close }
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return String(typeof address === 'object' ? address?.port : '')
}

const isListening = (origin: string): Promise<boolean> =>
  fetch(origin).then(
    () => true,
    () => false,
  )
