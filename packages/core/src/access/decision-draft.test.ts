import { expect, test } from 'vitest'
import { asking } from '../../test/asking.ts'
import { isCalendarError } from '../errors/calendar-error.ts'
import { demand, demandNested, type Question } from './decision.ts'
import { allowAll, type Status } from './policy.ts'

/** A viewer with permission to write drafts alone. */
const viewer = (actor: { readonly id: string } | null) =>
  asking({ actor, policy: { ...allowAll(), may: ({ next }) => next?.status === 'draft' } })

const question = (members: object): Question => ({ action: 'create', kind: 'event', ...members })
const target = (status: Status) => ({ id: 1, authorId: '7', status })

async function detailsOf(work: Promise<void>): Promise<object> {
  const error: unknown = await work.catch((failure: unknown) => failure)
  return isCalendarError(error) ? { code: error.code, ...error.details } : {}
}

test.each<[name: string, question: Question, isAllowed: boolean]>([
  ['a new public event', question({ next: target('publish') }), true],
  ['a new scheduled venue', question({ kind: 'venue', next: target('future') }), true],
  ['a draft that is published', question({ action: 'update', record: target('draft'), next: target('publish') }), true],
  ['a change of a public event', question({ action: 'update', record: target('publish'), next: target('publish') }), false],
  ['a public event that becomes private', question({ action: 'update', record: target('publish'), next: target('private') }), false],
  ['a move to the trash', question({ action: 'trash', record: target('draft'), next: target('trash') }), false],
  ['a deletion', question({ action: 'delete', record: target('draft') }), false],
  ['a new tag', question({ kind: 'tag', next: target('publish') }), false],
  ['a link', question({ action: 'link', kind: 'venue', record: target('publish') }), false],
])('%s is forbidden, and whether a draft would be allowed is said', async (_, asked, isAllowed) => {
  const { action, kind } = asked
  const allowed = isAllowed ? { allowed: 'draft' } : {}
  expect(await detailsOf(demand(viewer({ id: '7' }), asked))).toEqual({ code: 'forbidden', action, kind, ...allowed })
  expect(await detailsOf(demandNested(viewer({ id: '7' }), [asked]))).toMatchObject({
    code: 'forbidden',
    denied: { action, kind },
    ...allowed,
  })
  expect(await detailsOf(demand(viewer(null), asked))).toEqual({ code: 'unauthenticated' })
})
