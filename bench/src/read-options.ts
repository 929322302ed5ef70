import { parseArgs } from 'node:util'
import { barTexts } from './bars/all.ts'
import type { EngineName } from './data/engine.ts'
import { type Command, commands, type Options } from './options.ts'

/** The engines of a run without `--engines`: MySQL is like MariaDB, and a run with it takes a third longer. */
const usualEngines: readonly EngineName[] = ['sqlite', 'postgres', 'mariadb']

/** The rows that a command of their own measures, or that another row includes. */
const elsewhere: Readonly<Record<number, string>> = {
  ...{ 17: 'worst', 18: 'worst', 19: 'bystanders', 22: 'mixed', 24: '--only 3', 25: 'against' },
}

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
      only: { type: 'string', default: Object.keys(barTexts).join() },
      size: { type: 'string' },
      engines: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      folders: { type: 'string', default: '' },
      json: { type: 'string' },
    },
  })
  const { quick, only, folders, json } = values
  return {
    command: commandOf(positionals),
    quick,
    rows: new Set(only.split(',').map(rowOf)),
    sizes: (values.size ?? (quick ? '1k,10k,100k' : '1k,10k,100k,1M'))
      .split(',')
      .map(sizeOf)
      .toSorted((a, b) => a - b),
    engines: (values.engines ?? (quick ? 'sqlite' : usualEngines.join())).split(',').map(engineOf),
    rounds: Math.ceil(positive('rounds', values.rounds ?? (quick ? '3' : '5'))),
    milliseconds: 1_000 * positive('seconds', values.seconds ?? (quick ? '0.5' : '2')),
    folders: folders.split(',').filter((name) => name !== ''),
    json,
  }
}

function commandOf([name = 'bars', ...rest]: readonly string[]): Command {
  if (!Object.hasOwn(commands, name) || rest.length > 0) throw new TypeError(`There is no command ${[name, ...rest].join(' ')}`)
  // The check above.
  return name as Command
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0 && value <= 1_000)) throw new TypeError(`--${name} takes a number up to 1000, not ${text}`)
  return value
}

function rowOf(text: string): number {
  const row = Number(text)
  if (barTexts[row] !== undefined) return row
  throw new TypeError(elsewhere[row] === undefined ? `There is no row ${text}` : `Row ${row} is measured by pnpm bench ${elsewhere[row]}`)
}

function sizeOf(text: string): number {
  const [, digits, unit = ''] = /^([1-9]\d{0,3})([kM]?)$/.exec(text) ?? []
  if (digits === undefined) throw new TypeError(`--size takes sizes such as 1k or 1M, not ${text}`)
  return Number(digits) * ({ k: 1_000, M: 1_000_000 }[unit] ?? 1)
}

function engineOf(text: string): EngineName {
  const name = [...usualEngines, 'mysql' as const].find((known) => known === text)
  if (name === undefined) throw new TypeError(`--engines takes some of ${usualEngines.join()},mysql, not ${text}`)
  return name
}
