import type { AccessPolicy, AccessQuestion, AccessTarget } from './policy.ts'

/** An answer, or a promise of one that never rejects. */
type Answer = boolean | Promise<boolean>

/** Thrown inside a transaction by a question that the policy has not answered yet. The answer is awaited outside of the transaction. */
export const unanswered: Error = Object.freeze(new Error('The access policy has not answered yet.'))

/**
 * Memoizes a policy: each question is asked once. Two questions are equal if they have the same action, kind, scope and records; a record is
 * identified by its id, author and status. New records have no id, so a hundred of one kind, author and status are one question.
 */
export function askOnce(policy: AccessPolicy): AccessPolicy {
  const answers = new Map<string, Answer>()
  return {
    readable: policy.readable.bind(policy),
    may: (question) => {
      const key = toKey(question)
      const known = answers.get(key)
      if (known !== undefined) return known
      const answer = decide(policy, question)
      answers.set(key, answer)
      // Later calls get the answer synchronously.
      if (typeof answer !== 'boolean') void answer.then((decided) => answers.set(key, decided))
      return answer
    },
  }
}

/** Memoizes the read scopes of one viewer, so that a read inside of a transaction does not wait for a policy that has answered before. */
export function rememberScopes(policy: AccessPolicy): AccessPolicy {
  const scopes = new Map<string, ReturnType<AccessPolicy['readable']>>()
  return {
    may: (question) => policy.may(question),
    readable: (actor, kind) => {
      const known = scopes.get(kind)
      if (known !== undefined) return known
      const scope = policy.readable(actor, kind)
      scopes.set(kind, scope)
      // The caller handles an error.
      if (isThenable(scope))
        void scope.then(
          (given) => scopes.set(kind, given),
          () => undefined,
        )
      return scope
    },
  }
}

const toKey = ({ action, kind, record, next, scope }: AccessQuestion): string =>
  `${action} ${kind} ${scope ?? ''} ${targetKey(record)} ${targetKey(next)}`

const targetKey = (target: AccessTarget | undefined): string =>
  target === undefined ? '' : JSON.stringify([target.id, target.authorId, target.status])

/** The decision of the policy, synchronous where the policy is synchronous; a throw and a rejection deny. */
export function decide(policy: AccessPolicy, question: AccessQuestion): Answer {
  try {
    // Hosts without types can return anything.
    const answer: unknown = policy.may(question)
    return isThenable(answer) ? decideLater(answer) : answer === true
  } catch {
    return false
  }
}

async function decideLater(answer: PromiseLike<unknown>): Promise<boolean> {
  try {
    return (await answer) === true
  } catch {
    return false
  }
}

/** Recognises promises of other realms and libraries too. */
export const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

/** The questions that one attempt of a transaction asks. */
export interface OpenQuestions {
  /** The policy of the attempt: a question without a prompt answer throws {@link unanswered}. */
  readonly policy: AccessPolicy
  /** Whether an unanswered question ended the attempt. */
  isOpen(): boolean
  /** Resolves when all questions of the attempt are answered. */
  answered(): Promise<void>
}

/**
 * Wraps a policy for one attempt of a transaction. A question without a prompt answer ends the attempt, because a transaction that waits for
 * a policy locks a SQLite file for every other writer.
 * @param policy a policy of {@link askOnce}: the next attempt gets the remembered answers synchronously
 */
export function openQuestions(policy: AccessPolicy): OpenQuestions {
  const pending = new Set<Promise<boolean>>()
  let isOpen = false
  const awaitPrompt = async (answer: Promise<boolean>): Promise<boolean> => {
    pending.add(answer)
    let decided: boolean | undefined
    void answer.then((value) => {
      decided = value
      pending.delete(answer)
    })
    for (let turn = 0; turn < microtasks; turn++) {
      await undefined
      if (decided !== undefined) return decided
    }
    isOpen = true
    throw unanswered
  }
  return {
    policy: {
      readable: (actor, kind) => policy.readable(actor, kind),
      may: (question) => {
        const answer = policy.may(question)
        return typeof answer === 'boolean' ? answer : awaitPrompt(answer)
      },
    },
    isOpen: () => isOpen,
    answered: async () => void (await Promise.all(pending)),
  }
}

/** How long an answer is prompt. An async policy that awaits no I/O takes fewer microtasks, even inside the handler's time limit. */
const microtasks = 50
