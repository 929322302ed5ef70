import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { markdownTable } from '../markdown.ts'
import { interleave } from '../measure/interleave.ts'
import { median, quantile } from '../measure/statistics.ts'
import type { Options } from '../options.ts'
import { say } from '../progress.ts'
import { base, publicUrl } from '../setting.ts'
import type { AgainstTask } from './checkout-process.ts'

/** The cost of an operation of one checkout, compared with the first one. */
export interface AgainstSample {
  readonly operation: string
  readonly folder: string
  /** Its cost by that of the first checkout. */
  readonly ratio: number
}

/** The least number of rounds. */
const leastRounds = 400

/**
 * The part of the rounds that are faster than the compared time. The rounds are so short that a tenth of them is undisturbed even on a machine
 * with much other load; the median is not.
 */
const undisturbed = 0.1

/** The operations; a round takes about 3 ms. */
const tasks: readonly AgainstTask[] = [
  { store: 'memory', operation: 'list', calls: 6 },
  { store: 'memory', operation: 'get', calls: 200 },
  { store: 'memory', operation: 'create', calls: 15 },
  { store: 'SQLite', operation: 'list', calls: 3 },
  { store: 'SQLite', operation: 'get', calls: 15 },
  { store: 'SQLite', operation: 'create', calls: 6 },
  { store: 'PostgreSQL', operation: 'list', calls: 3 },
  { store: 'PostgreSQL', operation: 'get', calls: 6 },
  { store: 'PostgreSQL', operation: 'create', calls: 2 },
]

const program = fileURLToPath(new URL('./checkout-process.ts', import.meta.url))

/**
 * Compares checkouts of this repository: each in a process of its own, in turns. A folder that is named twice shows how exact the ratios are.
 */
export async function measureAgainst({ folders, rounds }: Pick<Options, 'folders' | 'rounds'>): Promise<readonly AgainstSample[]> {
  const place = mkdtempSync(join(tmpdir(), 'kalends-against-'))
  const children = folders.map((folder, index) =>
    fork(program, [resolve(folder), join(place, `${index}.sqlite`), `kalends_against_${index}`], {
      execArgv: ['--conditions=@kalends/source'],
    }),
  )
  const samples: AgainstSample[] = []
  const add = (operation: string, costs: readonly number[]): void => {
    for (const [index, folder] of folders.entries()) {
      if (index > 0) samples.push({ operation, folder, ratio: (costs[index] ?? Number.NaN) / (costs[0] ?? Number.NaN) })
    }
  }
  try {
    for (const child of children) await once(child, 'message')
    for (const task of tasks) {
      const name = `${task.store}, ${task.operation}`
      say(name)
      const sides = Object.fromEntries(children.map((child, index) => [index, () => timeOf(child, task)]))
      const found = await interleave(sides, Math.max(rounds, leastRounds))
      add(
        name,
        Object.values(found).map((times) => quantile(times, undisturbed)),
      )
    }
    say('cold start')
    add('cold start', await coldStarts(folders, place, rounds))
    return samples
  } finally {
    for (const child of children) child.disconnect()
    rmSync(place, { recursive: true })
  }
}

async function timeOf(child: ChildProcess, task: AgainstTask): Promise<number> {
  const answer = once(child, 'message')
  child.send(task)
  const [milliseconds] = await answer
  return milliseconds
}

/** Imports core, fetch and memory, answers one list of events, and prints the processor time of the process, its start included. */
const firstList = (folder: string): string => `import { createCalendar, publicReadOnly } from '${folder}/packages/core/src/index.ts'
import { createHandler } from '${folder}/packages/fetch/src/index.ts'
import { memoryStore } from '${folder}/packages/memory/src/index.ts'

const calendar = createCalendar({ store: memoryStore(), timeZone: 'Europe/Berlin' })
const handler = createHandler(calendar, { access: publicReadOnly(), publicUrl: '${publicUrl}' })
const response = await handler(new Request('${publicUrl}${base}/events'))
await response.text()
if (response.status !== 200) throw new Error(\`The list answers \${response.status}.\`)
${bare}`

const bare = 'console.log(JSON.stringify(process.cpuUsage()))\n'

/** The processor time of a process that starts from one bundle and answers one list, beyond that of bare Node, in each checkout. */
async function coldStarts(folders: readonly string[], place: string, rounds: number): Promise<readonly number[]> {
  const programs: Record<string, string> = { bare: join(place, 'bare.mjs') }
  writeFileSync(join(place, 'bare.mjs'), bare)
  for (const [index, folder] of folders.entries()) {
    const outfile = join(place, `cold-${index}.mjs`)
    programs[`cold-${index}`] = outfile
    await build({
      ...{ stdin: { contents: firstList(resolve(folder)), resolveDir: resolve(folder) }, outfile, bundle: true, minify: true },
      ...{ platform: 'node', format: 'esm', target: 'es2023', conditions: ['@kalends/source'], mainFields: ['module', 'main'] },
    })
  }
  const sides = Object.entries(programs).map(([name, path]) => [name, async () => coldMs(path)])
  const found = await interleave<string, number>(Object.fromEntries(sides), Math.max(rounds, 15))
  return folders.map((_, index) => median(found[`cold-${index}`] ?? []) - median(found['bare'] ?? []))
}

function coldMs(path: string): number {
  const { user, system }: NodeJS.CpuUsage = JSON.parse(execFileSync(process.execPath, [path], { encoding: 'utf8' }))
  return (user + system) / 1_000
}

/** The costs of checkouts as rows. The cold start is row 25. */
export const againstTable = (samples: readonly AgainstSample[]): string =>
  markdownTable(
    ['operation', 'checkout', 'cost / that of the first'],
    samples.map(({ operation, folder, ratio }) => [operation, folder, ratio.toFixed(3)]),
    ['checkout'],
  )
