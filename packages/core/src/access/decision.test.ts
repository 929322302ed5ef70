import { describe, expect, test } from 'vitest'
import { outcomeOf } from '../../test/open-calendar.ts'
import { demand, mayDo, readScope, trusted, type Viewer } from './decision.ts'
import { type AccessPolicy, type AccessQuestion, allowAll, everything, publicReadOnly, publishedOnly } from './policy.ts'

const viewer = (policy: Partial<AccessPolicy>, actor: Viewer['actor'] = { id: 5 }): Viewer => ({
  actor,
  policy: { ...allowAll(), ...policy },
})
/** A policy of a host without types. */
const answering = (answer: unknown): Viewer => viewer({ may: () => answer as boolean, readable: () => answer as [] })
const question = { action: 'update', kind: 'event' } as const

describe('what may be done', () => {
  test.each<[string, Viewer, boolean]>([
    ['trusted code does anything', trusted, true],
    ['true allows', answering(true), true],
    ['a promise of true allows', answering(Promise.resolve(true)), true],
    ['false denies', answering(false), false],
    ['a promise of false denies', answering(Promise.resolve(false)), false],
    ['nothing denies', answering(undefined), false],
    ['null denies', answering(null), false],
    ['1 denies', answering(1), false],
    ['the text true denies', answering('true'), false],
    ['an object denies', answering({ allowed: true }), false],
    ['a function denies', answering(() => true), false],
    ['a promise of 1 denies', answering(Promise.resolve(1)), false],
    [
      'a throw denies',
      viewer({
        may: () => {
          throw new Error('broken')
        },
      }),
      false,
    ],
    ['a rejection denies', viewer({ may: () => Promise.reject(new Error('broken')) }), false],
    ['the preset for all allows', viewer(allowAll()), true],
    ['the preset for readers denies', viewer(publicReadOnly()), false],
  ])('%s', async (_name, who, expected) => expect(await mayDo(who, question)).toBe(expected))

  test('a policy is told who asks', async () => {
    const questions: AccessQuestion[] = []
    const may = (asked: AccessQuestion): boolean => questions.push(asked) > 0
    await mayDo(viewer({ may }, { id: 5, roles: ['editor'] }), question)
    await mayDo(viewer({ may }, null), question)
    expect(questions).toEqual([
      { ...question, actor: { id: 5, roles: ['editor'] } },
      { ...question, actor: null },
    ])
  })

  test.each<[string, Viewer, string]>([
    ['who may passes', viewer({}), 'done'],
    ['who may not, but is known, is forbidden', viewer({ may: () => false }), 'forbidden'],
    ['who may not and is unknown has to sign in', viewer({ may: () => false }, null), 'unauthenticated'],
  ])('%s', async (_name, who, expected) => expect(await outcomeOf(demand(who, question))).toBe(expected))
})

describe('what may be read', () => {
  test.each<[string, Viewer, unknown]>([
    ['trusted code reads everything', trusted, everything],
    ['a list of clauses counts', answering([{ status: 'draft' }]), [{ status: 'draft' }]],
    ['a promise of one counts', answering(Promise.resolve(publishedOnly)), publishedOnly],
    ['nothing shows nothing', answering(undefined), []],
    ['true shows nothing', answering(true), []],
    ['a clause alone shows nothing', answering({ status: 'publish' }), []],
    ['a clause without limits counts', answering([{ status: 'draft', authorIds: undefined }]), [{ status: 'draft', authorIds: undefined }]],
    ['null among clauses shows nothing', answering([{ status: 'draft' }, null]), []],
    ['a text among clauses shows nothing', answering(['publish']), []],
    ['a clause without a status shows nothing', answering([{}]), []],
    ['authors that are no list show nothing', answering([{ status: 'draft', authorIds: '10' }]), []],
    ['a promise of what is no clause shows nothing', answering(Promise.resolve([{ status: 'draft', authorIds: 1 }])), []],
    [
      'a clause that throws shows nothing',
      answering([
        {
          status: 'draft',
          get authorIds() {
            throw new Error('broken')
          },
        },
      ]),
      [],
    ],
    [
      'a throw shows nothing',
      viewer({
        readable: () => {
          throw new Error('broken')
        },
      }),
      [],
    ],
    ['a rejection shows nothing', viewer({ readable: () => Promise.reject(new Error('broken')) }), []],
  ])('%s', async (_name, who, expected) => expect(await readScope(who, 'event')).toEqual(expected))
})
