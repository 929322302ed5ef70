import type { Command, OptionDefinition } from './command.ts'
import { optionsOf } from './command-line.ts'

/** Two columns. */
function toTable(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

const toWords = ([name, { value }]: [string, OptionDefinition]): string => `--${name}${value === undefined ? '' : ` ${value}`}`

const toText = ({ text, among }: OptionDefinition): string => (among === undefined ? text : `${text}: ${among.join(', ')}`)

/** The help of the program. */
export function programHelp(commands: Readonly<Record<string, Command>>): readonly string[] {
  const rows = Object.entries(commands).map(([name, { summary, operands }]) => [[name, ...operands].join(' '), summary] as const)
  return [
    'Usage: kalends COMMAND [OPTIONS]',
    '',
    'Commands:',
    ...toTable(rows),
    '',
    'kalends COMMAND --help lists the options of a command; kalends --version prints the version.',
    'Exit codes: 0 done, 1 done with findings, 2 wrong usage, 3 the database cannot be used, 4 failed.',
  ]
}

/** The help of a command. */
export function commandHelp(name: string, command: Command): readonly string[] {
  const { summary, details = [], operands } = command
  const rows = Object.entries(optionsOf(command)).map((entry) => [toWords(entry), toText(entry[1])] as const)
  return [
    `Usage: ${['kalends', name, ...operands, '[OPTIONS]'].join(' ')}`,
    '',
    `${summary}.`,
    ...details,
    '',
    'Options:',
    ...toTable(rows),
  ]
}
