import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { Command, Given, OptionDefinition } from './command.ts'
import { usage } from './failure.ts'
import { commonOptions } from './options.ts'

/** The words after the name of a command. */
export interface CommandLine {
  readonly operands: readonly string[]
  readonly given: Given
}

/** All options of a command. */
export const optionsOf = ({ options }: Pick<Command, 'options'>): Readonly<Record<string, OptionDefinition>> => ({
  ...options,
  ...commonOptions,
})

/**
 * Parses the words after the name of a command.
 * @throws usage an option is unknown, lacks its value or has one that it cannot have; or there are too few or too many operands
 */
export function parseCommandLine(name: string, command: Command, words: readonly string[]): CommandLine {
  const options = optionsOf(command)
  const { values, positionals } = parse(name, options, words)
  if (values['help'] === true) return { operands: [], given: values }
  for (const [option, { among }] of Object.entries(options)) {
    const value = values[option]
    if (among !== undefined && typeof value === 'string' && !among.includes(value))
      throw usage(`--${option} must be one of ${among.join(', ')}, not ${JSON.stringify(value)}.`)
    // A variable of a shell that is not set leaves an empty text.
    if (value === '') throw usage(`--${option} has no value.`)
  }
  const required = command.operands.filter((operand) => !operand.startsWith('['))
  if (positionals.length < required.length) throw usage(`kalends ${name} needs ${required[positionals.length]}.`)
  const [surplus] = positionals.slice(command.operands.length)
  if (surplus !== undefined) throw usage(`kalends ${name} does not take ${JSON.stringify(surplus)}.`)
  return { operands: positionals, given: values }
}

function parse(
  name: string,
  options: Readonly<Record<string, OptionDefinition>>,
  words: readonly string[],
): { readonly values: Given; readonly positionals: readonly string[] } {
  const config: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(options).map(([option, { value, isRepeatable = false }]) => [
      option,
      { type: value === undefined ? 'boolean' : 'string', multiple: isRepeatable, ...(option === 'help' && { short: 'h' }) },
    ]),
  )
  try {
    // The types of a table that is not literal leave out lists.
    return parseArgs({ args: [...words], options: config, allowPositionals: true }) as { values: Given; positionals: string[] }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const unknown = /^Unknown option '([^']+)'/.exec(error.message)?.[1]
    if (unknown !== undefined) throw usage(`kalends ${name} has no option ${unknown}; kalends ${name} --help lists them.`)
    throw usage(`${error.message.split(/\.\s|\n/)[0]?.replace(/\.?$/, '')}.`)
  }
}
