import { debuglog } from 'node:util'
import type { Call, Command, Outcome } from './command.ts'
import { parseCommandLine } from './command-line.ts'
import { commands } from './commands/commands.ts'
import { describeFailure, exitCodes, stoppedBy, stopSignals, usage } from './failure.ts'
import { commandHelp, programHelp } from './help.ts'
import { progressOn } from './progress.ts'
import { version } from './version.ts'

/** The words of a call, and the process that it is made in. */
export interface Program {
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** How long a command may take to end after a signal, in milliseconds; a statement that runs in this process cannot be stopped. */
const endTimeoutMs = 3_000

const print = (stream: NodeJS.WriteStream, lines: readonly string[]): void => void stream.write(lines.map((line) => `${line}\n`).join(''))

/** Stacks of failures are shown with the variable NODE_DEBUG=kalends. */
const debug = debuglog('kalends')

/**
 * Runs the program.
 * @returns the exit code
 */
export async function run({ words, environment }: Program): Promise<number> {
  const isJson = words.includes('--json')
  try {
    return await dispatch(words, environment)
  } catch (error) {
    debug('%O', error)
    const { exitCode, code, message } = describeFailure(error)
    print(process.stderr, [message])
    if (isJson) print(process.stdout, [JSON.stringify({ error: { code, message } })])
    return exitCode
  }
}

async function dispatch([name = '--help', ...words]: readonly string[], environment: Program['environment']): Promise<number> {
  if (name === '--help' || name === '-h' || name === 'help') {
    print(process.stdout, programHelp(commands))
    return exitCodes.done
  }
  if (name === '--version') {
    print(process.stdout, [version])
    return exitCodes.done
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw usage(`There is no command ${JSON.stringify(name)}; kalends --help lists them.`)
  const { operands, given } = parseCommandLine(name, command, words)
  if (given['help'] === true) {
    print(process.stdout, commandHelp(name, command))
    return exitCodes.done
  }
  const outcome = await runUntilSignal(command, { operands, given, environment })
  const { report, lines, hasFindings = false, isStdoutTaken = false } = outcome
  if (given['json'] === true) print(process.stdout, [JSON.stringify(report)])
  else print(isStdoutTaken ? process.stderr : process.stdout, lines)
  return hasFindings ? exitCodes.findings : exitCodes.done
}

/**
 * Runs a command until it ends. A signal tells it to stop; one that does not is left behind after some time.
 * @throws what the command throws; `stopped` after a signal, unless the command ends as it should
 */
async function runUntilSignal(command: Command, call: Pick<Call, 'operands' | 'given' | 'environment'>): Promise<Outcome> {
  const progress = progressOn(process.stderr)
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    for (const signal of stopSignals) {
      process.once(signal, () => {
        const reason = stoppedBy(signal)
        stop.abort(reason)
        timer = setTimeout(reject, endTimeoutMs, reason)
      })
    }
  })
  try {
    return await Promise.race([command.run({ ...call, progress, signal: stop.signal }), tooLate])
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error
  } finally {
    clearTimeout(timer)
    progress.end()
  }
}
