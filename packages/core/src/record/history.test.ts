import { memoryStore } from '@kalends/memory'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anEvent, openCalendar, outcomeOf } from '../../test/open-calendar.ts'
import { roles } from '../access/roles.ts'
import { createCalendar } from '../calendar/calendar.ts'
import type { EventPatch } from '../kinds/event/schema.ts'
import type { ChangeLog } from '../store/log.ts'
import type { HistoryEntry } from './history.ts'

const anything = { '~standard': { version: 1 as const, vendor: 'test', validate: (value: unknown) => ({ value }) } }

const toShort = (entries: readonly HistoryEntry[]) => entries.map(({ actor, verb, version, changes }) => [actor, verb, version, changes])

describe('the history of a record', () => {
  test('has who wrote it, when, and what has changed, newest first', async () => {
    const { calendar } = openCalendar()
    const ann = calendar.as({ id: 'ann', roles: ['editor'] }, roles({ editors: ['editor'] }))
    const { id } = await ann.events.create(anEvent({ title: 'Choir' }))
    const [town, club] = [await calendar.venues.create({ name: 'Town' }), await calendar.venues.create({ name: 'Club' })]
    await ann.events.update(id, { title: 'Big choir', venues: [town.id, club.id] })
    await calendar.events.update(id, { venues: club.id, hidden: true })
    await ann.events.update(id, {})
    await ann.events.trash(id)
    const history = await ann.events.history(id)
    expect(toShort(history)).toEqual([
      ['ann', 'trashed', 4, { status: { from: 'publish', to: 'trash' } }],
      ['', 'updated', 3, { venues: { from: [town.id, club.id], to: [club.id] }, hidden: { from: false, to: true } }],
      ['ann', 'updated', 2, { title: { from: 'Choir', to: 'Big choir' }, venues: { from: [], to: [town.id, club.id] } }],
      ['ann', 'created', 1, {}],
    ])
    expect(history.map(({ at }) => at)).toEqual(history.map(() => '2026-06-01 12:00:00'))
    const [, second] = history
    expect((await ann.events.history(id, { before: second?.seq })).map(({ version }) => version)).toEqual([2, 1])
    expect(await ann.events.history(id, { before: second?.seq, limit: 1 })).toEqual([history[2]])
    expect(await calendar.events.history(id, { limit: 1 })).toEqual([history[0]])
  })

  test('of many versions is read in few reads, and its pages have each write once', async () => {
    const limits: number[] = []
    const store = memoryStore()
    const history: ChangeLog['history'] = (query) => {
      limits.push(query.limit)
      return store.log.history(query)
    }
    const calendar = createCalendar({ store: { ...store, log: { ...store.log, history } }, timeZone: 'UTC' })
    const { id } = await calendar.venues.create({ name: 'Hall 1' })
    for (let version = 2; version <= 900; version++) await calendar.venues.update(id, { name: `Hall ${version}` })
    const names: unknown[] = []
    for (let before: number | undefined; ; ) {
      limits.splice(0)
      const page = await calendar.venues.history(id, { before, limit: 400 })
      names.push(...page.map(({ changes }) => changes['name']?.from))
      before = page.at(-1)?.seq
      if (page.length < 400) break
    }
    expect(names).toEqual([...Array.from({ length: 899 }, (_, at) => `Hall ${899 - at}`), undefined])
    expect(limits).toEqual([50, 100, 200, 400, 500])
  })

  test('is for those who may update it', async () => {
    const { calendar } = openCalendar()
    const access = roles({ editors: ['editor'], authors: ['author'] })
    const [bea, cat] = [calendar.as({ id: 'bea', roles: ['author'] }, access), calendar.as({ id: 'cat', roles: ['author'] }, access)]
    const { id } = await bea.events.create(anEvent())
    const { id: draft } = await bea.events.create(anEvent({ status: 'draft' }))
    for (const other of [cat, calendar.as(null, access)]) {
      const denied = other === cat ? 'forbidden' : 'unauthenticated'
      expect(await outcomeOf(other.events.history(id))).toBe(denied)
      expect(await outcomeOf(other.events.revert(id, { to: 1 }))).toBe(denied)
      expect(await outcomeOf(other.events.history(draft))).toBe('not_found')
      expect(await outcomeOf(other.events.revert(draft, { to: 1 }))).toBe('not_found')
    }
    expect(await bea.events.history(draft)).toHaveLength(1)
    expect(await outcomeOf(bea.events.history(999))).toBe('not_found')
  })

  test('leaves out what the viewer may not see', async () => {
    const secret = { schema: anything, readable: (actor: { readonly id: string } | null) => actor === null || actor.id === 'boss' }
    const { calendar } = openCalendar({ fields: { event: { open: { schema: anything }, secret } } })
    const access = roles({ editors: ['boss'], authors: ['author'] })
    const author = calendar.as({ id: 'ann', roles: ['author'] }, access)
    const boss = calendar.as({ id: 'boss', roles: ['boss'] }, access)
    const { id } = await author.events.create(anEvent({ fields: { open: 1 } }))
    const hidden = await calendar.venues.create({ name: 'Hidden', status: 'draft' })
    const gone = await calendar.venues.create({ name: 'Gone' })
    await boss.events.update(id, { venues: [hidden.id, gone.id], fields: { open: 2, secret: 7 } })
    await boss.events.update(id, { venues: [], fields: { secret: 8 } })
    await calendar.venues.delete(gone.id)
    expect(toShort(await author.events.history(id)).map(([, , , changes]) => changes)).toEqual([
      {},
      { fields: { from: { open: 1 }, to: { open: 2 } } },
      {},
    ])
    expect((await boss.events.history(id))[0]?.changes).toEqual({
      venues: { from: [hidden.id], to: [] },
      fields: { from: { secret: 7 }, to: { secret: 8 } },
    })
    expect(await author.events.revert(id, { to: 1 })).toMatchObject({ missing: [], record: { fields: { open: 1 } } })
    expect((await boss.events.get(id)).fields).toEqual({ open: 1, secret: 8 })
    expect((await author.events.revert(id, { to: 2 })).missing).toEqual(['venues'])
    const { missing, record } = await boss.events.revert(id, { to: 2 })
    expect([missing, record.venues.map((venue) => venue.id)]).toEqual([['venues'], [hidden.id]])
  })

  test('does not tell that a hidden field has changed by values that are cut', async () => {
    const { calendar } = openCalendar({
      fields: { event: { open: { schema: anything }, secret: { schema: anything, readable: () => false } } },
    })
    const ann = calendar.as({ id: 'ann', roles: ['editor'] }, roles())
    const { id } = await calendar.events.create(anEvent({ fields: { open: 1, secret: 1 } }))
    const long = { description: 'y'.repeat(16_000), excerpt: 'z'.repeat(7_000) }
    await calendar.events.update(id, { fields: { secret: 'x'.repeat(12_000) }, ...long })
    await calendar.events.update(id, { fields: { secret: 2 }, description: '', excerpt: '' })
    const membersFor = async (viewer: typeof calendar) =>
      (await viewer.events.history(id)).map(({ changes }) => Object.keys(changes).sort().join())
    expect(await membersFor(calendar)).toEqual(['description,excerpt,fields', 'description,excerpt,fields', ''])
    expect(await membersFor(ann as typeof calendar)).toEqual(['description,excerpt', 'description,excerpt', ''])
  })

  test('says where values are cut, and where none are kept', async () => {
    const { calendar } = openCalendar({ sanitizeHtml: (html) => html })
    const { id } = await calendar.events.create(anEvent({ description: 'x'.repeat(20_000), excerpt: 'short' }))
    await calendar.events.update(id, { description: 'y', excerpt: 'other' })
    const [last] = await calendar.events.history(id)
    expect(last?.changes['description']).toEqual({ from: 'x'.repeat(1_000), to: 'y', cut: true })
    expect(last?.changes['excerpt']).toEqual({ from: 'short', to: 'other' })
    expect(await outcomeOf(calendar.events.revert(id, { to: 1 }))).toBe('history_gone')
    expect((await calendar.events.revert(id, { to: 2 })).record.version).toBe(2)
    expect(await outcomeOf(calendar.events.revert(id, { to: 3 }))).toBe('invalid_input')

    const without = createCalendar({ store: memoryStore(), history: false })
    const event = await without.events.create(anEvent())
    await without.events.update(event.id, { title: 'Other' })
    expect(toShort(await without.events.history(event.id))).toEqual([
      ['', 'updated', 2, {}],
      ['', 'created', 1, {}],
    ])
    expect(await outcomeOf(without.events.revert(event.id, { to: 1 }))).toBe('history_gone')
  })

  test('marks values that a later write without old values may have given the record', async () => {
    const store = memoryStore()
    const [calendar, without] = [createCalendar({ store }), createCalendar({ store, history: false })]
    const { id } = await calendar.venues.create({ name: 'A' })
    await calendar.venues.update(id, { name: 'B', city: 'Ulm' })
    await calendar.venues.update(id, { name: 'C' })
    await without.venues.update(id, { name: 'D' })
    await calendar.venues.update(id, { phone: '1' })
    expect((await calendar.venues.history(id)).map(({ changes }) => changes)).toEqual([
      { phone: { from: '', to: '1' } },
      {},
      { name: { from: 'B', to: 'D', cut: true } },
      { name: { from: 'A', to: 'B' }, city: { from: '', to: 'Ulm', cut: true } },
      {},
    ])
  })

  test('marks values of a date that its series may have changed since', async () => {
    const { calendar } = openCalendar()
    const series = await calendar.events.create(anEvent({ title: 'Market', recurrence: 'FREQ=WEEKLY;COUNT=3' }))
    const [date] = (await calendar.events.list({ seriesIds: series.id, from: '2000-01-01' })).items
    if (date === undefined) throw new Error('no date')
    for (const title of ['Own', 'Market']) await calendar.events.update(date.id, { title })
    await calendar.events.update(series.id, { title: 'Fair' })
    const history = await calendar.events.history(date.id)
    expect(history.map(({ changes }) => changes['title'])).toEqual([
      undefined,
      { from: 'Own', to: 'Fair', cut: true },
      { from: 'Market', to: 'Own' },
      undefined,
    ])
    expect(history.map(({ scope }) => scope)).toEqual([null, null, null, null])
  })

  test('marks declared fields whose values are not known', async () => {
    const fields = { venue: { seats: { schema: anything }, stage: { schema: anything } } }
    const store = memoryStore()
    const [calendar, without] = [createCalendar({ store, fields }), createCalendar({ store, fields, history: false })]
    const { id } = await calendar.venues.create({ name: 'A', fields: { seats: 1, stage: 1 } })
    await calendar.venues.update(id, { fields: { stage: 2 } })
    await calendar.venues.update(id, { fields: { seats: 2 } })
    await without.venues.update(id, { fields: { stage: 3, seats: 3 } })
    expect((await calendar.venues.history(id)).map(({ changes }) => changes['fields'])).toEqual([
      undefined,
      { from: { seats: 1 }, to: { seats: 3 }, cut: true },
      { from: { stage: 1 }, to: { stage: 3 }, cut: true },
      undefined,
    ])
  })
})

describe('a revert', () => {
  test('is an update, with its preconditions, and leaves the trash alone', async () => {
    const { calendar } = openCalendar()
    const { id } = await calendar.events.create(anEvent({ title: 'One', status: 'draft' }))
    await calendar.events.update(id, { title: 'Two', status: 'publish' })
    expect(await outcomeOf(calendar.events.revert(id, { to: 1, version: 1 }))).toBe('version_conflict')
    await calendar.events.trash(id)
    expect(await outcomeOf(calendar.events.revert(id, { to: 1 }))).toBe('in_trash')
    await calendar.events.restore(id)
    expect((await calendar.events.revert(id, { to: 3 })).record).toMatchObject({ status: 'publish', version: 4 })
    const { record } = await calendar.events.revert(id, { to: 1, version: 4 })
    expect(record).toMatchObject({ title: 'One', status: 'draft', version: 5 })
    expect((await calendar.events.revert(id, { to: 2 })).record).toMatchObject({ title: 'Two', status: 'publish', version: 6 })
  })

  test('keeps the links that the viewer may not see, as an update does', async () => {
    const { calendar } = openCalendar()
    const ann = calendar.as({ id: 'ann', roles: ['author'] }, roles({ authors: ['author'] }))
    const hidden = await calendar.venues.create({ name: 'Hidden', status: 'draft' })
    const trashed = await calendar.venues.create({ name: 'Trashed' })
    const open = await calendar.venues.create({ name: 'Open' })
    const { id } = await ann.events.create(anEvent({ title: 'One' }))
    await calendar.events.update(id, { venues: [hidden.id, trashed.id] })
    await calendar.events.update(id, { venues: [hidden.id, trashed.id, open.id], title: 'Two' })
    await calendar.venues.trash(trashed.id)
    for (const [viewer, to, venues] of [
      [ann, 2, [hidden.id]],
      [ann, 3, [hidden.id, open.id]],
      [calendar, 2, [hidden.id]],
      [calendar, 3, [hidden.id, open.id]],
      [ann, 1, [hidden.id]],
    ] as const) {
      expect((await viewer.events.revert(id, { to })).missing).toEqual([])
      expect((await calendar.events.get(id)).venues.map((venue) => venue.id).toSorted()).toEqual(venues)
    }
    await calendar.venues.restore(trashed.id)
    expect((await calendar.events.get(id)).venues.map((venue) => venue.id)).toContain(trashed.id)
  })

  test('of terms, venues, a series and one of its dates', async () => {
    const { calendar } = openCalendar()
    const [root, child] = [await calendar.categories.create({ name: 'Root' }), await calendar.categories.create({ name: 'Child' })]
    await calendar.categories.update(child.id, { parentId: root.id, name: 'Kid' })
    expect((await calendar.categories.revert(child.id, { to: 1 })).record).toMatchObject({ name: 'Child', parentId: 0 })
    expect((await calendar.categories.revert(child.id, { to: 2 })).record).toMatchObject({ name: 'Kid', parentId: root.id })
    const venue = await calendar.venues.create({ name: 'Hall', geoLat: 52.5, geoLng: 13.4 })
    await calendar.venues.update(venue.id, { geoLat: null, geoLng: null, city: 'Ulm' })
    expect((await calendar.venues.revert(venue.id, { to: 1 })).record).toMatchObject({ geoLat: 52.5, geoLng: 13.4, city: '' })

    const series = await calendar.events.create(anEvent({ title: 'Market', recurrence: 'FREQ=WEEKLY;COUNT=3' }))
    await calendar.events.update(series.id, { title: 'Fair', recurrence: 'FREQ=WEEKLY;COUNT=5' })
    const [date] = (await calendar.events.list({ seriesIds: series.id, from: '2000-01-01' })).items
    if (date === undefined) throw new Error('no date')
    await calendar.events.update(date.id, { title: 'Own' })
    const [own] = await calendar.events.history(date.id, { limit: 1 })
    expect(own?.changes['title']).toEqual({ from: 'Fair', to: 'Own' })
    expect((await calendar.events.revert(date.id, { to: date.version })).record).toMatchObject({ title: 'Fair' })
    expect(await outcomeOf(calendar.events.revert(date.id, { to: 1 }))).toBe('history_gone')
    const { record } = await calendar.events.revert(series.id, { to: 1 })
    expect([record.title, record.recurrence?.rule]).toEqual(['Market', series.recurrence?.rule])
  })

  test('gives the record its members at that version, and the history adds up', async () => {
    const times = fc.constantFrom('2026-10-25 01:30', '2026-10-25 02:30', '2026-10-25T00:30Z', '2026-10-25T01:30Z', '2026-06-03 12:00')
    const patch: fc.Arbitrary<EventPatch> = fc.record(
      {
        title: fc.constantFrom('One', 'Two', 'Ä'),
        startDate: times,
        allDay: fc.boolean(),
        timeZone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'UTC'),
        status: fc.constantFrom('publish', 'draft', 'pending'),
        slug: fc.constantFrom('one', 'two'),
        cost: fc.constantFrom('', '$5', '$5 - $10', 'free'),
        image: fc.constantFrom(7, 'https://example.org/a.png', null),
        description: fc.constantFrom('', '<p>a</p>', 'b & c'),
        uid: fc.constantFrom('', 'a@example.org'),
        categories: fc.subarray(['Music', 'Art']),
        venues: fc.subarray([1, 2]),
        hidden: fc.boolean(),
        authorId: fc.constantFrom('', 'ann'),
        website: fc.constantFrom('', 'https://example.org/'),
        publishedUtc: fc.constantFrom('2026-01-01 10:00:00', '2027-01-01 10:00:00'),
      },
      { requiredKeys: [] },
    )
    const property = fc.asyncProperty(fc.array(patch, { minLength: 1, maxLength: 6 }), fc.nat(), async (patches, pick) => {
      const { calendar } = openCalendar()
      for (const name of ['A', 'B']) await calendar.venues.create({ name })
      const { id } = await calendar.events.create(anEvent())
      const versions = [await calendar.events.get(id)]
      for (const one of patches) {
        const end = one.startDate === undefined ? {} : { endDate: '2026-10-26 12:00' }
        const next = await calendar.events.update(id, { ...one, ...end })
        if (next.version > versions.length) versions.push(next)
      }
      const history = await calendar.events.history(id)
      expect(history.map(({ version }) => version)).toEqual(versions.map(({ version }) => version).reverse())
      for (const { version, changes } of history) {
        const title = changes['title']
        if (title !== undefined) expect([title.from, title.to]).toEqual([versions[version - 2]?.title, versions[version - 1]?.title])
      }
      const wanted = versions[pick % versions.length]
      const { record } = await calendar.events.revert(id, { to: wanted?.version ?? 1 })
      const comparable = ({
        version,
        updated,
        updatedMs,
        updatedUtc,
        previousStartDate,
        previousStartMs,
        categories,
        ...rest
      }: typeof record) => ({
        ...rest,
        categories: categories.map(({ slug }) => slug),
      })
      expect(comparable(record)).toEqual(comparable(wanted ?? record))
    })
    await fc.assert(property, { numRuns: 60 })
  })
})
