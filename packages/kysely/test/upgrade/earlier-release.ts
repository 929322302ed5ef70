import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const fileHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The packages that a release and its drivers import, by the package of this repository that depends on them. */
const dependencies = {
  core: ['date-fns', 'date-fns-tz', 'zod'],
  kysely: ['@electric-sql/pglite', 'kysely', 'mysql2', 'pg'],
} as const

/**
 * A folder with the packages of an earlier release in its `node_modules`, as an application has them, and with the program of that application.
 * The packages were packed at that release; only their compiled code is kept.
 */
export async function unpackRelease(version: string): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-earlier-'))
  const modules = join(folder, 'node_modules')
  for (const name of ['core', 'kysely'] as const) {
    const own = join(modules, '@kalends', name)
    await mkdir(own, { recursive: true })
    execFileSync('tar', ['-xzf', fileHere(`releases/${version}/${name}.tgz`), '--strip-components=1', '-C', own])
    for (const dependency of dependencies[name]) {
      await mkdir(dirname(join(modules, dependency)), { recursive: true })
      await symlink(await realpath(fileHere(`../../../${name}/node_modules/${dependency}`)), join(modules, dependency), 'junction')
    }
  }
  await copyFile(fileHere('earlier.mjs'), join(folder, 'earlier.mjs'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

interface Answer {
  readonly id: number
  readonly result: unknown
  readonly message?: string
}

/** A process of an earlier release with a database. */
export class EarlierProcess {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #calls = 0

  constructor(folder: string, engine: string, address: string, prefix: string) {
    this.#child = fork(join(folder, 'earlier.mjs'), [engine, address, prefix], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
    })
    this.#child.on('message', (answer: Answer) => this.#waiting.get(answer.id)?.(answer))
  }

  /** Calls `migrate`, `archive`, `restore`, or a method of a collection such as `events.get`. Rejects with the message of the error. */
  async call(call: string, ...args: readonly unknown[]): Promise<unknown> {
    const id = ++this.#calls
    const { result, message } = await new Promise<Answer>((resolve) => {
      this.#waiting.set(id, resolve)
      this.#child.send({ id, call, args })
    })
    if (message !== undefined) throw new Error(message)
    return result
  }

  /** Closes its connections, and waits until it has ended. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.send({ id: 0, call: 'end', args: [] })
    await ended
  }
}
