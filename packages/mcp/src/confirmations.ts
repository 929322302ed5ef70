/** What a token of a dry run stands for. */
export interface Confirmation {
  /** A hash of the actor, the tool and the exact input. */
  readonly request: string
  /** What the dry run promised to store: its version before, its sentence, and its times. */
  readonly promise: string
  /** When the token ends, in milliseconds since 1970. */
  readonly untilMs: number
}

/** The tokens of dry runs that nobody has confirmed yet. A store that several processes share makes a token valid in all of them. */
export interface ConfirmationStore {
  /** Keeps a confirmation until `untilMs` or longer. */
  put(token: string, confirmation: Confirmation): void | Promise<void>
  /** Removes a confirmation and returns it. Of two calls at once, one gets it. */
  take(token: string): Confirmation | undefined | Promise<Confirmation | undefined>
}

/** The maximum number of tokens in memory: the oldest ones end first. */
const maxTokens = 1_000

/** Tokens in the memory of this process. */
export function memoryConfirmations(): ConfirmationStore {
  const kept = new Map<string, Confirmation>()
  return {
    put: (token, confirmation) => {
      kept.set(token, confirmation)
      for (const oldest of kept.keys()) if (kept.size > maxTokens) kept.delete(oldest)
    },
    take: (token) => {
      const confirmation = kept.get(token)
      kept.delete(token)
      return confirmation
    },
  }
}
