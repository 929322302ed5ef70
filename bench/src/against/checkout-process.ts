import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type AgainstSubject, openMemory, openPostgres, openSqlite, type SourceModules } from './subjects.ts'

const operations = {
  list: ({ list }: AgainstSubject) => list(),
  get: ({ get }: AgainstSubject, n: number) => get(n),
  create: ({ create }: AgainstSubject, n: number) => create(n),
} as const

const stores = { memory: openMemory, SQLite: openSqlite, PostgreSQL: openPostgres } as const

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
    pg: await load('kysely/src/pg.ts'),
    Kysely: await load('kysely/node_modules/kysely/dist/index.js'),
  } as SourceModules
}

/** The number of events before the first measurement. */
const events = 1_000

/** Answers tasks with the time of their calls in milliseconds. Each store is filled for its first task. */
async function answerTasks(folder: string, file: string, schema: string): Promise<void> {
  const modules = await modulesOf(folder)
  const places = { memory: '', SQLite: file, PostgreSQL: schema }
  const subjects: Partial<Record<AgainstTask['store'], AgainstSubject>> = {}
  const subjectOf = async (store: AgainstTask['store']): Promise<AgainstSubject> => {
    const subject = await stores[store](modules, places[store])
    for (let n = 0; n < events; n++) await subject.create(n)
    return subject
  }
  process.on('message', async ({ store, operation, calls }: AgainstTask) => {
    const subject = subjects[store] ?? (await subjectOf(store))
    subjects[store] = subject
    const began = performance.now()
    for (let n = 0; n < calls; n++) await operations[operation](subject, n)
    process.send?.(performance.now() - began)
  })
  process.on('disconnect', async () => {
    for (const subject of Object.values(subjects)) await subject.close()
  })
  process.send?.(0)
}

const [folder, file, schema] = process.argv.slice(2)
if (process.send !== undefined && folder !== undefined && file !== undefined && schema !== undefined)
  await answerTasks(folder, file, schema)
