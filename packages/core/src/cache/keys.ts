/** What all answers have in common that are given to the same viewer at the same time. */
export interface State {
  /** The date in the calendar's zone. */
  readonly today: string
  /** Stands for all that is stored. */
  readonly token: string
  /** Stands for what may be read. */
  readonly readAccess: string
}

/** Gives what an answer is kept under. No two questions have the same key, nor has one in two states. */
export type KeyOf = (state: State, question: string) => string

/** Keys are long, and a map looks at all of a text that is new to it: so many of the last state are remembered. */
const maxKeys = 500

/** Questions of more characters than this have keys that are not remembered. */
const maxLength = 500

/** Puts keys together. */
export function createKeys(): KeyOf {
  let last: State = { today: '', token: '', readAccess: '' }
  const keys = new Map<string, string>()
  return (state, question) => {
    if (!isSame(state, last)) {
      last = state
      keys.clear()
    }
    const known = keys.get(question)
    if (known !== undefined) return known
    const key = toKey(state, question)
    if (question.length > maxLength) return key
    if (keys.size >= maxKeys) keys.clear()
    keys.set(question, key)
    return key
  }
}

const isSame = (one: State, other: State): boolean =>
  one.token === other.token && one.readAccess === other.readAccess && one.today === other.today

/** The lengths tell where each part ends. */
const toKey = ({ today, token, readAccess }: State, question: string): string =>
  `${today.length} ${token.length} ${readAccess.length} ${today}${token}${readAccess}${question}`
