import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { programEnvironment } from '../../../tests/lanes/program-environment.ts'

const runFile = promisify(execFile)

/** The private condition by which an application imports the packages of this repository from source. */
const fromSource = '--conditions=@kalends/source'

const compiler = join(import.meta.dirname, '../node_modules/typescript/bin/tsc')

/** Runs a program of Node in the folder of an application. */
const runIn = (folder: string, args: readonly string[]): Promise<unknown> =>
  runFile(process.execPath, args, { cwd: folder, env: programEnvironment }).catch((error: { readonly stdout?: string }) => {
    throw new Error(error.stdout, { cause: error })
  })

/** Runs the tests of an application. */
export const testApp = (folder: string): Promise<unknown> => runIn(folder, [fromSource, '--no-warnings', '--test', 'test/*.test.ts'])

/** Checks the types of an application, with those of this repository: that takes seconds. */
export const checkTypes = (folder: string): Promise<unknown> =>
  runIn(folder, [compiler, '--customConditions', '@kalends/source', '--noUnusedLocals'])

/** An application that listens. */
export interface StartedApp {
  /** Where it listens. */
  readonly origin: string
  /** Ends it. */
  stop(): Promise<void>
}

/** Starts an application with further settings, and waits until it says where it listens. */
export async function startApp(folder: string, settings: Readonly<Record<string, string>>): Promise<StartedApp> {
  const port = await freePort()
  const child: ChildProcess = spawn(process.execPath, [fromSource, '--no-warnings', '--env-file=.env', 'server.ts'], {
    cwd: folder,
    env: { ...programEnvironment, ...settings, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  const stop = async (): Promise<void> => {
    child.kill()
    await closed
  }
  const said = child.stdout === null ? '' : String((await Promise.race([once(child.stdout, 'data'), closed]))[0])
  const origin = `http://127.0.0.1:${port}`
  if (said.trim() === origin) return { origin, stop }
  await stop()
  throw new Error(`The application does not say where it listens, but ${JSON.stringify(said)}.`)
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return String(typeof address === 'object' ? address?.port : '')
}
