import { parseArgs } from 'node:util'
import { barTexts, rowsElsewhere } from './bars/bar-texts.ts'
import type { EngineName } from './data/engine.ts'

/** The commands. */
export type Command =
  | 'bars'
  | 'growth'
  | 'series'
  | 'series-writes'
  | 'search'
  | 'mixed'
  | 'webhooks'
  | 'memory'
  | 'worst'
  | 'bystanders'
  | 'against'
  | 'clean'

/** The parsed command line. */
export interface Options {
  /** The command. */
  readonly command: Command
  /** Whether the run must end within two minutes: without a table of a million rows, and without other programs. */
  readonly quick: boolean
  /** The bars to measure. */
  readonly rows: ReadonlySet<number>
  /** The available table sizes, ascending. */
  readonly sizes: readonly number[]
  /** The available engines. */
  readonly engines: readonly EngineName[]
  /** The number of rounds in which both sides of a ratio are measured. */
  readonly rounds: number
  /** How long a server is under load in each round, in milliseconds. */
  readonly milliseconds: number
  /** How long the example server is under load. */
  readonly minutes: number
  /** The seed of a search for the most expensive request. */
  readonly seed: number
  /** The number of requests that such a search tries. */
  readonly candidates: number
  /** The parameters that such a search leaves out. */
  readonly without: readonly string[]
  /** The folders of checkouts to compare. */
  readonly folders: readonly string[]
  /** Whether to compare checkouts by their instructions instead of their times. */
  readonly instructions: boolean
  /** The path of the findings as JSON. */
  readonly json: string | undefined
  /** The path of the picture of the growth. */
  readonly picture: string | undefined
}

/** The help text. */
export const help = `pnpm bench                all bars, as a table
pnpm bench growth         what each list costs in tables of all sizes, on all engines
pnpm bench series         what lists cost with events that repeat, compared with as many single events
pnpm bench series-writes  what writes of events that repeat cost, in small tables
pnpm bench search         what searches cost with the index for searches and without it, in the largest of the sizes
pnpm bench mixed          throughput of the reads of a site while others write
pnpm bench webhooks       how many webhooks are delivered on the loopback interface, and what one costs
pnpm bench memory         heap of the memory store, memory of the example server under load
pnpm bench worst          searches for the most expensive anonymous GET, on all engines at 100k, on SQLite also at 1M
pnpm bench bystanders     the same, and then how long other clients wait while twelve connections send these requests
pnpm bench against        what lists, reads and creates of other checkouts cost, compared with the first of them
pnpm bench clean          removes the filled databases that are kept between runs

  [--only 1,2,12] [--size 1k,100k] [--engines sqlite,postgres,mariadb,mysql] [--rounds 5] [--seconds 2] [--minutes 10]
  [--seed 1] [--candidates 400] [--without search,geoloc] [--folders ../a,../b] [--instructions]
  [--json file] [--picture file.svg]

  --quick      under two minutes: tables of 1k to 100k events, SQLite, no other programs
  --only       these bars alone
  --size       tables of these sizes alone, such as 1k or 1M
  --engines    these engines alone
  --rounds     how often both sides of a ratio are measured
  --seconds    how long a server is under load in each round
  --minutes    how long the example server is under load
  --seed       the seed of the search for the most expensive request
  --candidates how many requests the search tries
  --without    parameters that the search leaves out
  --folders    the checkouts to compare
  --instructions  compares them by processor instructions instead of time, with valgrind and in some minutes
  --json       writes the findings to a file
  --picture    writes what the lists of growth cost to a picture`

/** The engines of a run without `--engines`: MySQL is like MariaDB, and a run with it takes a third longer. */
const usualEngines: readonly EngineName[] = ['sqlite', 'postgres', 'mariadb']
const engineNames: readonly EngineName[] = [...usualEngines, 'mysql']
const allRows = [...barTexts.keys()]

/**
 * Parses the command line.
 * @throws TypeError an option is not valid
 */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      size: { type: 'string' },
      engines: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string', default: '1' },
      candidates: { type: 'string' },
      without: { type: 'string', default: '' },
      folders: { type: 'string', default: '' },
      instructions: { type: 'boolean', default: false },
      json: { type: 'string' },
      picture: { type: 'string' },
    },
  })
  const { quick } = values
  return {
    command: commandOf(positionals),
    quick,
    rows: new Set(values.only === undefined ? allRows : values.only.split(',').map(rowOf)),
    sizes: (values.size ?? (quick ? '1k,10k,100k' : '1k,10k,100k,1M'))
      .split(',')
      .map(sizeOf)
      .toSorted((a, b) => a - b),
    engines: (values.engines ?? (quick ? 'sqlite' : usualEngines.join())).split(',').map(engineOf),
    rounds: integer('rounds', values.rounds ?? (quick ? '3' : '5'), 100),
    milliseconds: 1_000 * positive('seconds', values.seconds ?? (quick ? '0.5' : '2'), 60),
    minutes: positive('minutes', values.minutes, 600),
    seed: integer('seed', values.seed, 2 ** 31),
    candidates: integer('candidates', values.candidates ?? (quick ? '60' : '400'), 100_000),
    without: namesOf(values.without),
    folders: namesOf(values.folders),
    instructions: values.instructions,
    json: values.json,
    picture: values.picture,
  }
}

const commands: readonly Command[] = [
  'bars',
  'growth',
  'series',
  'series-writes',
  'search',
  'mixed',
  'webhooks',
  'memory',
  'worst',
  'bystanders',
  'against',
  'clean',
]

function commandOf([name = 'bars', ...rest]: readonly string[]): Command {
  const command = commands.find((known) => known === name)
  if (command === undefined || rest.length > 0) throw new TypeError(`There is no command ${[name, ...rest].join(' ')}`)
  return command
}

const namesOf = (text: string): readonly string[] => text.split(',').filter((name) => name !== '')

function positive(name: string, text: string, most: number): number {
  const value = Number(text)
  if (!(value > 0 && value <= most)) throw new TypeError(`--${name} takes a number up to ${most}, not ${text}`)
  return value
}

function integer(name: string, text: string, most: number): number {
  const value = positive(name, text, most)
  if (!Number.isInteger(value)) throw new TypeError(`--${name} takes whole numbers, not ${text}`)
  return value
}

function rowOf(text: string): number {
  const row = integer('only', text, Math.max(...allRows))
  if (barTexts.has(row)) return row
  const elsewhere = rowsElsewhere.get(row)
  throw new TypeError(elsewhere === undefined ? `There is no row ${row}` : `Row ${row} is measured by pnpm bench ${elsewhere}`)
}

function sizeOf(text: string): number {
  const [, digits, unit = ''] = /^(\d{1,4})([kM]?)$/.exec(text) ?? []
  if (digits === undefined) throw new TypeError(`--size takes sizes such as 1k or 1M, not ${text}`)
  return positive('size', String(Number(digits) * ({ k: 1_000, M: 1_000_000 }[unit] ?? 1)), 10_000_000)
}

function engineOf(text: string): EngineName {
  const name = engineNames.find((known) => known === text)
  if (name === undefined) throw new TypeError(`--engines takes some of ${engineNames.join()}, not ${text}`)
  return name
}
