import { memoryStore } from '@kalends/memory'
import { failingStore, fixedClock } from '@kalends/testing'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anEvent, issuesOf, openCalendar, outcomeOf } from '../../../test/open-calendar.ts'
import { type Actor, publicReadOnly } from '../../access/policy.ts'
import { roles } from '../../access/roles.ts'
import type { Calendar } from '../../calendar/api.ts'
import { createCalendar } from '../../calendar/calendar.ts'
import type { CalendarOptions } from '../../calendar/options.ts'
import type { Proposal, ProposalListInput, ProposalPage } from './proposal.ts'
import type { EventPatch } from './schema.ts'

const access = roles({ publishers: [] })
const anything = { '~standard': { version: 1 as const, vendor: 'test', validate: (value: unknown) => ({ value }) } }

/** A calendar with a published event of the editor, as an editor, two authors, a reader and a stranger see it. */
async function open(options: Partial<CalendarOptions> = {}) {
  const opened = openCalendar(options)
  const as = (id: string, role: string): Calendar => opened.calendar.as({ id, roles: [role] }, access)
  const [eva, ann, bob, rob] = [as('eva', 'editor'), as('ann', 'author'), as('bob', 'author'), as('rob', 'reader')]
  const event = await eva.events.create(anEvent({ title: 'Choir' }))
  return { ...opened, eva, ann, bob, rob, stranger: opened.calendar.as(null, access), event }
}

const idsOf = ({ items }: ProposalPage): readonly number[] => items.map(({ id }) => id)

describe('a proposal', () => {
  test('is accepted by an update of the one who accepts it', async () => {
    const { ann, eva, event, clock, calendar } = await open()
    const proposed = await ann.events.propose(event.slug, { title: 'Big choir', endDate: new Date('2026-06-10T20:00:00Z') })
    const patch = { title: 'Big choir', endDate: '2026-06-10T20:00:00.000Z' }
    const made = { id: proposed.id, eventId: event.id, version: 1, authorId: 'ann', patch, at: '2026-06-01 12:00:00' }
    expect(proposed).toEqual({ ...made, state: 'open', note: '', deciderId: '', decidedAt: null })
    expect(await calendar.events.get(event.id)).toEqual(event)
    clock.set('2026-06-02T12:00:00Z')
    expect(await eva.events.accept(proposed.id)).toMatchObject({ title: 'Big choir', endDate: '2026-06-10 22:00:00', version: 2 })
    const [last] = await eva.events.history(event.id)
    expect(last).toMatchObject({ actor: 'eva', verb: 'updated', version: 2 })
    const { items } = await ann.events.proposals()
    expect(items).toEqual([{ ...made, state: 'accepted', note: '', deciderId: 'eva', decidedAt: '2026-06-02 12:00:00' }])
  })

  test('is declined with a note, and withdrawn by its proposer', async () => {
    const { ann, bob, eva, event } = await open()
    const [one, two] = [await ann.events.propose(event.id, { title: 'A' }), await ann.events.propose(event.id, { title: 'B' })]
    expect(await eva.events.decline(one.id, ' Too\nlate. ')).toMatchObject({ state: 'declined', note: 'Too late.', deciderId: 'eva' })
    expect(await outcomeOf(bob.events.decline(two.id))).toBe('not_found')
    expect(await ann.events.decline(two.id)).toMatchObject({ state: 'declined', note: '', deciderId: 'ann' })
    for (const { id } of [one, two])
      for (const again of [() => eva.events.decline(id), () => eva.events.accept(id)])
        expect(await outcomeOf(again())).toBe('version_conflict')
    expect(await eva.events.get(event.id)).toEqual(event)
    expect(await issuesOf(eva.events.decline(one.id, 'x'.repeat(501)))).toEqual({ note: 'must have at most 500 characters' })
  })

  test('is for one version, unless the one who accepts it names another', async () => {
    const { ann, eva, event } = await open()
    const { id } = await ann.events.propose(event.id, { title: 'Big choir' })
    await eva.events.update(event.id, { featured: true })
    expect(await outcomeOf(eva.events.accept(id))).toBe('version_conflict')
    expect(await outcomeOf(eva.events.accept(id, { version: 1 }))).toBe('version_conflict')
    expect((await eva.events.proposals()).items).toMatchObject([{ state: 'open' }])
    expect(await eva.events.accept(id, { version: 2 })).toMatchObject({ title: 'Big choir', featured: true, version: 3 })
    expect(await outcomeOf(ann.events.propose(event.id, { title: 'C' }, { version: 2 }))).toBe('version_conflict')
    expect(await ann.events.propose(event.id, { title: 'C' }, { version: 3 })).toMatchObject({ version: 3 })
  })

  test('that changes nothing is accepted, and writes nothing else', async () => {
    const { ann, eva, event } = await open()
    const { id } = await ann.events.propose(event.id, { title: 'Choir' })
    expect(await eva.events.accept(id)).toEqual(event)
    expect((await ann.events.proposals()).items).toMatchObject([{ state: 'accepted' }])
  })

  test('runs hooks and listeners as an update', async () => {
    const { calendar, ann, eva, event } = await open()
    const calls: string[] = []
    calendar.before('event.update', ({ next }) => void calls.push(`before ${next.title}`))
    calendar.on('event.updated', ({ after }) => void calls.push(`after ${after.title}`))
    await eva.events.accept((await ann.events.propose(event.id, { title: 'Big choir' })).id)
    expect(calls).toEqual(['before Big choir', 'after Big choir'])
  })

  test('is deleted with its event, and stays while that is in the trash', async () => {
    const { ann, eva, event } = await open()
    const { id } = await ann.events.propose(event.id, { title: 'Big choir' })
    await eva.events.trash(event.id)
    expect(await outcomeOf(eva.events.accept(id))).toBe('in_trash')
    expect(await outcomeOf(ann.events.accept(id))).toBe('not_found')
    expect(idsOf(await eva.events.proposals())).toEqual([])
    expect(idsOf(await eva.events.proposals({ event: event.id }))).toEqual([id])
    expect(idsOf(await ann.events.proposals())).toEqual([id])
    expect(await outcomeOf(ann.events.propose(event.id, {}))).toBe('not_found')
    await eva.events.delete(event.id)
    expect(idsOf(await ann.events.proposals())).toEqual([])
    expect(await outcomeOf(eva.events.accept(id))).toBe('not_found')
  })

  test('is for the record that it names: a series, or one date', async () => {
    const { ann, eva } = await open()
    const series = await eva.events.create(anEvent({ title: 'Yoga', recurrence: 'FREQ=WEEKLY;COUNT=3' }))
    const dates = await eva.events.list({ seriesIds: series.id })
    const [first] = dates.items
    const ofDate = await ann.events.propose(first?.id ?? 0, { title: 'Yoga by day' })
    const ofSeries = await ann.events.propose(series.id, { title: 'Yoga by night' })
    await eva.events.accept(ofDate.id)
    await eva.events.accept(ofSeries.id)
    const { items } = await eva.events.list({ seriesIds: series.id })
    expect(items.map(({ title }) => title)).toEqual(['Yoga by day', 'Yoga by night', 'Yoga by night'])
  })
})

describe('who may', () => {
  test('propose: those who may read the event and create events', async () => {
    const { ann, rob, stranger, eva, event } = await open()
    const draft = await eva.events.create(anEvent({ status: 'draft' }))
    const outcomes: readonly [Calendar, number, string][] = [
      [ann, event.id, 'done'],
      [rob, event.id, 'forbidden'],
      [stranger, event.id, 'unauthenticated'],
      [ann, draft.id, 'not_found'],
      [ann, 999, 'not_found'],
      [eva, draft.id, 'done'],
    ]
    for (const [calendar, id, outcome] of outcomes) expect(await outcomeOf(calendar.events.propose(id, { title: 'X' }))).toBe(outcome)
  })

  test('see, accept and decline: those who may update the event; proposers see their own', async () => {
    const { calendar, ann, bob, rob, stranger, eva, event } = await open()
    const ofBob = await bob.events.create(anEvent({ title: 'Draft', status: 'draft' }))
    const { id: one } = await ann.events.propose(event.id, { title: 'A' })
    const { id: two } = await bob.events.propose(event.id, { title: 'B' })
    const { id: three } = await eva.events.propose(ofBob.id, { title: 'C' })
    const lists: readonly [Calendar, ProposalListInput, readonly number[] | string][] = [
      [calendar, {}, [three, two, one]],
      [eva, {}, [three, two, one]],
      [ann, {}, [one]],
      [bob, {}, [three, two]],
      [rob, {}, []],
      [eva, { event: event.id }, [two, one]],
      [ann, { event: event.id }, [one]],
      [bob, { event: ofBob.slug }, [three]],
      [ann, { event: ofBob.id }, 'not_found'],
      [eva, { authorId: 'ann' }, [one]],
      [bob, { authorId: 'ann' }, []],
      [rob, { event: event.id, authorId: 'ann' }, []],
      [stranger, {}, 'unauthenticated'],
      [stranger, { event: event.id }, 'unauthenticated'],
    ]
    for (const [viewer, input, expected] of lists) {
      const found = viewer.events.proposals(input)
      if (typeof expected === 'string') expect(await outcomeOf(found)).toBe(expected)
      else expect(idsOf(await found)).toEqual(expected)
    }
    for (const viewer of [ann, rob, stranger]) {
      // As for a proposal that does not exist.
      expect(await viewer.events.accept(two).catch(({ code, details }) => [code, details])).toEqual(['not_found', {}])
      expect(await viewer.events.decline(two).catch(({ code, details }) => [code, details])).toEqual(['not_found', {}])
      expect(await viewer.events.accept(999).catch(({ code, details }) => [code, details])).toEqual(['not_found', {}])
    }
    expect(await outcomeOf(ann.events.accept(one))).toBe('forbidden')
    expect(await outcomeOf(bob.events.accept(three))).toBe('done')
  })

  test('use the rights of the one who accepts: of that person alone', async () => {
    const { ann, bob, eva, event } = await open()
    const ofBob = await bob.events.create(anEvent({ title: 'Draft', status: 'draft' }))
    const { id: publishing } = await eva.events.propose(ofBob.id, { status: 'publish' })
    expect(await outcomeOf(bob.events.accept(publishing))).toBe('forbidden')
    const hall = await eva.venues.create({ name: 'Secret hall', status: 'private' })
    // The proposer learns nothing about a record that they may not see.
    const { id: linking } = await ann.events.propose(event.id, { venues: hall.id })
    const { id: unknown } = await ann.events.propose(event.id, { venues: 999 })
    expect(await issuesOf(eva.events.accept(unknown))).toEqual({ venues: 'names 999, which is no venue' })
    expect((await eva.events.accept(linking)).venues.map(({ name }) => name)).toEqual(['Secret hall'])
  })
})

test('a proposer has at most 20 open proposals for an event, and the host any number', async () => {
  const { ann, bob, eva, calendar, event } = await open()
  const propose = (viewer: Calendar) => viewer.events.propose(event.id, { title: 'Big choir' })
  const other = await eva.events.create(anEvent())
  for (let i = 0; i < 20; i++) await propose(ann)
  const issues = { event: 'must have at most 20 open proposals of one proposer: decline one of yours first' }
  expect(await issuesOf(propose(ann))).toEqual(issues)
  expect(await outcomeOf(ann.events.propose(other.id, {}))).toBe('done')
  expect(await outcomeOf(propose(bob))).toBe('done')
  await ann.events.decline(1)
  expect(await outcomeOf(propose(ann))).toBe('done')
  for (let i = 0; i < 21; i++) await propose(calendar)
})

describe('a patch', () => {
  test.each<[string, object, Readonly<Record<string, string>>]>([
    ['an invalid title', { title: '' }, { title: 'must not be empty' }],
    ['two invalid fields', { featured: 'maybe', startDate: 'soon' }, { featured: 'must be true or false', startDate: expect.any(String) }],
    ['an invalid Date', { startDate: new Date(Number.NaN) }, { startDate: expect.any(String) }],
    ['a big integer', { title: 1n }, { patch: 'must be a value that JSON can express' }],
    ['a field that is not declared', { fields: { level: 1 } }, { 'fields.level': 'is not a declared field' }],
  ])('with %s is refused', async (_what, patch, issues) => {
    const { ann, event } = await open()
    expect(await issuesOf(ann.events.propose(event.id, patch as EventPatch))).toEqual(issues)
  })

  test('has at most 524,288 bytes', async () => {
    const { ann, event } = await open()
    const long = 'ü'.repeat(65_000)
    expect(await outcomeOf(ann.events.propose(event.id, { description: long, excerpt: long }))).toBe('done')
    const longest = '🎪'.repeat(65_000)
    const issues = await issuesOf(
      ann.events.propose(event.id, { description: longest, excerpt: longest, venues: { name: 'Hall', description: 'x'.repeat(9_000) } }),
    )
    expect(issues).toEqual({ patch: 'must have at most 524288 bytes as JSON' })
  })

  test('is shown with safe HTML, also of nested records, and without other members', async () => {
    const { ann, event } = await open({ sanitizeHtml: (html) => html.replaceAll('<script>', '') })
    const given = { description: '<script>a', venues: [{ name: 'Hall', description: '<script>b' }], unknown: 1, id: 7 }
    const { patch } = await ann.events.propose(event.id, given as EventPatch)
    expect(patch).toEqual({ description: 'a', venues: [{ name: 'Hall', description: 'b' }] })
  })

  test('has the declared fields that its reader may read', async () => {
    const isEditor = (actor: Actor | null) => actor?.roles?.includes('editor') === true
    const secret = { schema: anything, readable: isEditor }
    const { ann, eva, event } = await open({ fields: { event: { level: { schema: anything }, secret } } })
    expect(await issuesOf(ann.events.propose(event.id, { fields: { secret: 1 } }))).toEqual({ 'fields.secret': 'is not a declared field' })
    const whole = { fields: { level: 2, secret: 3 } }
    const { id } = await eva.events.propose(event.id, whole)
    await ann.events.propose(event.id, { fields: { level: 4 } })
    expect((await eva.events.proposals()).items.map(({ patch }) => patch)).toEqual([{ fields: { level: 4 } }, whole])
    await eva.events.accept(id)
    expect((await eva.events.get(event.id)).fields).toEqual(whole.fields)
  })

  test('has the declared fields of new venues and organizers that its reader may read, as they were given', async () => {
    const isAnn = (actor: Actor | null) => actor?.id === 'ann'
    const code = { schema: anything, readable: isAnn }
    const { ann, eva, event } = await open({ fields: { venue: { code, description: { schema: anything } }, organizer: { code } } })
    const organizers = { name: 'Club', fields: { code: 2 } }
    const given = { venues: [1, { name: 'Hall', fields: { code: 1, description: '<p>a < b' } }], organizers } as EventPatch
    expect((await ann.events.propose(event.id, given)).patch).toEqual(given)
    const [shown] = (await eva.events.proposals()).items
    const expected = { venues: [1, { name: 'Hall', fields: { description: '<p>a < b' } }], organizers: { name: 'Club', fields: {} } }
    expect(shown?.patch).toEqual(expected)
  })

  test('makes what the same update makes', async () => {
    const text = fc.string({ minLength: 1, maxLength: 20 }).filter((one) => /[a-z]/i.test(one))
    const patches = fc.record(
      {
        title: text,
        description: text,
        featured: fc.boolean(),
        cost: fc.oneof(fc.nat(100), fc.constant('12 €')),
        startDate: fc.constantFrom('2026-06-09', new Date('2026-06-10T08:00:00Z'), '2026-06-10T10:00:00+02:00'),
        tags: fc.array(fc.constantFrom('rock', 'jazz', 'folk'), { maxLength: 3 }),
        venues: fc.constantFrom({ name: 'Hall', city: 'Berlin' }, [{ name: 'Club' }], null),
        categories: fc.constantFrom(null, 'music', ['music', 'art']),
        status: fc.constantFrom('draft', 'pending', 'publish'),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(patches, async (patch) => {
        const [one, other] = [await open(), await open()]
        const { id } = await one.eva.events.propose(one.event.id, patch as EventPatch)
        const accepted = await one.eva.events.accept(id)
        expect(accepted).toEqual(await other.eva.events.update(other.event.id, patch as EventPatch))
      }),
    )
  })
})

describe('a list of proposals', () => {
  test('has pages, by event, by proposer and by state', async () => {
    const { ann, bob, eva, event } = await open()
    const ids: number[] = []
    for (let i = 0; i < 30; i++) ids.push((await (i % 3 === 0 ? bob : ann).events.propose(event.id, { title: `T ${i}` })).id)
    for (const input of [{}, { event: event.id }, { authorId: 'ann' }, { state: 'open' as const }]) {
      const found: number[] = []
      for (let before: number | undefined; ; ) {
        const { items, next }: ProposalPage = await eva.events.proposals({ ...input, limit: 7, before })
        expect(items.length).toBeLessThanOrEqual(7)
        found.push(...items.map(({ id }) => id))
        if (next === null) break
        before = next
      }
      expect(found).toEqual(ids.filter((_, i) => !('authorId' in input) || i % 3 !== 0).reverse())
    }
    expect(await eva.events.proposals({ state: 'accepted' })).toEqual({ items: [], next: null })
    expect((await eva.events.proposals()).items.length).toBe(20)
    expect((await eva.events.proposals({ limit: 1_000 })).items.length).toBe(30)
  })

  test('looks at no more than 500 proposals for a page, and goes on from there', async () => {
    const { bob, calendar, event } = await open()
    const own = await bob.events.create(anEvent({ status: 'draft' }))
    const { id } = await calendar.events.propose(own.id, { title: 'Old' })
    for (let i = 0; i < 510; i++) await calendar.events.propose(event.id, { title: 'New' })
    const first = await bob.events.proposals()
    expect(first.items).toEqual([])
    const second = await bob.events.proposals({ before: first.next ?? 0 })
    expect([idsOf(second), second.next]).toEqual([[id], null])
  })

  test('refuses what it does not know', async () => {
    const { eva } = await open()
    expect(Object.keys(await issuesOf(eva.events.proposals({ state: 'new' as never, limit: 0, before: 1.5 })))).toEqual([
      'state',
      'before',
      'limit',
    ])
    await expect(eva.events.proposals({ by: 'ann' } as never)).rejects.toThrow(TypeError)
    await expect(eva.events.accept(1, { scope: 'all' } as never)).rejects.toThrow(TypeError)
    expect(await issuesOf(eva.events.accept('1.5' as never))).toEqual({ id: 'must be an integer of 1 or more' })
    expect(await issuesOf(eva.events.accept(0))).toEqual({ id: 'must be an integer of 1 or more' })
  })
})

test('an acceptance is all or nothing, wherever it fails', async () => {
  for (let failAt = 1; ; failAt++) {
    const memory = memoryStore()
    const options = { clock: fixedClock('2026-06-01T12:00:00Z'), timeZone: 'Europe/Berlin' }
    const setUp = createCalendar({ store: memory, ...options })
    const event = await setUp.events.create(anEvent())
    const { id } = await setUp.events.propose(event.id, { title: 'Big choir', venues: { name: 'Hall' } })
    const store = failingStore(memory, { failAt })
    await createCalendar({ store, ...options })
      .events.accept(id)
      .catch(() => undefined)
    const [proposal] = (await setUp.events.proposals()).items
    const { title } = await setUp.events.get(event.id)
    expect([proposal?.state, title]).toEqual(title === 'Choir' ? ['open', 'Choir'] : ['accepted', 'Big choir'])
    expect((await setUp.venues.list()).total).toBe(title === 'Choir' ? 0 : 1)
    if (store.calls() < failAt) break
  }
})

test('in a transaction of the host, a failed acceptance ends it', async () => {
  const { calendar, event, ann } = await open()
  const { id }: Proposal = await ann.events.propose(event.id, { title: 'Big choir' })
  const work = calendar.transaction(async (tx) => {
    await tx.events.accept(id)
    await tx.events.accept(id).catch(() => undefined)
  })
  expect(await outcomeOf(work)).toBe('done')
  expect((await calendar.events.get(event.id)).title).toBe('Big choir')
})

test('a calendar that only reads for strangers shows no proposals', async () => {
  const { calendar } = await open()
  expect(await outcomeOf(calendar.as(null, publicReadOnly()).events.proposals())).toBe('unauthenticated')
})
