import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { median } from '../measure/statistics.ts'
import type { AgainstTask } from './checkout-process.ts'
import { type AgainstPlan, type AgainstSample, checkoutProgram, tasks, toSamples } from './measure-against.ts'

/**
 * The options with which Node runs the same instructions in each run: one thread, fixed seeds, and no compiler that optimizes after some time.
 * So the counts are those of code that is not optimized, where each property and each call counts for more than in a server.
 */
const repeatable = [
  ...['--predictable', '--single-threaded', '--random-seed=1', '--hash-seed=1'],
  ...['--no-opt', '--no-maglev', '--always-sparkplug'],
]

/** A round has more calls than one whose time is measured, so that the message to the process counts for little. */
const counted = tasks.map((task) => ({ ...task, calls: 2 * task.calls }))

/** How often all tasks run before they are counted: the first calls compile functions, and collect what the start has left. */
const warmUps = 3

/**
 * Compares checkouts of this repository by the processor instructions of their operations, which no other load changes: each in a process of
 * its own under valgrind, one after the other. A folder that is named twice shows how exact the ratios are.
 * @throws TypeError valgrind is not installed
 */
export async function countInstructions({ folders, rounds, progress }: AgainstPlan): Promise<readonly AgainstSample[]> {
  requireValgrind()
  const place = mkdtempSync(join(tmpdir(), 'kalends-against-'))
  try {
    const counts: (readonly number[])[] = []
    for (const [index, folder] of folders.entries())
      counts.push(await countIn(folder, join(place, String(index)), rounds, (task) => progress.say(`${folder}: ${task}`)))
    return toSamples(folders, (index, task) => counts[index]?.[task] ?? Number.NaN)
  } finally {
    rmSync(place, { recursive: true })
  }
}

function requireValgrind(): void {
  try {
    execFileSync('valgrind', ['--version'], { stdio: 'ignore' })
  } catch {
    throw new TypeError('--instructions needs valgrind')
  }
}

/** The instructions of each task in a checkout. */
async function countIn(folder: string, place: string, rounds: number, say: (task: string) => void): Promise<readonly number[]> {
  const child = fork(checkoutProgram, [resolve(folder), `${place}.sqlite`], {
    execPath: 'valgrind',
    execArgv: [
      ...['-q', '--tool=callgrind', '--instr-atstart=no', `--callgrind-out-file=${place}`],
      ...[process.execPath, ...repeatable, '--conditions=@kalends/source'],
    ],
  })
  try {
    await once(child, 'message')
    for (let round = 0; round < warmUps; round++) for (const task of counted) await run(child, task)
    const count = counter(child, place)
    const counts: number[] = []
    for (const task of counted) {
      say(`${task.store}, ${task.operation}`)
      const found: number[] = []
      for (let round = 0; round < rounds; round++) found.push(await count(() => run(child, task)))
      counts.push(median(found))
    }
    return counts
  } finally {
    child.kill('SIGKILL')
  }
}

/** Counts the instructions of a process under valgrind during some work: it writes each count to a file of its own. */
function counter({ pid }: ChildProcess, place: string): (work: () => Promise<void>) => Promise<number> {
  const command = (...words: readonly string[]): void => {
    execFileSync('vgdb', [`--pid=${pid}`, ...words], { stdio: 'ignore' })
  }
  command('instrumentation', 'on')
  let dumps = 0
  return async (work) => {
    command('zero')
    await work()
    command('dump')
    dumps++
    return instructionsIn(readFileSync(`${place}.${dumps}`, 'utf8'))
  }
}

async function run(child: ChildProcess, task: AgainstTask): Promise<void> {
  const answer = once(child, 'message')
  child.send(task)
  await answer
}

/** The sum in a file of callgrind. @throws RangeError the file has none */
export function instructionsIn(dump: string): number {
  const [, total] = /^totals: (\d+)$/m.exec(dump) ?? []
  if (total === undefined) throw new RangeError('A file of callgrind has no sum.')
  return Number(total)
}
