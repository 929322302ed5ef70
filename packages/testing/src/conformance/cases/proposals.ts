import type { CalendarStore, Decision, ProposalQuery, StoredProposal } from '@kalends/core/store'
import { assertEqual } from '../../assert.ts'
import { type ConformanceCase, type ConformanceContext, defineCase } from '../case.ts'

/** A proposal before it is stored. */
type Proposed = Parameters<CalendarStore['proposals']['insert']>[0]

const proposed = (eventId: number, members: Partial<Proposed> = {}): Proposed => ({
  eventId,
  version: 1,
  authorId: 'ann',
  patch: '{"title":"Other"}',
  createdMs: 1_000,
  ...members,
})

const toStored = (id: number | null, { eventId, version, authorId, patch, createdMs }: Proposed): StoredProposal => ({
  id: id ?? 0,
  eventId,
  version,
  authorId,
  patch,
  state: 'open',
  note: '',
  deciderId: '',
  createdMs,
  decidedMs: null,
})

const decision = (members: Partial<Decision> = {}): Decision => ({
  state: 'declined',
  note: 'Too late.',
  deciderId: 'eva',
  decidedMs: 2_000,
  ...members,
})

/** Inserts events. @returns their ids */
async function insertEvents({ store, draft }: ConformanceContext, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let i = 0; i < count; i++) ids.push((await store.events.insert(draft.event())).id)
  return ids
}

/** A text that some collations and encodings change. */
const nasty = '{"title":"Größe 🎪 \\u0000 \'\\"\\\\ trailing "}'

const decidingCases: readonly ConformanceCase[] = [
  defineCase('proposals/get', 'a stored proposal is returned by its id, and undefined for any other id', async (context) => {
    const [event = 0] = await insertEvents(context, 1)
    const { proposals } = context.store
    const one = proposed(event, { version: 9_007_199_254_740_991, authorId: 'Ännchen', patch: nasty, createdMs: 1_900_000_000_000 })
    const id = await proposals.insert(one)
    assertEqual(await proposals.get(id ?? 0), toStored(id, one), 'stored')
    assertEqual(await proposals.get((id ?? 0) + 1), undefined, 'another id')
    assertEqual(await proposals.insert(proposed(event + 1)), null, 'of no event')
  }),
  defineCase('proposals/long', 'the longest patch and note are stored whole', async (context) => {
    const [event = 0] = await insertEvents(context, 1)
    const { proposals } = context.store
    const one = proposed(event, { authorId: '🎪'.repeat(255), patch: `"${'ü'.repeat(262_143)}"` })
    const id = await proposals.insert(one)
    const noted = decision({ note: '🎪'.repeat(500), deciderId: '🎪'.repeat(255) })
    await proposals.decide(id ?? 0, noted)
    assertEqual(await proposals.get(id ?? 0), { ...toStored(id, one), ...noted }, 'stored')
  }),
  defineCase('proposals/ids', 'a later proposal has a higher id, also after the deletion of the event of the last one', async (context) => {
    const [kept = 0, gone = 0] = await insertEvents(context, 2)
    const { events, proposals } = context.store
    const first = (await proposals.insert(proposed(kept))) ?? 0
    const second = (await proposals.insert(proposed(gone))) ?? 0
    await events.delete(gone, 1)
    const third = (await proposals.insert(proposed(kept))) ?? 0
    assertEqual([first > 0, second > first, third > second], [true, true, true], 'ascending')
  }),
  defineCase('proposals/decide', 'decide gives an open proposal its decision, once, and changes nothing else', async (context) => {
    const [event = 0] = await insertEvents(context, 1)
    const { proposals } = context.store
    const [one, other] = [(await proposals.insert(proposed(event))) ?? 0, (await proposals.insert(proposed(event))) ?? 0]
    assertEqual(await proposals.decide(one, decision()), true, 'open')
    assertEqual(await proposals.decide(one, decision({ state: 'accepted', note: '' })), false, 'decided')
    assertEqual(await proposals.decide(other + 1, decision()), false, 'unknown')
    assertEqual(await proposals.get(one), { ...toStored(one, proposed(event)), ...decision() }, 'the decided one')
    assertEqual(await proposals.get(other), toStored(other, proposed(event)), 'another one')
  }),
  defineCase('proposals/rollback', 'a rollback undoes inserts and decisions', async (context) => {
    const [event = 0] = await insertEvents(context, 1)
    const { store } = context
    const id = (await store.proposals.insert(proposed(event))) ?? 0
    await store
      .transaction(async (tx) => {
        await tx.proposals.decide(id, decision())
        await tx.proposals.insert(proposed(event))
        assertEqual((await tx.proposals.get(id))?.state, 'declined', 'inside')
        throw new Error('undone')
      })
      .catch(() => undefined)
    assertEqual(await store.proposals.find({ limit: 10 }), [toStored(id, proposed(event))], 'afterwards')
  }),
  defineCase('proposals/concurrent', 'of concurrent transactions that decide a proposal, one does', async (context) => {
    const [event = 0] = await insertEvents(context, 1)
    const { store } = context
    const id = (await store.proposals.insert(proposed(event))) ?? 0
    const deciders = Array.from({ length: 8 }, (_, i) => decision({ deciderId: `user-${i}` }))
    const results = await Promise.all(deciders.map((one) => store.transaction((tx) => tx.proposals.decide(id, one))))
    assertEqual(results.filter(Boolean).length, 1, 'how many decided')
    assertEqual((await store.proposals.get(id))?.deciderId, `user-${results.indexOf(true)}`, 'by whom')
  }),
]

/** What is found in the order of ids, by the positions of the proposals. */
const queries: readonly (readonly [
  what: string,
  query: Omit<ProposalQuery, 'limit' | 'eventId'>,
  isOfFirst: boolean,
  found: readonly number[],
])[] = [
  ['all', {}, false, [4, 3, 2, 1, 0]],
  ['an event', {}, true, [3, 1, 0]],
  ['a proposer', { authorId: 'ann' }, false, [4, 3, 0]],
  ['a proposer in another case', { authorId: 'Ann' }, false, [1]],
  ['a state', { state: 'open' }, false, [4, 2, 1]],
  ['several members', { authorId: 'ann', state: 'declined' }, true, [0]],
  ['another decision', { state: 'accepted' }, false, [3]],
]

const findingCases: readonly ConformanceCase[] = [
  defineCase('proposals/find', 'find returns the matching proposals, the highest ids first, up to the limit', async (context) => {
    const [first = 0, second = 0] = await insertEvents(context, 2)
    const { proposals } = context.store
    const ids: number[] = []
    for (const [eventId, authorId] of [
      [first, 'ann'],
      [first, 'Ann'],
      [second, 'bob'],
      [first, 'ann'],
      [second, 'ann'],
    ] as const)
      ids.push((await proposals.insert(proposed(eventId, { authorId }))) ?? 0)
    await proposals.decide(ids[0] ?? 0, decision())
    await proposals.decide(ids[3] ?? 0, decision({ state: 'accepted' }))
    const found = async (query: ProposalQuery) => (await proposals.find(query)).map(({ id }) => ids.indexOf(id))
    for (const [what, query, isOfFirst, expected] of queries) {
      const whole = { ...query, ...(isOfFirst && { eventId: first }) }
      assertEqual(await found({ ...whole, limit: 10 }), [...expected], what)
      assertEqual(await found({ ...whole, limit: 1 }), expected.slice(0, 1), `${what}, one`)
      const beforeId = ids[3] ?? 0
      assertEqual(
        await found({ ...whole, beforeId, limit: 10 }),
        expected.filter((at) => at < 3),
        `${what}, before an id`,
      )
    }
  }),
  defineCase('proposals/deleted', 'the deletion of events deletes their proposals and preview tokens, and no others', async (context) => {
    const [one = 0, two = 0, three = 0, kept = 0] = await insertEvents(context, 4)
    const { store } = context
    for (const eventId of [one, two, three, kept]) {
      await store.proposals.insert(proposed(eventId))
      await store.previews.insert({ tokenHash: `hash-${eventId}`, eventId, untilMs: 5_000, drafts: '{}' })
    }
    await store.events.delete(one, 1)
    await store.events.deleteMany([
      { id: two, version: 1 },
      { id: three, version: 1 },
    ])
    // Ids of other kinds are other numbers.
    const venue = await store.venues.insert(context.draft.venue())
    await store.venues.delete(venue.id, 1)
    assertEqual(
      (await store.proposals.find({ limit: 10 })).map(({ eventId }) => eventId),
      [kept],
      'proposals',
    )
    const tokens = [one, two, three, kept].map((id) => store.previews.get(`hash-${id}`))
    assertEqual(
      (await Promise.all(tokens)).map((token) => token?.eventId),
      [undefined, undefined, undefined, kept],
      'tokens',
    )
    assertEqual(await store.proposals.insert(proposed(one)), null, 'a proposal for a deleted event')
    assertEqual(
      await store.previews.insert({ tokenHash: 'late', eventId: one, untilMs: 5_000, drafts: '{}' }),
      false,
      'a token for a deleted event',
    )
    assertEqual(await store.previews.get('late'), undefined, 'the late token')
  }),
  defineCase('proposals/deleted-meanwhile', 'no proposal or token of an event stays that is deleted at the same time', async (context) => {
    const { store } = context
    const ids = await insertEvents(context, 12)
    await Promise.all(
      ids.flatMap((eventId) => [
        store.proposals.insert(proposed(eventId)),
        store.events.delete(eventId, 1),
        store.previews.insert({ tokenHash: `hash-${eventId}`, eventId, untilMs: 5_000, drafts: '{}' }),
      ]),
    )
    assertEqual(await store.proposals.find({ limit: 20 }), [], 'proposals')
    const tokens = await Promise.all(ids.map((id) => store.previews.get(`hash-${id}`)))
    assertEqual(
      tokens.filter((token) => token !== undefined),
      [],
      'tokens',
    )
  }),
  defineCase('proposals/revision', 'proposals and preview tokens do not change the revision', async (context) => {
    const [event = 0] = await insertEvents(context, 1)
    const { store } = context
    await store.log.number()
    const { token } = await store.revision(0)
    const id = (await store.proposals.insert(proposed(event))) ?? 0
    await store.proposals.decide(id, decision())
    await store.previews.insert({ tokenHash: 'hash', eventId: event, untilMs: 5_000, drafts: '{}' })
    await store.previews.deleteOf(event)
    assertEqual((await store.revision(0)).token, token, 'the token')
  }),
]

const previewCases: readonly ConformanceCase[] = [
  defineCase('previews/get', 'a token is returned by its hash, by code points', async (context) => {
    const [event = 0] = await insertEvents(context, 1)
    const { previews } = context.store
    const drafts = JSON.stringify({ venue: [{ status: 'draft', authorIds: ['ä'.repeat(32_000)] }] })
    const rows = ['Hash', 'hash', 'x'.repeat(255)].map((tokenHash) => ({
      tokenHash,
      eventId: event,
      untilMs: 9_007_199_254_740_991,
      drafts,
    }))
    for (const row of rows) assertEqual(await previews.insert(row), true, 'inserted')
    for (const row of rows) assertEqual(await previews.get(row.tokenHash), row, row.tokenHash)
    assertEqual(await previews.get('HASH'), undefined, 'another hash')
  }),
  defineCase('previews/delete', 'deleteOf deletes the tokens of an event, deleteEnded those that have ended', async (context) => {
    const [one = 0, two = 0] = await insertEvents(context, 2)
    const { previews } = context.store
    for (const [tokenHash, eventId, untilMs] of [
      ['a', one, 1_000],
      ['b', one, 2_000],
      ['c', two, 1_000],
      ['d', two, 3_000],
    ] as const)
      await previews.insert({ tokenHash, eventId, untilMs, drafts: '{}' })
    const left = async (): Promise<string> => {
      const found = await Promise.all(['a', 'b', 'c', 'd'].map((hash) => previews.get(hash)))
      return found.map((token) => token?.tokenHash ?? '').join('')
    }
    assertEqual(await previews.deleteEnded(1_000), 0, 'none has ended')
    assertEqual(await previews.deleteEnded(2_000), 2, 'two have ended')
    assertEqual(await left(), 'bd', 'after that')
    assertEqual(await previews.deleteOf(one), 1, 'of an event')
    assertEqual(await previews.deleteOf(one), 0, 'again')
    assertEqual(await left(), 'd', 'at the end')
  }),
  defineCase('previews/rollback', 'a rollback undoes inserts and deletions', async (context) => {
    const [event = 0] = await insertEvents(context, 1)
    const { store } = context
    await store.previews.insert({ tokenHash: 'a', eventId: event, untilMs: 5_000, drafts: '{}' })
    await store
      .transaction(async (tx) => {
        await tx.previews.deleteOf(event)
        await tx.previews.insert({ tokenHash: 'b', eventId: event, untilMs: 5_000, drafts: '{}' })
        throw new Error('undone')
      })
      .catch(() => undefined)
    assertEqual([(await store.previews.get('a')) !== undefined, await store.previews.get('b')], [true, undefined], 'afterwards')
  }),
]

/** Proposals and preview tokens. */
export const proposalCases: readonly ConformanceCase[] = [...decidingCases, ...findingCases, ...previewCases]
