import { describe, expect, test } from 'vitest'
import { asking } from '../../test/asking.ts'
import { outcomeOf } from '../../test/open-calendar.ts'
import { type AskingViewer, demand, mayDo, readScope, trusted, type Viewer } from './decision.ts'
import { type AccessPolicy, type AccessQuestion, allowAll, publicReadOnly, readScopes } from './policy.ts'

const viewer = (policy: Partial<AccessPolicy>, actor: Viewer['actor'] = { id: '5' }): AskingViewer =>
  asking({ actor, policy: { ...allowAll(), ...policy } })
/** A viewer whose policy gives this answer, which may be of the wrong type: the host may be written in plain JavaScript. */
const viewerWithAnswer = (answer: unknown): AskingViewer => viewer({ may: () => answer as boolean, readable: () => answer as [] })
const question = { action: 'update', kind: 'event' } as const

describe('a question about an action', () => {
  test.each<[string, AskingViewer, boolean]>([
    ['trusted code may do anything', trusted, true],
    ['true allows', viewerWithAnswer(true), true],
    ['a promise of true allows', viewerWithAnswer(Promise.resolve(true)), true],
    ['false denies', viewerWithAnswer(false), false],
    ['a promise of false denies', viewerWithAnswer(Promise.resolve(false)), false],
    ['undefined denies', viewerWithAnswer(undefined), false],
    ['null denies', viewerWithAnswer(null), false],
    ['1 denies', viewerWithAnswer(1), false],
    ['the text true denies', viewerWithAnswer('true'), false],
    ['an object denies', viewerWithAnswer({ allowed: true }), false],
    ['a function denies', viewerWithAnswer(() => true), false],
    ['a promise of 1 denies', viewerWithAnswer(Promise.resolve(1)), false],
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
    ['the preset allowAll allows', viewer(allowAll()), true],
    ['the preset publicReadOnly denies', viewer(publicReadOnly()), false],
  ])('%s', async (_name, who, expected) => expect(await mayDo(who, question)).toBe(expected))

  test('a policy gets the actor', async () => {
    const questions: AccessQuestion[] = []
    const may = (asked: AccessQuestion): boolean => questions.push(asked) > 0
    await mayDo(viewer({ may }, { id: '5', roles: ['editor'] }), question)
    await mayDo(viewer({ may }, null), question)
    expect(questions).toEqual([
      { ...question, actor: { id: '5', roles: ['editor'] } },
      { ...question, actor: null },
    ])
  })

  test.each<[string, AskingViewer, string]>([
    ['a permitted caller passes', viewer({}), 'done'],
    ['a denied caller with an actor gets forbidden', viewer({ may: () => false }), 'forbidden'],
    ['a denied anonymous caller gets unauthenticated', viewer({ may: () => false }, null), 'unauthenticated'],
  ])('%s', async (_name, who, expected) => expect(await outcomeOf(demand(who, question))).toBe(expected))
})

describe('a question about a read scope', () => {
  test.each<[string, AskingViewer, unknown]>([
    ['trusted code reads everything', trusted, readScopes.all],
    ['a list of clauses is accepted', viewerWithAnswer([{ status: 'draft' }]), [{ status: 'draft' }]],
    ['a promise of a list is accepted', viewerWithAnswer(Promise.resolve(readScopes.published)), readScopes.published],
    ['undefined shows nothing', viewerWithAnswer(undefined), []],
    ['true shows nothing', viewerWithAnswer(true), []],
    ['a clause outside of a list shows nothing', viewerWithAnswer({ status: 'publish' }), []],
    [
      'a clause with undefined authors is accepted',
      viewerWithAnswer([{ status: 'draft', authorIds: undefined }]),
      [{ status: 'draft', authorIds: undefined }],
    ],
    ['null among clauses shows nothing', viewerWithAnswer([{ status: 'draft' }, null]), []],
    ['a text among clauses shows nothing', viewerWithAnswer(['publish']), []],
    ['a clause without a status shows nothing', viewerWithAnswer([{}]), []],
    ['a clause whose authors are no list shows nothing', viewerWithAnswer([{ status: 'draft', authorIds: '10' }]), []],
    ['a promise of an invalid clause shows nothing', viewerWithAnswer(Promise.resolve([{ status: 'draft', authorIds: 1 }])), []],
    [
      'a clause that throws shows nothing',
      viewerWithAnswer([
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
