import type { Progress } from './progress.ts'

/** An option of a command. */
export interface OptionDefinition {
  /** What stands for its value in the help, such as `URL`; absent for a switch. */
  readonly value?: string
  /** The values that it may have; without, any text. */
  readonly among?: readonly string[]
  /** Whether it may be given more than once. */
  readonly isRepeatable?: boolean
  /** What it does, in the help. */
  readonly text: string
}

/** The values of the options that were given: texts, `true` for switches, lists for those that may be repeated. */
export type Given = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

/** A call of a command. */
export interface Call {
  /** The words that are no options. */
  readonly operands: readonly string[]
  /** The options. */
  readonly given: Given
  /** The environment of the process. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Shows progress on a terminal. */
  readonly progress: Progress
  /** Aborted when the process is told to stop. */
  readonly signal: AbortSignal
}

/** The result of a command. */
export interface Outcome {
  /** For programs: a value of JSON. */
  readonly report: object
  /** For people: the lines of a text. */
  readonly lines: readonly string[]
  /** Whether there is something that a person should look at: exit code 1. */
  readonly hasFindings?: boolean
  /** Whether a document of the command went to stdout, so that the lines have to go to stderr. */
  readonly isStdoutTaken?: boolean
}

/** A command of the program. */
export interface Command {
  /** What it does, in one line. */
  readonly summary: string
  /** More about it, in the help of the command; lines of at most 100 characters. */
  readonly details?: readonly string[]
  /** Its operands, such as `FILE`; `[FILE]` for one that may be left out. */
  readonly operands: readonly string[]
  /** Its own options; those of all commands come in addition. */
  readonly options: Readonly<Record<string, OptionDefinition>>
  /** Does it. */
  run(call: Call): Promise<Outcome>
}

/** The text of an option; undefined if it was not given. */
export function textOf({ given }: Call, name: string): string | undefined {
  const value = given[name]
  return typeof value === 'string' ? value : undefined
}

/** Whether a switch was given. */
export const isGiven = ({ given }: Call, name: string): boolean => given[name] === true

/** The texts of an option that may be repeated. */
export function textsOf({ given }: Call, name: string): readonly string[] {
  const value = given[name]
  return Array.isArray(value) ? value : []
}
