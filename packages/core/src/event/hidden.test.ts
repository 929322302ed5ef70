import { describe, expect, test } from 'vitest'
import { anEvent, collect, issuesOf, openCalendar } from '../../test/open-calendar.ts'
import type { Actor } from '../access/actor.ts'
import { type AccessPolicy, type AccessQuestion, allowAll, everything, publicReadOnly, publishedOnly } from '../access/policy.ts'
import { roles } from '../access/roles.ts'
import type { EventListInput } from './list-schema.ts'

const open = async () => {
  const opened = openCalendar()
  const events = [
    { title: 'shown' },
    { title: 'hidden of 5', authorId: 5, hidden: true },
    { title: 'hidden of 6', authorId: 6, hidden: true },
    { title: 'hidden draft of 5', authorId: 5, hidden: true, status: 'draft' as const },
    { title: 'hidden draft of 6', authorId: 6, hidden: true, status: 'draft' as const },
  ]
  for (const event of events) await opened.calendar.events.create(anEvent(event))
  return opened
}

/** A policy that allows updates, and shows drafts according to these clauses. */
const updating = (...drafts: readonly { readonly authorIds?: readonly number[] }[]): AccessPolicy => ({
  readable: () => [...publishedOnly, ...drafts.map((clause) => ({ ...clause, status: 'draft' as const }))],
  may: () => true,
})
const throwing: AccessPolicy['may'] = () => {
  throw new Error('no answer')
}
const author: Actor = { id: 5, roles: ['author'] }
const all = ['hidden of 5', 'hidden of 6']

describe('hidden events are listed', () => {
  test.each<[string, Actor | null, AccessPolicy, readonly string[]]>([
    ['not for the public', null, publicReadOnly(), []],
    ['not for a reader', { id: 7, roles: ['reader'] }, roles(), []],
    ['not for who may create only', null, { ...allowAll(), may: ({ action }) => action === 'create' }, []],
    ['not for who is refused with anything but true', null, { ...allowAll(), may: () => 1 as unknown as boolean }, []],
    ['not where the policy throws', null, { ...allowAll(), may: throwing }, []],
    ['not where the policy rejects', null, { ...allowAll(), may: () => Promise.reject(new Error('no answer')) }, []],
    ['for an editor', { id: 1, roles: ['editor'] }, roles(), all],
    ['for who may update, and reads all drafts', null, { readable: () => everything, may: async () => true }, all],
    ['of an author, for that author', author, roles(), ['hidden of 5']],
    ['of the authors whose drafts are read', null, updating({ authorIds: [6] }, { authorIds: [9, 5] }), all],
    ['of nobody, where drafts of nobody are read', null, updating({ authorIds: [] }), []],
    ['of everybody, where one clause names no author', null, updating({ authorIds: [6] }, {}), all],
    ['of everybody, where drafts are not limited to authors', null, updating(), all],
  ])('%s', async (_name, actor, policy, hidden) => {
    const calendar = (await open()).calendar.as(actor, policy)
    const titles = async (input: EventListInput): Promise<readonly string[]> =>
      (await calendar.events.list({ orderBy: 'id', ...input })).items.map(({ title }) => title)
    expect(await titles({})).toEqual(['shown'])
    expect(await titles({ hidden: 'exclude' })).toEqual(['shown'])
    expect(await titles({ hidden: 'include' })).toEqual(['shown', ...hidden])
    // Viewers without permission to update get the list without hidden events; with `only` the others get hidden events alone.
    const mayUpdate = hidden.length > 0 || _name.startsWith('of nobody')
    expect(await titles({ hidden: 'only' })).toEqual(mayUpdate ? hidden : ['shown'])
    expect((await calendar.events.list({ hidden: 'include', perPage: 1 })).total).toBe(1 + hidden.length)
    expect((await collect(calendar.events.each({ hidden: 'include' }))).length).toBe(1 + hidden.length)
  })

  test('of every status that is asked for and read', async () => {
    const { calendar } = await open()
    const titles = async (input: EventListInput, from = calendar): Promise<readonly string[]> =>
      (await from.events.list({ orderBy: 'id', status: 'any', ...input })).items.map(({ title }) => title)
    expect(await titles({ hidden: 'only' })).toEqual([...all, 'hidden draft of 5', 'hidden draft of 6'])
    expect(await titles({ hidden: 'only' }, calendar.as(author, roles()))).toEqual(['hidden of 5', 'hidden draft of 5'])
    expect(await titles({ hidden: 'include', include: [1, 2, 3] }, calendar.as(author, roles()))).toEqual(['shown', 'hidden of 5'])
  })

  test('after one question about no record, and without a question where nobody asks for them', async () => {
    const { calendar } = await open()
    const questions: AccessQuestion[] = []
    const spied = calendar.as(author, { ...allowAll(), may: (question) => questions.push(question) > 0 })
    await spied.events.list({})
    await spied.events.list({ hidden: 'exclude' })
    expect(questions).toEqual([])
    await spied.events.list({ hidden: 'include' })
    expect(questions).toEqual([{ actor: author, action: 'update', kind: 'event' }])
  })

  test('as one of three words says', async () => {
    const { calendar } = await open()
    for (const hidden of ['yes', '', 'true', 'hidden', null, true])
      expect(Object.keys(await issuesOf(calendar.events.list({ hidden } as object)))).toEqual(['hidden'])
    expect((await calendar.events.list({ hidden: 'ONLY' } as object)).total).toBe(2)
  })
})
