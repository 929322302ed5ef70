import { isCalendarError } from '@kalends/core'

/** The exit codes of the program, as docs/operate/command-line.md lists them. */
export const exitCodes = { done: 0, findings: 1, usage: 2, database: 3, failed: 4 } as const

/** The signals that stop a command. */
export const stopSignals = ['SIGINT', 'SIGTERM'] as const

/** Exit codes of shells for commands that a signal has ended: 128 and its number. */
const signalCodes: Readonly<Partial<Record<NodeJS.Signals, number>>> = { SIGINT: 130, SIGTERM: 143 }

const known = new WeakMap<Error, Omit<Failed, 'message'>>()

function toFailure(sentence: string, details: Omit<Failed, 'message'>, cause?: unknown): Error {
  const error = new Error(sentence, { cause })
  known.set(error, details)
  return error
}

/** An error whose message is one sentence for the person at the terminal. */
export const failure = (code: 'usage' | 'database' | 'failed', sentence: string, cause?: unknown): Error =>
  toFailure(sentence, { exitCode: exitCodes[code], code }, cause)

/** The end of a command by a signal. */
export const stoppedBy = (signal: NodeJS.Signals): Error =>
  toFailure(`Stopped by ${signal}.`, { exitCode: signalCodes[signal] ?? exitCodes.failed, code: 'stopped' })

/** A failure that the person mends by typing something else. */
export const usage = (sentence: string): Error => failure('usage', sentence)

/** How a command has ended: for the exit code, for programs (`code`), and for people. */
export interface Failed {
  readonly exitCode: number
  readonly code: string
  readonly message: string
}

/** Describes anything that a command throws. */
export function describeFailure(error: unknown): Failed {
  const details = error instanceof Error ? known.get(error) : undefined
  if (details !== undefined) return { ...details, message: messageOf(error) }
  if (isCalendarError(error)) {
    const isAway = error.code === 'unavailable'
    return { exitCode: isAway ? exitCodes.database : exitCodes.failed, code: error.code, message: messageOf(error) }
  }
  return { exitCode: exitCodes.failed, code: 'failed', message: messageOf(error) }
}

/**
 * The sentence of an error. An error of the calendar that hides its reason from clients has the driver's error as its cause, and connections
 * to a name with several addresses fail with one error for each.
 */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(messageOf))].join(' ')
  if (!(error instanceof Error)) return toSentence(String(error))
  if (known.has(error)) return toSentence(error.message)
  const detail = error.cause === undefined || error.cause === error ? '' : messageOf(error.cause)
  const isGeneral = isCalendarError(error, 'unavailable') || isCalendarError(error, 'internal')
  return isGeneral && detail !== '' ? detail : toSentence(error.message || error.name)
}

/** The first line of a message, as a sentence: drivers add statements and hints in further lines. */
function toSentence(text: string): string {
  const line = text.trim().split('\n')[0]?.trim() ?? ''
  return /[.!?]$/.test(line) ? line : `${line}.`
}
