import { describe, expect, test } from 'vitest'
import { anEvent, collect, issuesOf, openCalendar } from '../../../test/open-calendar.ts'
import { type AccessPolicy, type AccessQuestion, type Actor, allowAll, publicReadOnly, readScopes } from '../../access/policy.ts'
import { roles } from '../../access/roles.ts'
import type { EventListInput } from './list-schema.ts'

const open = async () => {
  const opened = openCalendar()
  const events = [
    { title: 'shown' },
    { title: 'hidden of 5', authorId: '5', hidden: true },
    { title: 'hidden of 6', authorId: '6', hidden: true },
    { title: 'hidden draft of 5', authorId: '5', hidden: true, status: 'draft' as const },
    { title: 'hidden draft of 6', authorId: '6', hidden: true, status: 'draft' as const },
  ]
  for (const event of events) await opened.calendar.events.create(anEvent(event))
  return opened
}

/** A policy that allows updates, and shows drafts according to these clauses. */
const updating = (...drafts: readonly { readonly authorIds?: readonly string[] }[]): AccessPolicy => ({
  readable: () => [...readScopes.published, ...drafts.map((clause) => ({ ...clause, status: 'draft' as const }))],
  may: () => true,
})
const throwing: AccessPolicy['may'] = () => {
  throw new Error('no answer')
}
const author: Actor = { id: '5', roles: ['author'] }
const all = ['hidden of 5', 'hidden of 6']

describe('hidden events are listed', () => {
  test.each<[string, Actor | null, AccessPolicy, readonly string[]]>([
    ['not for the public', null, publicReadOnly(), []],
    ['not for a reader', { id: '7', roles: ['reader'] }, roles(), []],
    ['not for a viewer who may create, but not update', null, { ...allowAll(), may: ({ action }) => action === 'create' }, []],
    ['not if the policy answers 1 instead of true', null, { ...allowAll(), may: () => 1 as unknown as boolean }, []],
    ['not if the policy throws', null, { ...allowAll(), may: throwing }, []],
    ['not if the policy rejects', null, { ...allowAll(), may: () => Promise.reject(new Error('no answer')) }, []],
    ['for an editor', { id: '1', roles: ['editor'] }, roles(), all],
    ['for a viewer who may update and reads all drafts', null, { readable: () => readScopes.all, may: async () => true }, all],
    ['of an author, for that author', author, roles(), ['hidden of 5']],
    ['of the authors whose drafts the viewer reads', null, updating({ authorIds: ['6'] }, { authorIds: ['9', '5'] }), all],
    ['of no author, if the viewer reads drafts of no author', null, updating({ authorIds: [] }), []],
    ['of every author, if one clause is not limited to authors', null, updating({ authorIds: ['6'] }, {}), all],
    ['of every author, if the viewer reads no drafts', null, updating(), all],
  ])('%s', async (_name, actor, policy, hidden) => {
    const calendar = (await open()).calendar.as(actor, policy)
    const titles = async (input: EventListInput): Promise<readonly string[]> =>
      (await calendar.events.list({ orderBy: 'id', ...input })).items.map(({ title }) => title)
    expect(await titles({})).toEqual(['shown'])
    expect(await titles({ hidden: 'exclude' })).toEqual(['shown'])
    expect(await titles({ hidden: 'include' })).toEqual(['shown', ...hidden])
    // Viewers without permission to update get the list without hidden events; with `only` the others get hidden events alone.
    const mayUpdate = hidden.length > 0 || _name.startsWith('of no author')
    expect(await titles({ hidden: 'only' })).toEqual(mayUpdate ? hidden : ['shown'])
    expect((await calendar.events.list({ hidden: 'include', perPage: 1 })).total).toBe(1 + hidden.length)
    expect((await collect(calendar.events.each({ hidden: 'include' }))).length).toBe(1 + hidden.length)
  })

  test('in every status that is requested and readable', async () => {
    const { calendar } = await open()
    const titles = async (input: EventListInput, from = calendar): Promise<readonly string[]> =>
      (await from.events.list({ orderBy: 'id', status: 'any', ...input })).items.map(({ title }) => title)
    expect(await titles({ hidden: 'only' })).toEqual([...all, 'hidden draft of 5', 'hidden draft of 6'])
    expect(await titles({ hidden: 'only' }, calendar.as(author, roles()))).toEqual(['hidden of 5', 'hidden draft of 5'])
    expect(await titles({ hidden: 'include', ids: [1, 2, 3] }, calendar.as(author, roles()))).toEqual(['shown', 'hidden of 5'])
  })

  test('after one question without a record, which is asked only if they are requested', async () => {
    const { calendar } = await open()
    const questions: AccessQuestion[] = []
    const spied = calendar.as(author, { ...allowAll(), may: (question) => questions.push(question) > 0 })
    await spied.events.list({})
    await spied.events.list({ hidden: 'exclude' })
    expect(questions).toEqual([])
    await spied.events.list({ hidden: 'include' })
    expect(questions).toEqual([{ actor: author, action: 'update', kind: 'event' }])
  })

  test('according to one of three words; other values are refused', async () => {
    const { calendar } = await open()
    for (const hidden of ['yes', '', 'true', 'hidden', null, true])
      expect(Object.keys(await issuesOf(calendar.events.list({ hidden } as object)))).toEqual(['hidden'])
    expect((await calendar.events.list({ hidden: 'ONLY' } as object)).total).toBe(2)
  })
})
