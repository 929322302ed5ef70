const refusals = new WeakSet<Error>()

/** An error that says in one sentence which setting cannot be used; the server prints the sentence without a stack trace. */
export function refusal(sentence: string, cause?: unknown): Error {
  const error = new Error(sentence, { cause })
  refusals.add(error)
  return error
}

/** Whether something thrown is a {@link refusal}. */
export const isRefusal = (error: unknown): error is Error => error instanceof Error && refusals.has(error)

/** The refusal of a variable's value. */
export const refuse = (name: string, value: string, accepted: string): Error =>
  refusal(`${name} cannot be ${JSON.stringify(value)}: give ${accepted}.`)
