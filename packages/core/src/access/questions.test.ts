import { describe, expect, test } from 'vitest'
import { type AccessPolicy, type AccessQuestion, type AccessTarget, allowAll } from './policy.ts'
import { askOnce, openQuestions, unanswered } from './questions.ts'

const target = (change: Partial<AccessTarget> = {}): AccessTarget => ({ id: null, authorId: 5, status: 'publish', ...change })
const question = (change: Partial<AccessQuestion> = {}): AccessQuestion => ({ actor: null, action: 'create', kind: 'venue', ...change })

/** A policy with the given answer that counts its questions. */
function counting(answer: () => unknown): { policy: AccessPolicy; asked: () => number } {
  let asked = 0
  const may = (): boolean => {
    asked++
    // Hosts without types can return anything.
    return answer() as boolean
  }
  return { policy: { ...allowAll(), may }, asked: () => asked }
}

function fail(): never {
  throw new Error('away')
}

describe('a question', () => {
  test.each<[string, () => unknown, boolean]>([
    ['yes', () => true, true],
    ['no', () => false, false],
    ['a promise of yes', async () => true, true],
    ['a promise of no', async () => false, false],
    ['1', () => 1, false],
    ['a promise of 1', async () => 1, false],
    ['a throw', fail, false],
    ['a rejection', async () => fail(), false],
  ])('is asked once, and its answer is remembered: %s', async (_, answer, expected) => {
    const { policy, asked } = counting(answer)
    const once = askOnce(policy)
    const same = () => question({ next: target() })
    expect(await Promise.all([once.may(same()), once.may(same())])).toEqual([expected, expected])
    // Synchronous, because the answer is known by now.
    expect(once.may(same())).toBe(expected)
    expect(asked()).toBe(1)
  })

  test.each<[string, Partial<AccessQuestion>]>([
    ['another action', { action: 'link' }],
    ['another kind', { kind: 'organizer' }],
    ['a record', { record: target() }],
    ['another id', { next: target({ id: 7 }) }],
    ['another author', { next: target({ authorId: 6 }) }],
    ['another status', { next: target({ status: 'draft' }) }],
    ['no next', { next: undefined } as object],
  ])('with %s is another question', (_, change) => {
    const { policy, asked } = counting(() => true)
    const once = askOnce(policy)
    once.may(question({ next: target() }))
    once.may(question({ next: target(), ...change }))
    expect(asked()).toBe(2)
  })
})

describe('an attempt of a transaction', () => {
  test('gets a synchronous answer, and one that awaits no I/O', async () => {
    for (const answer of [() => true, async () => true]) {
      const questions = openQuestions(askOnce(counting(answer).policy))
      expect(await questions.policy.may(question())).toBe(true)
      expect(questions.isOpen()).toBe(false)
    }
  })

  test('ends at a question without a prompt answer; the next attempt has the answer', async () => {
    let answer = (_: boolean): void => undefined
    const gate = new Promise<boolean>((resolve) => {
      answer = resolve
    })
    const { policy, asked } = counting(() => gate)
    const once = askOnce(policy)
    const first = openQuestions(once)
    await expect(first.policy.may(question())).rejects.toBe(unanswered)
    expect(first.isOpen()).toBe(true)
    answer(true)
    await first.answered()
    const second = openQuestions(once)
    expect([second.policy.may(question()), second.isOpen(), asked()]).toEqual([true, false, 1])
  })
})
