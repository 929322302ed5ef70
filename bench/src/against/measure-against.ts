import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { interleave, type Rounds } from '../measure/interleave.ts'
import { quantile } from '../measure/statistics.ts'
import type { Progress } from '../progress.ts'
import type { AgainstTask } from './checkout-process.ts'

/** The cost of an operation of one checkout, compared with the first one. */
export interface AgainstSample extends Pick<AgainstTask, 'store' | 'operation'> {
  /** The folder of the checkout. */
  readonly folder: string
  /** Its cost by that of the first checkout. */
  readonly ratio: number
}

/** The options of a comparison. */
export interface AgainstPlan {
  /** The folders of the checkouts. */
  readonly folders: readonly string[]
  /** How often each operation is measured. */
  readonly rounds: number
  /** Reports progress. */
  readonly progress: Progress
}

/** The least number of rounds. */
const leastRounds = 400

/**
 * The part of the rounds that are faster than the compared time. The rounds are so short that a tenth of them is undisturbed even on a machine
 * with much other load; the median is not.
 */
const undisturbed = 0.1

/** The operations; a round takes about 3 ms. */
export const tasks: readonly AgainstTask[] = [
  { store: 'memory', operation: 'list', calls: 6 },
  { store: 'memory', operation: 'get', calls: 200 },
  { store: 'memory', operation: 'create', calls: 15 },
  { store: 'SQLite', operation: 'list', calls: 3 },
  { store: 'SQLite', operation: 'get', calls: 15 },
  { store: 'SQLite', operation: 'create', calls: 6 },
]

/**
 * Compares checkouts of this repository: each in a process of its own, in turns. A folder that is named twice shows how exact the ratios are.
 */
export async function measureAgainst({ folders, rounds, progress }: AgainstPlan): Promise<readonly AgainstSample[]> {
  const place = mkdtempSync(join(tmpdir(), 'kalends-against-'))
  const children = folders.map((folder, index) => startCheckout(folder, join(place, `${index}.sqlite`)))
  try {
    for (const child of children) await once(child, 'message')
    const times: Rounds<string, number>[] = []
    for (const task of tasks) {
      progress.say(`${task.store}: ${task.operation}`)
      const sides = children.map((child, index) => ({ name: String(index), measure: () => timeOf(child, task) }))
      times.push(await interleave(sides, Math.max(rounds, leastRounds)))
    }
    return toSamples(folders, (index, task) => quantile(times[task]?.get(String(index)) ?? [], undisturbed))
  } finally {
    for (const child of children) child.kill()
    rmSync(place, { recursive: true })
  }
}

/** The costs of the tasks in each checkout, compared with those in the first one. */
export const toSamples = (folders: readonly string[], costOf: (checkout: number, task: number) => number): readonly AgainstSample[] =>
  tasks.flatMap(({ store, operation }, task) =>
    folders.slice(1).map((folder, index) => ({ store, operation, folder, ratio: costOf(index + 1, task) / costOf(0, task) })),
  )

/** The program of the process of a checkout. */
export const checkoutProgram = fileURLToPath(new URL('./checkout-process.ts', import.meta.url))

function startCheckout(folder: string, file: string): ChildProcess {
  return fork(checkoutProgram, [resolve(folder), file], { execArgv: ['--conditions=@kalends/source'] })
}

async function timeOf(child: ChildProcess, task: AgainstTask): Promise<number> {
  const answer = once(child, 'message')
  child.send(task)
  const [milliseconds] = await answer
  return Number(milliseconds)
}
