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
  readonly stdout: NodeJS.WritableStream
  readonly stderr: NodeJS.WriteStream
}

/** How long a command may take to end after a signal, in milliseconds; a statement that runs in this process cannot be stopped. */
const endTimeoutMs = 3_000

const print = (stream: NodeJS.WritableStream, lines: readonly string[]): void =>
  void stream.write(lines.map((line) => `${line}\n`).join(''))

/** Whether an exit code is that of a command that a signal has stopped. */
export const isStopped = (exitCode: number): boolean => exitCode > 128

/** Stacks of failures are shown with the variable NODE_DEBUG=kalends. */
const debug = debuglog('kalends')

/**
 * Runs the program.
 * @returns the exit code
 */
export async function run(program: Program): Promise<number> {
  const { words, stdout, stderr } = program
  try {
    return await dispatch(program, words)
  } catch (error) {
    debug('%O', error)
    const { exitCode, code, message } = describeFailure(error)
    print(stderr, [message])
    if (words.includes('--json')) print(stdout, [JSON.stringify({ error: { code, message } })])
    return exitCode
  }
}

async function dispatch({ environment, stdout, stderr }: Program, [name = '--help', ...words]: readonly string[]): Promise<number> {
  if (name === '--help' || name === '-h' || name === 'help') {
    print(stdout, programHelp(commands))
    return exitCodes.done
  }
  if (name === '--version') {
    print(stdout, [version])
    return exitCodes.done
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw usage(`There is no command ${JSON.stringify(name)}; kalends --help lists them.`)
  const { operands, given } = parseCommandLine(name, command, words)
  if (given['help'] === true) {
    print(stdout, commandHelp(name, command))
    return exitCodes.done
  }
  const outcome = await runUntilSignal(command, { operands, given, environment, progress: progressOn(stderr) })
  const { report, lines, hasFindings = false, isStdoutTaken = false } = outcome
  if (given['json'] === true) print(stdout, [JSON.stringify(report)])
  else print(isStdoutTaken ? stderr : stdout, lines)
  return hasFindings ? exitCodes.findings : exitCodes.done
}

/**
 * Runs a command until it ends. A signal tells it to stop; one that does not is left behind after some time.
 * @throws what the command throws; `stopped` after a signal, unless the command ends as it should
 */
async function runUntilSignal(command: Command, call: Omit<Call, 'signal'>): Promise<Outcome> {
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let onSignal: NodeJS.SignalsListener = () => undefined
  const tooLate = new Promise<never>((_, reject) => {
    onSignal = (signal) => {
      const reason = stoppedBy(signal)
      stop.abort(reason)
      timer = setTimeout(reject, endTimeoutMs, reason)
    }
  })
  for (const signal of stopSignals) process.once(signal, onSignal)
  debug('A signal stops the command from here on.')
  try {
    return await Promise.race([command.run({ ...call, signal: stop.signal }), tooLate])
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error
  } finally {
    clearTimeout(timer)
    for (const signal of stopSignals) process.off(signal, onSignal)
    call.progress.end()
  }
}
