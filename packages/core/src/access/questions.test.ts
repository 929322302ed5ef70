import { describe, expect, test } from 'vitest'
import { asking } from '../../test/asking.ts'
import { mayDo, readScope } from './decision.ts'
import { type AccessPolicy, type AccessQuestion, type AccessSubject, allowAll, readScopes } from './policy.ts'
import { beginAsking, withoutWaiting } from './questions.ts'
import type { PolicyTiming } from './time-limit.ts'

const subject = (change: Partial<AccessSubject> = {}): AccessSubject => ({ id: null, authorId: '5', status: 'publish', ...change })
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
    const viewer = asking({ actor: null, policy })
    const same = () => question({ next: subject() })
    expect(await Promise.all([mayDo(viewer, same()), mayDo(viewer, same())])).toEqual([expected, expected])
    expect(await mayDo(viewer, same())).toBe(expected)
    expect(asked()).toBe(1)
  })

  test.each<[string, Partial<AccessQuestion>]>([
    ['another action', { action: 'link' }],
    ['another kind', { kind: 'organizer' }],
    ['a record', { record: subject() }],
    ['another id', { next: subject({ id: 7 }) }],
    ['another author', { next: subject({ authorId: '6' }) }],
    ['another status', { next: subject({ status: 'draft' }) }],
    ['no next', { next: undefined } as object],
  ])('with %s is another question', async (_, change) => {
    const { policy, asked } = counting(() => true)
    const viewer = asking({ actor: null, policy })
    await mayDo(viewer, question({ next: subject() }))
    await mayDo(viewer, question({ next: subject(), ...change }))
    expect(asked()).toBe(2)
  })
})

test('a viewer that a call asks already is asked on, with the same answers', async () => {
  const { policy, asked } = counting(() => true)
  const viewer = asking({ actor: null, policy })
  await mayDo(viewer, question())
  await mayDo(asking(viewer), question())
  expect(asked()).toBe(1)
})

test.each<[string, Partial<AccessPolicy>, boolean]>([
  ['is not known before the first promise', {}, false],
  ['is known after a promise of an answer', { may: () => Promise.resolve(true) }, true],
  ['is known after a promise of a read scope', { readable: () => Promise.resolve(readScopes.all) }, true],
])('whether policies have to be waited for %s', async (_, policy, expected) => {
  const timing: PolicyTiming = { timeoutMs: 1_000, hasWaited: false }
  const viewer = beginAsking({ actor: null, policy: { ...allowAll(), ...policy } }, timing)
  expect(timing.hasWaited).toBe(false)
  await mayDo(viewer, question())
  await readScope(viewer, 'event')
  expect(timing.hasWaited).toBe(expected)
  await mayDo(beginAsking({ actor: null, policy: allowAll() }, timing), question())
  expect(timing.hasWaited).toBe(expected)
})

test('an async function has to be waited for, which is known before it is asked', () => {
  const timing: PolicyTiming = { timeoutMs: 1_000, hasWaited: false }
  beginAsking({ actor: null, policy: { ...allowAll(), may: async () => true } }, timing)
  expect(timing.hasWaited).toBe(true)
})

test('without waiting, an open question counts as allowed, and all of them are considered concurrently', async () => {
  let open = 0
  let most = 0
  const answer = async (): Promise<boolean> => {
    most = Math.max(most, ++open)
    await new Promise((resolve) => setTimeout(resolve, 5))
    open--
    return false
  }
  const viewer = asking({ actor: null, policy: counting(answer).policy })
  const unawaited = withoutWaiting(viewer)
  for (const id of [1, 2, 3]) expect(await mayDo(unawaited.viewer, question({ record: subject({ id }) }))).toBe(true)
  await unawaited.answered()
  expect(most).toBe(3)
  expect(await mayDo(viewer, question({ record: subject({ id: 2 }) }))).toBe(false)
})
