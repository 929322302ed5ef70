import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { programEnvironment } from '../../../tests/lanes/program-environment.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))

/** A response of the server. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Parsed, when it is JSON. */
  readonly body: Readonly<Record<string, unknown>>
}

/** A server in a process of its own. */
export interface RunningServer {
  /** The URL, such as `http://127.0.0.1:40123`. */
  readonly url: string
  /** The process, to send signals to. */
  readonly process: ChildProcess
  /** The output of the server so far. */
  greeting(): string
  /** Sends a request; the path is relative to the interface. */
  ask(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>
  /** Sends a signal; resolves to the exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>
}

type Environment = Readonly<Record<string, string>>

/** The exit code and the output of a process that has ended. */
export interface Ended {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

function launch(environment: Environment): ChildProcess {
  return spawn(process.execPath, ['--conditions=@kalends/source', 'server.ts'], {
    cwd: folder,
    env: { ...programEnvironment, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function listenTo(child: ChildProcess): { output: string; errors: string } {
  const written = { output: '', errors: '' }
  child.stdout?.setEncoding('utf8').on('data', (text) => (written.output += text))
  child.stderr?.setEncoding('utf8').on('data', (text) => (written.errors += text))
  return written
}

/** Starts a server that is expected to end by itself. */
export async function runToEnd(environment: Environment): Promise<Ended> {
  const child = launch(environment)
  const written = listenTo(child)
  const [code] = await once(child, 'close')
  return { code, ...written }
}

/** Starts a server and waits until it prints its URL. */
export async function startServer(environment: Environment = {}): Promise<RunningServer> {
  const child = launch(environment)
  const written = listenTo(child)
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(written.output)?.[0]
      if (found !== undefined) resolve(found)
    })
    child.once('close', (code) => reject(new Error(`The server ended with ${code}: ${written.errors}`)))
  })
  return {
    url,
    process: child,
    greeting: () => written.output,
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
