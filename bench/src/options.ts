import type { EngineName } from './data/engine.ts'

/** The parsed command line. */
export interface Options {
  readonly command: Command
  /** Whether the run must end within two minutes: without a table of a million rows, and without other programs. */
  readonly quick: boolean
  /** The bars to measure. */
  readonly rows: ReadonlySet<number>
  /** The sizes of tables, ascending. */
  readonly sizes: readonly number[]
  readonly engines: readonly EngineName[]
  /** The number of rounds in which both sides of a ratio are measured. */
  readonly rounds: number
  /** How long a server is under load in each round, in milliseconds. */
  readonly milliseconds: number
  /** The folders of checkouts to compare. */
  readonly folders: readonly string[]
  /** The path of the findings as JSON. */
  readonly json: string | undefined
}

/** What each command measures. */
export const commands = {
  bars: 'all bars, as a table; it may be left out',
  growth: 'what each list costs in tables of all sizes, on all engines',
  mixed: 'throughput of the reads of a site while others write',
  worst: 'searches for the most expensive anonymous GET, on all engines at 100k, on SQLite also at 1M',
  bystanders: 'the same, and then how long other clients wait while twelve connections send these requests',
  against: 'what lists, reads, creates and a cold start of other checkouts cost, compared with the first of them',
  clean: 'removes the filled databases that are kept between runs',
} as const

/** The name of a command. */
export type Command = keyof typeof commands

/** The help text. */
export const help = `${Object.entries(commands)
  .map(([name, text]) => `pnpm bench ${name.padEnd(12)} ${text}`)
  .join('\n')}

  --quick      under two minutes: tables of 1k to 100k events, SQLite, no other programs
  --only       these bars alone, such as 1,2,12
  --size       tables of these sizes alone, such as 1k,1M
  --engines    these engines alone, of sqlite,postgres,mariadb,mysql
  --rounds     how often both sides of a ratio are measured
  --seconds    how long a server is under load in each round
  --folders    the checkouts to compare, such as ../a,../b
  --json       writes the findings to a file`
