import { type MemoryStore, memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { anEvent, issuesOf, openCalendar, outcomeOf } from '../../test/open-calendar.ts'
import { type AccessPolicy, allowAll, publicReadOnly } from '../access/policy.ts'
import type { Calendar } from '../calendar/api.ts'
import { createCalendar } from '../calendar/calendar.ts'
import { internals } from '../calendar/internals.ts'
import type { ChangesInput } from './service.ts'

const anybody = (calendar: Calendar): Calendar => calendar.as(null, publicReadOnly())

/** The changes since a token as short texts: kind, id, and `gone` or the name of the record. */
async function reported(viewer: Calendar, token: string, input: ChangesInput): Promise<readonly string[]> {
  const { items } = await viewer.changes.since(token, input)
  return items.map(
    (item) => `${item.kind} ${item.id} ${item.gone ? 'gone' : 'title' in item.record ? item.record.title : item.record.name}`,
  )
}

/** Counts the reads of the log from now on. */
function countReads({ log }: MemoryStore): () => number {
  let reads = 0
  const { read } = log
  const counted: typeof read = (query) => {
    reads++
    return read.call(log, query)
  }
  Object.assign(log, { read: counted })
  return () => reads
}

describe('changes since a token', () => {
  test('are the records of the named lists, each once, in the order of their last writes', async () => {
    const { calendar, clock } = openCalendar()
    const token = await calendar.changes.token()
    const event = await calendar.events.create(
      anEvent({ venues: { name: 'Hall' }, categories: 'Music', tags: 'free', organizers: { name: 'Ann' } }),
    )
    await calendar.venues.update(1, { name: 'Town hall' })
    await calendar.events.create(anEvent({ title: 'Fair' }))
    await calendar.events.update(event.id, { title: 'Concert' })
    expect(await reported(calendar, token, { events: {}, venues: {} })).toEqual(['venue 1 Town hall', 'event 2 Fair', 'event 1 Concert'])
    expect(await reported(calendar, token, { organizers: {}, categories: {}, tags: {} })).toEqual([
      'organizer 1 Ann',
      'category 1 Music',
      'tag 2 free',
    ])
    const { items, token: next, more } = await calendar.changes.since(token, { events: {} })
    expect([items.length, more]).toEqual([2, false])
    clock.advance(1_000)
    expect(await calendar.changes.since(next, { events: {} })).toEqual({ items: [], token: next, more: false })
  })

  test('come in pages', async () => {
    const { calendar } = openCalendar()
    let token = await calendar.changes.token()
    for (const title of ['A', 'B', 'C', 'D', 'E']) await calendar.events.create(anEvent({ title }))
    const titles: string[] = []
    for (let more = true; more; ) {
      const page = await calendar.changes.since(token, { events: {}, limit: 2 })
      titles.push(page.items.map((item) => (item.kind === 'event' && !item.gone ? item.record.title : '')).join(' '))
      token = page.token
      more = page.more
    }
    expect(titles).toEqual(['A B', 'C D', 'E'])
  })

  test('report what left a filter, and what is not readable any more', async () => {
    const { calendar } = openCalendar()
    const input = { events: { categories: 'music' } }
    await calendar.categories.create({ name: 'Music' })
    for (const title of ['A', 'B', 'C', 'D']) await calendar.events.create(anEvent({ title, categories: 'Music' }))
    const token = await calendar.changes.token()
    await calendar.events.update(1, { categories: [] })
    await calendar.events.update(2, { status: 'draft' })
    await calendar.events.trash(3)
    await calendar.events.delete(4)
    expect(await reported(anybody(calendar), await anybody(calendar).changes.token(), input)).toEqual([])
    expect(await reported(calendar, token, input)).toEqual(['event 1 gone', 'event 2 gone', 'event 3 gone', 'event 4 gone'])
  })

  test('report the events that a deleted record leaves', async () => {
    const { calendar } = openCalendar()
    await calendar.events.create(anEvent({ venues: { name: 'Hall' }, tags: 'free' }))
    const token = await calendar.changes.token()
    await calendar.venues.delete(1)
    expect(await reported(calendar, token, { events: {}, venues: {} })).toEqual(['event 1 Choir', 'venue 1 gone'])
    await calendar.tags.delete(1)
    expect(await reported(calendar, token, { tags: {} })).toEqual(['tag 1 gone'])
  })

  test('report the occurrences of a series, and the series only where it is named', async () => {
    const { calendar } = openCalendar()
    const token = await calendar.changes.token()
    await calendar.events.create(anEvent({ recurrence: 'FREQ=DAILY;COUNT=3' }))
    expect(await reported(calendar, token, { events: {} })).toEqual(
      [2, 3, 4]
        .map((id) => `event ${id} Choir`)
        .concat()
        .sort(),
    )
    expect(await reported(calendar, token, { events: { ids: 1 } })).toEqual(['event 1 Choir'])
    const before = await calendar.changes.token()
    await calendar.events.update(1, { description: 'By the lake' })
    expect(await reported(calendar, before, { events: {} })).toEqual(['event 1 gone', 'event 2 Choir', 'event 3 Choir', 'event 4 Choir'])
  })
})

describe('without a write', () => {
  test('scheduled records appear when their moment comes, and leave lists of scheduled ones', async () => {
    const { calendar, clock } = openCalendar()
    await calendar.events.create(anEvent({ published: '2026-06-02 09:00' }))
    await calendar.venues.create({ name: 'Hall', published: '2026-06-02 09:00' })
    const token = await anybody(calendar).changes.token()
    const own = await calendar.changes.token()
    clock.set('2026-06-02T06:59:59Z')
    expect(await reported(anybody(calendar), token, { events: {}, venues: {} })).toEqual([])
    clock.set('2026-06-02T07:00:00Z')
    expect(await reported(anybody(calendar), token, { events: {}, venues: {} })).toEqual(['venue 1 Hall', 'event 1 Choir'])
    expect(await reported(calendar, own, { events: { status: 'future' } })).toEqual(['event 1 gone'])
  })

  test('a record that was withdrawn before its moment is not reported', async () => {
    const { calendar, clock } = openCalendar()
    const { id } = await calendar.events.create(anEvent({ published: '2026-06-02 09:00' }))
    const token = await anybody(calendar).changes.token()
    await calendar.events.update(id, { status: 'draft' })
    clock.set('2026-06-03T12:00:00Z')
    expect(await reported(anybody(calendar), token, { events: {} })).toEqual([])
    expect(await reported(calendar, await calendar.changes.token(), { events: {} })).toEqual([])
  })

  test('records appear that the window reaches, by itself or because its bounds move', async () => {
    const { calendar, clock } = openCalendar()
    for (const day of ['2026-06-10', '2026-06-20', '2028-06-03'])
      await calendar.events.create(anEvent({ startDate: `${day} 10:00`, endDate: `${day} 11:00` }))
    const token = await calendar.changes.token()
    clock.set('2026-06-04T12:00:00Z')
    expect(await reported(calendar, token, { events: { startsFrom: 'today', startsUntil: '+2 years' } })).toEqual(['event 3 Choir'])
    const first = await calendar.changes.since(token, { events: { startsFrom: '2026-06-01', startsUntil: '2026-06-15' } })
    const later = { events: { startsFrom: '2026-06-01', startsUntil: '2026-06-25' } }
    expect(await reported(calendar, first.token, later)).toEqual(['event 2 Choir'])
  })

  test.each([
    ['a day', '2026-06-10', '2026-06-11'],
    ['an instant', '2026-06-10T10:00Z', '2026-06-11T10:00Z'],
  ])('events leave a window of what overlaps it when it begins later, by %s, and come back', async (_, from, later) => {
    const { calendar } = openCalendar()
    const add = (title: string, startDate: string, endDate: string) => calendar.events.create(anEvent({ title, startDate, endDate }))
    await add('ended', '2026-06-09 10:00', '2026-06-09 11:00')
    await add('short', '2026-06-10 12:00', '2026-06-10 13:00')
    await add('long', '2026-06-01 12:00', '2026-06-20 13:00')
    await add('moment', '2026-06-10 12:00', '2026-06-10 12:00')
    await add('coming', '2026-06-20 12:00', '2026-06-20 13:00')
    const [early, late] = [{ events: { from, to: '2026-06-30' } }, { events: { from: later, to: '2026-06-30' } }]
    const token = await calendar.changes.token(early)
    const moved = await calendar.changes.since(token, late)
    expect(moved.items.map(({ id, gone }) => `${id} ${gone}`)).toEqual(['2 true', '4 true'])
    expect(await reported(calendar, moved.token, early)).toEqual(['event 2 short', 'event 4 moment'])
  })

  test('many records come in pages', async () => {
    const { calendar } = openCalendar()
    for (let i = 0; i < 7; i++) await calendar.events.create(anEvent())
    const { token: start } = await calendar.changes.since(await calendar.changes.token(), { events: { startsFrom: '2027-01-01' } })
    let token = start
    const sizes: number[] = []
    for (let more = true; more; ) {
      const page = await calendar.changes.since(token, { events: { startsFrom: '2026-01-01' }, limit: 3 })
      sizes.push(page.items.length)
      token = page.token
      more = page.more
    }
    expect(sizes).toEqual([3, 3, 1, 0])
  })
})

describe('terms', () => {
  test('appear for a viewer once it may read an event with them', async () => {
    const { calendar } = openCalendar()
    await calendar.events.create(anEvent({ status: 'draft', categories: 'Secret', tags: 'hidden' }))
    const token = await anybody(calendar).changes.token()
    const input = { categories: {}, tags: {} }
    await calendar.events.update(1, { categories: [{ id: 1 }, 'Other secret'] })
    expect(await reported(anybody(calendar), token, input)).toEqual([])
    await calendar.events.update(1, { status: 'publish' })
    expect(await reported(anybody(calendar), token, input)).toEqual(['category 1 Secret', 'tag 2 hidden', 'category 3 Other secret'])
  })

  test('appear for a viewer once a call of their own changes them', async () => {
    const { calendar } = openCalendar()
    await calendar.events.create(anEvent({ status: 'draft', categories: 'Secret' }))
    const token = await anybody(calendar).changes.token()
    await calendar.categories.update(1, { name: 'Open' })
    expect(await reported(anybody(calendar), token, { categories: {} })).toEqual(['category 1 Open'])
  })

  test('of an event that the viewer can not read are never reported again', async () => {
    const { calendar } = openCalendar()
    await calendar.categories.create({ name: 'Music' })
    const { id } = await calendar.tags.create({ name: 'free' })
    await calendar.events.create(anEvent({ tags: 'free' }))
    const token = await anybody(calendar).changes.token()
    const writes: (() => Promise<unknown>)[] = [
      () => calendar.events.create(anEvent({ status: 'draft', categories: 'Music,New', tags: 'free,own' })),
      () => calendar.events.update(2, { categories: 'New', tags: [] }),
      () => calendar.events.update(2, { categories: 'Music', tags: 'free', authorId: '7' }),
      () => calendar.events.trash(2),
      () => calendar.events.restore(2),
      () => calendar.events.delete(2),
    ]
    for (const write of writes) {
      await write()
      expect(await reported(anybody(calendar), token, { categories: {}, tags: {} })).toEqual([])
    }
    await calendar.events.trash(1)
    expect(await reported(anybody(calendar), token, { tags: {} })).toEqual([`tag ${id} free`])
  })

  test('are gone for a viewer who could know them', async () => {
    const { calendar } = openCalendar()
    await calendar.events.create(anEvent({ tags: ['free'] }))
    await calendar.events.create(anEvent({ status: 'draft', tags: ['hidden'] }))
    const token = await anybody(calendar).changes.token()
    await calendar.tags.delete(1)
    await calendar.tags.delete(2)
    expect(await reported(anybody(calendar), token, { tags: {} })).toEqual(['tag 1 gone'])
  })
})

describe('a token', () => {
  test('of another filter, of other lists or of another viewer has expired', async () => {
    const { calendar } = openCalendar()
    const { token } = await calendar.changes.since(await calendar.changes.token(), { events: {} })
    expect(await outcomeOf(calendar.changes.since(token, { events: { startsUntil: '2026-07-01' } }))).toBe('done')
    expect(await outcomeOf(calendar.changes.since(token, { events: { featured: true } }))).toBe('token_expired')
    expect(await outcomeOf(calendar.changes.since(token, { events: {}, venues: {} }))).toBe('token_expired')
    expect(await outcomeOf(anybody(calendar).changes.since(token, { events: {} }))).toBe('token_expired')
    expect(await outcomeOf(calendar.as(null, allowAll()).changes.since(token, { events: {} }))).toBe('token_expired')
  })

  test('has expired when its row was deleted, and in another log', async () => {
    const { calendar, memory } = openCalendar()
    await calendar.events.create(anEvent())
    const token = await calendar.changes.token()
    const other = createCalendar({ store: memoryStore(), clock: fixedClock('2026-06-01T12:00:00Z') })
    expect(await outcomeOf(other.changes.since(token, { events: {} }))).toBe('token_expired')
    await calendar.events.create(anEvent())
    await memory.log.prune({ beforeMs: 0, keptRows: 1 })
    expect(await outcomeOf(calendar.changes.since(token, { events: {} }))).toBe('token_expired')
    expect(await outcomeOf(calendar.changes.since(await calendar.changes.token(), { events: {} }))).toBe('done')
  })

  test('of a list by place has expired when a venue has changed', async () => {
    const { calendar } = openCalendar()
    await calendar.events.create(anEvent({ venues: { name: 'Hall', geoLat: 48, geoLng: 10 } }))
    const near = { events: { near: { lat: 48, lng: 10 } } }
    const token = await calendar.changes.token()
    await calendar.events.update(1, { title: 'Fair' })
    expect(await reported(calendar, token, near)).toEqual(['event 1 Fair'])
    await calendar.venues.update(1, { geoLat: 50, geoLng: 10 })
    expect(await outcomeOf(calendar.changes.since(token, near))).toBe('token_expired')
  })

  test('of a list by place outlives changes of venues that the viewer cannot read', async () => {
    const { calendar } = openCalendar()
    const { id } = await calendar.venues.create({ name: 'Secret', status: 'draft', geoLat: 48, geoLng: 10 })
    const near = { events: { near: { lat: 48, lng: 10 } } }
    const viewer = anybody(calendar)
    const token = await viewer.changes.token()
    await calendar.venues.update(id, { city: 'Ulm' })
    await calendar.venues.create({ name: 'Other secret', status: 'private' })
    await calendar.venues.trash(id)
    expect(await reported(viewer, token, near)).toEqual([])
    await calendar.venues.restore(id)
    await calendar.venues.update(id, { status: 'publish' })
    expect(await outcomeOf(viewer.changes.since(token, near))).toBe('token_expired')
    const later = await viewer.changes.token()
    await calendar.venues.update(id, { status: 'draft' })
    expect(await outcomeOf(viewer.changes.since(later, near))).toBe('token_expired')
  })

  test('of a list by place expires when the publication date of a venue comes that the viewer can read', async () => {
    const { calendar, clock } = openCalendar()
    await calendar.venues.create({ name: 'Hall', authorId: '7', published: '2026-06-02 12:00:00', status: 'publish' })
    const near = { events: { near: { lat: 48, lng: 10 } } }
    const ofAuthor = (author: string): AccessPolicy => ({
      ...publicReadOnly(),
      readable: () => [{ status: 'publish', authorIds: [author] }],
    })
    const [narrow, wide] = ['8', '7'].map((author) => calendar.as(null, ofAuthor(author)))
    const tokens = await Promise.all([narrow, wide].map((viewer) => viewer?.changes.token()))
    clock.set('2026-06-03T12:00:00Z')
    expect(await outcomeOf(narrow?.changes.since(tokens[0] ?? '', near) ?? Promise.reject())).toBe('done')
    expect(await outcomeOf(wide?.changes.since(tokens[1] ?? '', near) ?? Promise.reject())).toBe('token_expired')
  })

  test.each(['::::', 'T', '2027-13-01T00:00:00', '2027-01-01', '9999-99-99T99:99:99'])(
    'with a window that is no wall time is refused, whatever the store makes of it: %s',
    async (bound) => {
      const { calendar } = openCalendar()
      for (const events of [{ startsFrom: 'today' }, { from: 'today' }]) {
        const { token } = await calendar.changes.since(await calendar.changes.token(), { events })
        const text = Buffer.from(token, 'base64url').toString()
        const forged = Buffer.from(text.replaceAll(/"\d{4}-\d\d-\d\dT[\d:]+"/g, JSON.stringify(bound))).toString('base64url')
        expect(await issuesOf(calendar.changes.since(forged, { events }))).toEqual({ token: 'must be a token of this calendar' })
      }
    },
  )

  test.each(['', 'x', 'djE', '!', 'a'.repeat(9_000), 7, null, undefined, {}])('is refused if it is none: %j', async (token) => {
    const { calendar } = openCalendar()
    // A caller without types may pass anything.
    expect(await issuesOf(calendar.changes.since(token as string, { events: {} }))).toEqual({ token: 'must be a token of this calendar' })
  })

  test('outlives new fields that its holder may not read, but no others', async () => {
    const store = memoryStore()
    const schema = z.string().optional()
    const open = (fields: Parameters<typeof createCalendar>[0]['fields']) =>
      createCalendar({ store, fields }).as({ id: '1' }, publicReadOnly())
    const token = await open({}).changes.token()
    const since = (fields: Parameters<typeof open>[0]) => outcomeOf(open(fields).changes.since(token, { events: {} }))
    expect(await since({ event: { budget: { schema, readable: () => false } } })).toBe('done')
    expect(await since({ event: { budget: { schema, readable: () => true } } })).toBe('token_expired')
  })

  test.each([
    [{}, 'events'],
    [{ events: { series: 'next' } }, 'series'],
    [{ venues: { hasEvents: true } }, 'hasEvents'],
    [{ events: { hasVenue: false } }, 'hasVenue'],
    [{ events: { hasOrganizer: true } }, 'hasOrganizer'],
    [{ tags: { event: 1 } }, 'event'],
    [{ events: { startsFrom: 'x' } }, 'startsFrom'],
    [{ events: {}, limit: 1_001 }, 'limit'],
  ] as const)('is not used with an input that cannot be followed: %j', async (input, field) => {
    const { calendar } = openCalendar()
    const token = await calendar.changes.token()
    expect(Object.keys(await issuesOf(calendar.changes.since(token, input)))).toEqual([field])
  })
})

describe('the log', () => {
  test('is read by code of the host alone', async () => {
    const { calendar } = openCalendar()
    await calendar.events.create(anEvent({ venues: { name: 'Hall' } }))
    const { rows, head, isComplete } = await internals(calendar).log.rows({ after: 0, kinds: ['event'] })
    expect([rows.map(({ kind, id, verb }) => `${kind} ${id} ${verb}`), head, isComplete]).toEqual([['event 1 created'], 2, true])
    expect(await outcomeOf(internals(anybody(calendar)).log.rows({ after: 0 }))).toBe('forbidden')
  })

  test('has no rows without a record for the host, and shows its end by fewer rows than were requested', async () => {
    const { calendar, memory } = openCalendar()
    for (const name of ['A', 'B', 'C']) {
      const { id } = await calendar.venues.create({ name })
      for (const atMs of [1, 2]) await memory.venues.replaceKeys([{ id, version: 1, keys: {} }], atMs)
    }
    const numbers = async (after: number, limit: number) =>
      (await internals(calendar).log.rows({ after, limit })).rows.map(({ seq }) => seq)
    expect([await numbers(0, 500), await numbers(0, 2), await numbers(1, 1), await numbers(4, 2)]).toEqual([[1, 4, 7], [1, 4], [4], [7]])
  })

  test('is pruned after every hundredth commit, by days and by rows', async () => {
    const clock = fixedClock('2026-06-01T12:00:00Z')
    const memory = memoryStore()
    const calendar = createCalendar({ store: memory, clock, changes: { keptDays: 1, keptRows: 60 } })
    const create = async (times: number): Promise<void> => {
      for (let i = 0; i < times; i++) await calendar.venues.create({ name: `Hall ${i}` })
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await create(100)
    expect((await memory.log.read({ after: 0, limit: 1_000 })).map(({ seq }) => seq).slice(0, 1)).toEqual([41])
    clock.advance(2 * 86_400_000)
    await create(100)
    expect((await internals(calendar).log.rows({ after: 100 })).isComplete).toBe(false)
    expect((await memory.log.read({ after: 0, limit: 1_000 })).length).toBe(60)
  })
})

describe('a waiting caller', () => {
  const policy: AccessPolicy = publicReadOnly()

  test('is notified by a commit, by a row that is there already, and by the end of its time', async () => {
    const { calendar } = openCalendar()
    const waiting = internals(calendar.as(null, policy)).log.wait(0, { timeoutMs: 60_000 })
    await calendar.events.create(anEvent())
    expect(await waiting).toBe(true)
    expect(await internals(calendar).log.wait(0, { timeoutMs: 60_000 })).toBe(true)
    expect(await internals(calendar).log.wait(1, { timeoutMs: 5 })).toBe(false)
  })

  test('ends when its signal is aborted', async () => {
    const { calendar } = openCalendar()
    const controller = new AbortController()
    const waiting = internals(calendar).log.wait(0, { timeoutMs: 60_000, signal: controller.signal })
    controller.abort()
    expect(await waiting).toBe(false)
  })
})

describe('waiting', () => {
  test('ends with the first change, and after the time without one', async () => {
    const { calendar } = openCalendar()
    const token = await calendar.changes.token()
    const page = calendar.changes.since(token, { events: {} }, { waitMs: 20_000 })
    await calendar.venues.create({ name: 'Hall' })
    await calendar.events.create(anEvent({ title: 'Fair' }))
    expect((await page).items.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['event 1'])
    expect((await calendar.changes.since((await page).token, { events: {} }, { waitMs: 5 })).items).toEqual([])
  })

  test('ends when a publication has come', async () => {
    const { calendar, clock } = openCalendar()
    await calendar.events.create(anEvent({ published: '2026-06-02 09:00' }))
    const viewer = anybody(calendar)
    const page = viewer.changes.since(await viewer.changes.token(), { events: {} }, { waitMs: 20_000 })
    clock.set('2026-06-02T08:00:00Z')
    expect((await page).items.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['event 1'])
  })

  test('reads once although a publication of another list came after the token', async () => {
    const store = memoryStore()
    const clock = fixedClock('2026-03-04T12:00:00Z')
    const calendar = createCalendar({ store, clock })
    await calendar.venues.create({ name: 'Hall', published: '2026-03-04 13:00' })
    const token = await calendar.changes.token()
    const { token: later } = await calendar.changes.since(token, { events: {} })
    clock.set('2026-03-04T14:00:00Z')
    const reads = countReads(store)
    expect((await calendar.changes.since(later, { events: {} }, { waitMs: 30 })).items).toEqual([])
    expect(reads()).toBeLessThan(10)
  })

  test('lets other work run while the callers that were notified of one write read', async () => {
    const store = memoryStore()
    const calendar = createCalendar({ store, clock: fixedClock('2026-03-04T12:00:00Z') })
    const viewer = anybody(calendar)
    const token = await viewer.changes.token()
    const waiting = Array.from({ length: 100 }, () => viewer.changes.since(token, { events: {} }, { waitMs: 300 }))
    await new Promise((resolve) => setTimeout(resolve, 50))
    const reads = countReads(store)
    await calendar.events.create(anEvent({ status: 'draft' }))
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(reads()).toBeLessThan(100)
    expect((await Promise.all(waiting)).every(({ items }) => items.length === 0)).toBe(true)
    expect(reads()).toBeGreaterThan(100)
  })

  test('ends with its signal while callers that were notified before read', async () => {
    const store = memoryStore()
    const calendar = createCalendar({ store, clock: fixedClock('2026-03-04T12:00:00Z') })
    const token = await calendar.changes.token()
    const end = new AbortController()
    const waiting = [1, 2, 3].map(() => calendar.changes.since(token, { events: {} }, { waitMs: 20_000, signal: end.signal }))
    await new Promise((resolve) => setTimeout(resolve, 50))
    const { read } = store.log
    let letRead = (): void => undefined
    const held = new Promise<void>((resolve) => (letRead = resolve))
    const slow: typeof read = async (query) => {
      await held
      return read.call(store.log, query)
    }
    Object.assign(store.log, { read: slow })
    await calendar.events.create(anEvent({ title: 'Fair' }))
    end.abort(new Error('The page was left.'))
    // Two are reading, and none of them ends: this is the third one.
    await expect(Promise.race(waiting)).rejects.toThrow('The page was left.')
    letRead()
    await Promise.allSettled(waiting)
  })

  test('ends with the reason of the signal', async () => {
    const { calendar } = openCalendar()
    const token = await calendar.changes.token()
    const end = new AbortController()
    const page = calendar.changes.since(token, { events: {} }, { waitMs: 20_000, signal: end.signal })
    end.abort(new Error('The page was left.'))
    await expect(page).rejects.toThrow('The page was left.')
  })

  test.each([-1, 30_001, Number.NaN])('%s is refused', async (waitMs) => {
    const { calendar } = openCalendar()
    const token = await calendar.changes.token()
    expect(await issuesOf(calendar.changes.since(token, { events: {} }, { waitMs }))).toMatchObject({ waitMs: expect.any(String) })
  })
})
