import { intro, outro } from '@clack/prompts'
import { type Choices, type StoreName, stores } from './choices.ts'
import { type Flags, help, readFlags, UsageError, withDefaults } from './flags.ts'
import { ask } from './questions.ts'
import { writeApp } from './write-app.ts'

/** The words of a call, and the process that it is made in. */
export interface Program {
  readonly words: readonly string[]
  readonly stdout: { write(text: string): unknown }
  readonly stderr: { write(text: string): unknown }
  /** Whether there is somebody to ask. */
  readonly isInteractive: boolean
  /** What `npm_config_user_agent` is, such as `pnpm/12.21.0 npm/? node/v24.21.0`. */
  readonly userAgent: string | undefined
}

/** The stores on a server, whose address has to be set first. */
const serverStores: ReadonlySet<StoreName> = new Set<StoreName>(['postgres', 'mysql'])

/** The exit codes of the program. */
const exitCodes = { done: 0, cancelled: 1, usage: 2 } as const

/**
 * Runs the program.
 * @returns the exit code
 */
export async function run(program: Program): Promise<number> {
  try {
    return await dispatch(program)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    program.stderr.write(`${error.message}\n`)
    return exitCodes.usage
  }
}

async function dispatch({ words, stdout, isInteractive, userAgent }: Program): Promise<number> {
  const flags = readFlags(words)
  if (flags.help) {
    stdout.write(help)
    return exitCodes.done
  }
  const asks = !flags.yes && !isComplete(flags)
  if (asks && !isInteractive) throw new UsageError('There is nobody to ask: --yes takes the defaults, and --help lists the options.')
  if (asks) intro('An events calendar')
  const answers = asks ? await ask(flags) : withDefaults(flags)
  if (answers === null) return exitCodes.cancelled
  writeApp(answers.folder, answers.choices)
  const steps = nextSteps(answers.folder, answers.choices, userAgent)
  if (asks) outro(steps)
  else stdout.write(`${steps}\n`)
  return exitCodes.done
}

/** Whether the words leave nothing to ask. */
const isComplete = ({ folder, choices }: Flags): boolean =>
  folder !== undefined &&
  choices.framework !== undefined &&
  (choices.store !== undefined || withDefaults({ folder, choices, yes: true, help: false }).choices.store === null) &&
  choices.signIn !== undefined &&
  choices.demoData !== undefined

/** What to type next. */
function nextSteps(folder: string, { store, signIn }: Choices, userAgent = ''): string {
  const manager = /^(pnpm|yarn|bun)\//.exec(userAgent)?.[1] ?? 'npm'
  return [
    `The application is in ${folder}. Now:`,
    '',
    `  cd ${folder}`,
    ...(store !== null && serverStores.has(store) ? [`  # set DATABASE_URL in .env to your database: ${stores[store]}`] : []),
    `  ${manager} install`,
    `  ${manager} start`,
    ...(signIn === 'session' ? ['', 'Editors sign in with EDITOR_PASSWORD of the file .env.'] : []),
  ].join('\n')
}
