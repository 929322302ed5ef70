import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The example server in its own process, over a fresh SQLite file. */
export interface ExampleServer {
  /** Its port on this machine. */
  readonly port: number
  /** The memory of its process, in bytes. */
  residentBytes(): Promise<number>
  /** Ends it and removes its file. */
  stop(): Promise<void>
}

const program = fileURLToPath(new URL('../../../../examples/server/server.ts', import.meta.url))

/** Starts the example server with its demo data. @throws Error it ends before it listens */
export async function startExampleServer(): Promise<ExampleServer> {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-bench-'))
  const child = spawn(process.execPath, ['--conditions=@kalends/source', '--disable-warning=ExperimentalWarning', program], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', STORE: 'sqlite', DATABASE_URL: join(folder, 'calendar.sqlite'), ACCESS: 'open' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (text) => {
      said += text
      const found = /listens on http:\/\/[^:]+:(\d+)/.exec(said)?.[1]
      if (found !== undefined) resolve(Number(found))
    })
    child.once('exit', (code) => reject(new Error(`The example server ended with ${code}:\n${said}`)))
  })
  return {
    port,
    residentBytes: async () => {
      const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(child.pid)])
      return Number(stdout) * 1_024
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
