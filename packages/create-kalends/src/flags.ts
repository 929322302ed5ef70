import { parseArgs } from 'node:util'
import { type Choices, frameworks, hasOwnStore, namesOf, signIns, stores } from './choices.ts'

/** What the words of the command say; what they leave out is asked. */
export interface Flags {
  /** The folder of the application. */
  readonly folder?: string | undefined
  /** What was chosen. */
  readonly choices: Partial<Choices>
  /** Whether what is left out has its default, and nothing is asked. */
  readonly yes: boolean
  /** Whether help is wanted, and nothing else. */
  readonly help: boolean
}

/** What is chosen unless something else is. */
export const defaults = { folder: 'calendar', framework: 'node', store: 'sqlite', signIn: 'none', demoData: true } as const

/** The help of the command. */
export const help = `Usage: npm create kalends [FOLDER] -- [OPTIONS]

Creates an application with an events calendar, and asks what is not given.

Options:
  --framework NAME     ${namesOf(frameworks).join(', ')}
  --store NAME         ${namesOf(stores).join(', ')}; a Durable Object has its own
  --sign-in NAME       ${namesOf(signIns).join(', ')}
  --demo-data          Fill the calendar with a few events (--no-demo-data: leave it empty)
  --yes                Ask nothing: what is not given is ${defaults.framework}, ${defaults.store}, ${defaults.signIn}, with demo data
  --help               Print this help
`

/** A mistake in the words of the command: its message is a sentence for whoever typed them. */
export class UsageError extends Error {}

function readName<Name extends string>(
  option: string,
  value: string | undefined,
  table: Readonly<Record<Name, unknown>>,
): Name | undefined {
  const found = namesOf(table).find((name) => name === value)
  if (value !== undefined && found === undefined)
    throw new UsageError(`--${option} must be one of ${namesOf(table).join(', ')}, not ${JSON.stringify(value)}.`)
  return found
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      allowNegative: true,
      options: {
        framework: { type: 'string' },
        store: { type: 'string' },
        'sign-in': { type: 'string' },
        'demo-data': { type: 'boolean' },
        yes: { type: 'boolean', short: 'y' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`${error.message.split(/\. |\n/)[0]}. --help lists the options.`)
    throw error
  }
}

/**
 * Reads the words of the command.
 * @throws UsageError an option is unknown or has a value that it cannot have, or the combination makes no sense
 */
export function readFlags(words: readonly string[]): Flags {
  const { values, positionals } = parse(words)
  const [folder, surplus] = positionals
  if (surplus !== undefined) throw new UsageError(`There is one folder, so what is ${JSON.stringify(surplus)}?`)
  const framework = readName('framework', values.framework, frameworks)
  const store = readName('store', values.store, stores)
  const signIn = readName('sign-in', values['sign-in'], signIns)
  if (framework !== undefined && hasOwnStore(framework) && store !== undefined)
    throw new UsageError(`${framework} has a database of its own: leave out --store.`)
  return {
    folder,
    choices: {
      ...(framework !== undefined && { framework }),
      ...(store !== undefined && { store }),
      ...(signIn !== undefined && { signIn }),
      ...(values['demo-data'] !== undefined && { demoData: values['demo-data'] }),
    },
    yes: values.yes ?? false,
    help: values.help ?? false,
  }
}

/** What was given, and defaults for the rest. */
export function withDefaults({ folder = defaults.folder, choices }: Flags): { readonly folder: string; readonly choices: Choices } {
  const { framework = defaults.framework, store = defaults.store, signIn = defaults.signIn, demoData = defaults.demoData } = choices
  return { folder, choices: { framework, store: hasOwnStore(framework) ? null : store, signIn, demoData } }
}
