import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { output } from '../packages/run.ts'

const here = import.meta.dirname
const tool = (name: string): string => join(here, 'node_modules/.bin', name)

/** A worker with a class of Durable Objects. */
export interface Worker {
  /** Its main file. */
  readonly entry: string
  /** The class of its objects, whose namespace is the binding `CALENDARS`. */
  readonly className: string
  /** Its bindings that are texts. */
  readonly texts: Readonly<Record<string, string>>
}

/** A worker that runs. */
export interface RunningWorker {
  /** Where it listens. */
  readonly origin: string
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>
}

/** How often the port is polled, and for how long. */
const pauseMs = 50
const patienceMs = 30_000

/** Bundles a worker as one module, `worker.js` of a folder, with the configuration of the runtime beside it. */
export async function build(worker: Worker, folder: string): Promise<void> {
  mkdirSync(join(folder, 'objects'), { recursive: true })
  const options = ['--bundle', '--minify', '--format=esm', '--conditions=@kalends/source,workerd,worker', '--log-level=warning']
  await output(tool('esbuild'), [worker.entry, ...options, `--outfile=${join(folder, 'worker.js')}`], here)
  writeFileSync(join(folder, 'config.capnp'), toConfig(worker))
}

/**
 * Runs the worker of a folder, in which the databases of its objects are: another run finds them again.
 * @param port of 127.0.0.1; a free one by default
 */
export async function serve(folder: string, port?: string): Promise<RunningWorker> {
  const address = `127.0.0.1:${port ?? (await freePort())}`
  const child = spawn(tool('workerd'), ['serve', `--socket-addr=http=${address}`, 'config.capnp'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own: the command starts the runtime as another process, which a signal would not reach.
    detached: true,
  })
  let heard = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (heard += text))
  const kill = async (): Promise<void> => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    const closed = once(child, 'close')
    process.kill(-child.pid, 'SIGKILL')
    await closed
  }
  const origin = `http://${address}`
  for (let waitedMs = 0; !(await isListening(origin)); waitedMs += pauseMs) {
    if (child.exitCode === null && waitedMs < patienceMs) {
      await setTimeout(pauseMs)
      continue
    }
    await kill()
    throw new Error(`workerd does not listen: ${heard}`)
  }
  return { origin, kill }
}

/** The configuration of the runtime, which keeps the databases of the objects in a folder. */
const toConfig = ({ className, texts }: Worker): string => `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "objects", disk = (path = "objects", writable = true))],
  sockets = [(name = "http", http = (), service = "main")],
);

const main :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-10-01",
  durableObjectNamespaces = [(className = "${className}", uniqueKey = "calendars", enableSql = true)],
  durableObjectStorage = (localDisk = "objects"),
  bindings = [
    (name = "CALENDARS", durableObjectNamespace = "${className}"),
${Object.entries(texts)
  .map(([name, text]) => `    (name = ${JSON.stringify(name)}, text = ${JSON.stringify(text)}),\n`)
  .join('')}  ],
);
`

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
