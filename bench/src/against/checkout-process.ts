import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type AgainstSubject, openMemory, openSqlite, type SourceModules } from './subjects.ts'

const operations = {
  list: ({ list }: AgainstSubject) => list(),
  get: ({ get }: AgainstSubject, n: number) => get(n),
  create: ({ create }: AgainstSubject, n: number) => create(n),
} as const

const stores = { memory: openMemory, SQLite: openSqlite } as const

/** What a process of a checkout measures. */
export interface AgainstTask {
  readonly store: keyof typeof stores
  readonly operation: keyof typeof operations
  /** How often the operation is called. */
  readonly calls: number
}

/** The modules of a checkout, from its sources. */
export async function modulesOf(folder: string): Promise<SourceModules> {
  const load = (path: string): Promise<unknown> => import(pathToFileURL(join(folder, 'packages', path)).href)
  // The sources of another checkout, whose types are not known here.
  return {
    core: await load('core/src/index.ts'),
    memory: await load('memory/src/index.ts'),
    kysely: await load('kysely/src/index.ts'),
    nodeSqlite: await load('kysely/src/node-sqlite.ts'),
    Kysely: await load('kysely/node_modules/kysely/dist/index.js'),
  } as SourceModules
}

/** The number of events before the first measurement. */
const events = 1_000

/** Answers tasks with the time of their calls in milliseconds. */
async function answerTasks(folder: string, file: string): Promise<void> {
  const modules = await modulesOf(folder)
  const subjects = { memory: await stores.memory(modules), SQLite: await stores.SQLite(modules, file) }
  for (const subject of Object.values(subjects)) for (let n = 0; n < events; n++) await subject.create(n)
  process.on('message', async ({ store, operation, calls }: AgainstTask) => {
    const began = performance.now()
    for (let n = 0; n < calls; n++) await operations[operation](subjects[store], n)
    process.send?.(performance.now() - began)
  })
  process.send?.(0)
}

const [folder, file] = process.argv.slice(2)
if (process.send !== undefined && folder !== undefined && file !== undefined) await answerTasks(folder, file)
