import { type CommonOptions, confirm, isCancel, select, text } from '@clack/prompts'
import { type Choices, frameworks, hasOwnStore, namesOf, signIns, stores } from './choices.ts'
import { defaults, type Flags } from './flags.ts'

/** The answers to all questions, or null if somebody has had enough of them. */
export interface Answers {
  readonly folder: string
  readonly choices: Choices
}

/** Where questions are asked. */
export type Terminal = Pick<CommonOptions, 'input' | 'output'>

/** Thrown inside of {@link ask}, by a question that was cancelled. */
const cancelled = Symbol('cancelled')

async function answered<T>(question: Promise<T>): Promise<Exclude<T, symbol>> {
  const answer = await question
  if (isCancel(answer)) throw cancelled
  // The only symbol is that of a cancelled question.
  return answer as Exclude<T, symbol>
}

function choose<Name extends string>(
  terminal: Terminal,
  message: string,
  table: Readonly<Record<Name, string>>,
  initialValue: Name,
): Promise<Name> {
  // The type of an option depends on that of its value, which is open here.
  const options = namesOf(table).map((value) => ({ value, label: table[value] })) as Parameters<typeof select<Name>>[0]['options']
  return answered(select<Name>({ ...terminal, message, options, initialValue }))
}

/**
 * Asks what the words of the command leave open; null if a question is cancelled.
 * @param terminal where it asks: by default that of the process
 */
export async function ask({ folder, choices: given }: Flags, terminal: Terminal = {}): Promise<Answers | null> {
  const labels = Object.fromEntries(namesOf(frameworks).map((name) => [name, frameworks[name].label])) as Record<
    keyof typeof frameworks,
    string
  >
  try {
    const answer = { placeholder: defaults.folder, defaultValue: defaults.folder }
    const into = folder ?? (await answered(text({ ...terminal, message: 'Which folder?', ...answer })))
    const framework = given.framework ?? (await choose(terminal, 'Which framework?', labels, defaults.framework))
    const store = hasOwnStore(framework) ? null : (given.store ?? (await choose(terminal, 'Which store?', stores, defaults.store)))
    const signIn = given.signIn ?? (await choose(terminal, 'How do people sign in?', signIns, defaults.signIn))
    const demoData =
      given.demoData ?? (await answered(confirm({ ...terminal, message: 'Fill it with a few events?', initialValue: defaults.demoData })))
    return { folder: into, choices: { framework, store, signIn, demoData } }
  } catch (error) {
    if (error === cancelled) return null
    throw error
  }
}
