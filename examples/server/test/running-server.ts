import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('..', import.meta.url))

/** An answer of the server. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Parsed, when it is JSON. */
  readonly body: Readonly<Record<string, unknown>>
}

/** A server in a process of its own. */
export interface RunningServer {
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string
  /** The process, to send signals to. */
  readonly process: ChildProcess
  /** What it printed so far. */
  greeting(): string
  /** Sends a request; the path is relative to the interface. */
  ask(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>
  /** Ends it by a signal, and gives its exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>
}

type Environment = Readonly<Record<string, string>>

/** How a process ended, and what it said. */
export interface Ended {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

function launch(environment: Environment): ChildProcess {
  const { PATH, HOME, SystemRoot, TEMP, NODE_COMPILE_CACHE } = process.env
  return spawn(process.execPath, ['--conditions=@kalends/source', 'server.ts'], {
    cwd: folder,
    // Nothing else of the environment of the tests: their runner sets options for its own processes.
    env: { PATH, HOME, SystemRoot, TEMP, NODE_COMPILE_CACHE, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function listenTo(child: ChildProcess): { output: string; errors: string } {
  const heard = { output: '', errors: '' }
  child.stdout?.setEncoding('utf8').on('data', (text) => (heard.output += text))
  child.stderr?.setEncoding('utf8').on('data', (text) => (heard.errors += text))
  return heard
}

/** Starts a server that is expected to end by itself. */
export async function runToEnd(environment: Environment): Promise<Ended> {
  const child = launch(environment)
  const heard = listenTo(child)
  const [code] = await once(child, 'close')
  return { code, ...heard }
}

/** Starts a server and waits until it says where it is. */
export async function startServer(environment: Environment = {}): Promise<RunningServer> {
  const child = launch(environment)
  const heard = listenTo(child)
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(heard.output)?.[0]
      if (found !== undefined) resolve(found)
    })
    child.once('close', (code) => reject(new Error(`The server ended with ${code}: ${heard.errors}`)))
  })
  return {
    url,
    process: child,
    greeting: () => heard.output,
    ask: async (method, path, body, headers = {}) => {
      const response = await fetch(`${url}/calendar/events/v1/${path}`, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: response.status, headers: response.headers, body: await response.json() }
    },
    stop: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const closed = once(child, 'close')
      child.kill(signal)
      const [code] = await closed
      return code
    },
  }
}
