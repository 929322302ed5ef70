/** The part of the cache key that all responses to one viewer at one time have in common. */
export interface State {
  /** The date in the calendar's zone; marked while an extension of series is due. */
  readonly today: string
  /** The text of the viewer's read access. */
  readonly readAccess: string
}

/** Builds a cache key. Different questions, and different states of one question, have different keys. */
export type KeyOf = (state: State, question: string) => string

/**
 * How many keys of the last state are memoized. Keys are long, and a cache hashes each new string from end to end; a memoized key has its hash
 * already.
 */
const maxKeys = 500

/** Keys of questions with more characters than this are not memoized. */
const maxLength = 500

/** Creates a memoizing key builder. */
export function createKeys(): KeyOf {
  let last: State = { today: '', readAccess: '' }
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

const isSame = (one: State, other: State): boolean => one.readAccess === other.readAccess && one.today === other.today

/** The lengths mark where each part ends. */
const toKey = ({ today, readAccess }: State, question: string): string =>
  `${today.length} ${readAccess.length} ${today}${readAccess}${question}`
