import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import {
  type AccessPolicy,
  type Actor,
  allowAll,
  type Calendar,
  type CalendarStore,
  createCalendar,
  type EventInput,
} from '../src/index.ts'
import { internals } from '../src/internal.ts'
import { anEvent, collect, issuesOf, outcomeOf } from './open-calendar.ts'

const fields = {
  event: {
    level: { schema: z.enum(['beginner', 'pro']), filter: 'is' },
    seats: { schema: z.number().int().min(0).optional(), filter: 'range' },
    dressCode: { schema: z.string().default('none'), filter: 'is', readable: (actor: Actor | null) => actor !== null },
  },
  venue: {
    wheelchair: { schema: z.boolean().default(false), filter: 'is' },
    key: { schema: z.string(), readable: (actor: Actor | null) => actor?.roles?.includes('staff') === true },
  },
  organizer: { code: { schema: z.string().optional(), filter: 'is' } },
  category: { colour: { schema: z.string().optional(), filter: 'is' } },
  tag: { weight: { schema: z.number().optional(), filter: 'range' } },
} as const

const open = (store: CalendarStore = memoryStore()) =>
  createCalendar({ store, clock: fixedClock('2026-06-01T12:00:00Z'), timeZone: 'Europe/Berlin', fields })

const level = 'pro'
const event = (own: object = {}) => ({ ...anEvent(), fields: { level, ...own } }) as const

/** Everybody may do everything; `readable` of fields still depends on the actor. */
const anybody: AccessPolicy = allowAll()

describe('required fields', () => {
  test('are required of new records only, nested ones included', async () => {
    const calendar: Calendar = open()
    expect(await issuesOf(calendar.events.create(anEvent({ title: '', venues: { name: 'Hall' } })))).toEqual({
      title: expect.any(String),
      'fields.level': 'is required',
      'venues[0].fields.key': 'is required',
    })
    const made = await calendar.events.create(event())
    expect((await calendar.events.update(made.id, { title: 'New' })).fields).toEqual({ level: 'pro', dressCode: 'none' })
    expect(await issuesOf(calendar.events.update(made.id, { fields: { level: null } }))).toEqual({ 'fields.level': 'is required' })
    const inputs: EventInput[] = [event(), anEvent()]
    expect(await issuesOf(calendar.events.createMany(inputs))).toEqual({ 'inputs[1].fields.level': 'is required' })
  })

  test('are not required of data that links an existing record by its name', async () => {
    const calendar: Calendar = open()
    const hall = await calendar.venues.create({ name: 'Hall', fields: { key: '1234' } })
    const venues = [{ name: 'HALL' }, { name: 'Mill' }]
    const missing = { 'venues[1].fields.key': 'is required' }
    expect(await issuesOf(calendar.events.create({ ...event(), venues }))).toEqual(missing)
    const made = await calendar.events.create({ ...event(), venues: { name: 'hall' } })
    expect(made.venues).toMatchObject([{ id: hall.id, fields: { key: '1234' } }])
    expect(await issuesOf(calendar.events.update(made.id, { venues }))).toEqual(missing)
    expect(await issuesOf(calendar.events.createMany([event(), { ...event(), venues }]))).toEqual({
      'inputs[1].venues[1].fields.key': 'is required',
    })
    // The first one creates the record that the second one names.
    const both = [{ name: 'Mill', fields: { key: '5' } }, { name: 'Mill' }]
    expect(await calendar.events.createMany(both.map((venue) => ({ ...event(), venues: venue })))).toMatchObject({ created: 2 })
    expect((await calendar.venues.list()).total).toBe(2)
  })

  test('have no default when a creation updates an existing record', async () => {
    const calendar = open()
    const input = { ...event({ dressCode: 'suit', seats: 3 }), uid: 'a' }
    await calendar.events.create(input)
    const again = { ...anEvent({ title: 'Again' }), uid: 'a', fields: { level: 'beginner' } } as const
    const updated = await calendar.events.create(again, { onConflict: 'update' })
    expect(updated.fields).toEqual({ level: 'beginner', seats: 3, dressCode: 'suit' })
  })
})

describe('a field that a viewer may not read', () => {
  const setup = async () => {
    const calendar = open()
    const made = await calendar.events.create({
      ...event({ dressCode: 'suit' }),
      venues: { name: 'Hall', fields: { key: 'B2' } },
    })
    return { calendar, made, visitor: calendar.as(null, anybody) as Calendar, member: calendar.as({ id: '1' }, anybody) as Calendar }
  }

  test('is in no record of any operation, and stays stored', async () => {
    const { calendar, made, visitor, member } = await setup()
    const seen = { level: 'pro' }
    const [read, listed] = [await visitor.events.get(made.id), (await visitor.events.list()).items[0]]
    for (const one of [read, listed, await visitor.events.update(made.id, { title: 'By a visitor' })]) {
      expect(one?.fields).toEqual(seen)
      expect(one?.venues[0]?.fields).toEqual({ wheelchair: false })
    }
    expect((await member.events.get(made.id)).fields).toEqual({ level: 'pro', dressCode: 'suit' })
    expect((await member.venues.get(1)).fields).toEqual({ wheelchair: false })
    expect((await calendar.venues.get(1)).fields).toEqual({ wheelchair: false, key: 'B2' })
    await visitor.events.trash(made.id)
    expect((await visitor.events.restore(made.id)).fields).toEqual(seen)
    expect((await calendar.events.get(made.id)).fields).toEqual({ level: 'pro', dressCode: 'suit' })
    expect((await visitor.events.delete(made.id)).fields).toEqual(seen)
  })

  test('does not exist in inputs and filters', async () => {
    const { made, visitor, member } = await setup()
    const hidden = { 'fields.dressCode': 'is not a declared field' }
    expect(await issuesOf(visitor.events.update(made.id, { fields: { dressCode: 'suit' } }))).toEqual(hidden)
    expect(await issuesOf(visitor.events.create(event({ dressCode: 'suit' })))).toEqual(hidden)
    expect(await issuesOf(visitor.events.list({ fields: { dressCode: 'suit' } }))).toEqual(hidden)
    expect(await issuesOf(collect(visitor.events.each({ fields: { dressCode: 'suit' } })))).toEqual(hidden)
    expect((await member.events.list({ fields: { dressCode: 'SUIT' } })).total).toBe(1)
  })

  test('gets its default or none from a viewer who creates a record', async () => {
    const { calendar, visitor } = await setup()
    const made = await visitor.events.create({ ...event(), venues: { name: 'Inn' } })
    const stored = await calendar.events.get(made.id)
    expect([stored.fields, stored.venues[0]?.fields]).toEqual([{ level: 'pro', dressCode: 'none' }, { wheelchair: false }])
  })

  test('stays hidden from hooks and listeners of nobody: they are code of the host', async () => {
    const { calendar, made, visitor } = await setup()
    const seen: unknown[] = []
    calendar.before('event.update', async ({ next, tx }) => void seen.push(next.fields, (await tx.events.get(made.id)).fields))
    calendar.on('event.updated', ({ after }) => void seen.push(after.fields))
    await visitor.events.update(made.id, { fields: { seats: 3 } })
    const after = { level: 'pro', seats: 3, dressCode: 'suit' }
    expect(seen).toEqual([after, { level: 'pro', dressCode: 'suit' }, after])
  })

  test.each([
    [
      'a throw',
      (): boolean => {
        throw new Error('no')
      },
    ],
    ['anything but true', (): unknown => 1],
    ['a promise', (): unknown => Promise.resolve(true)],
  ])('%s of readable hides it, and trusted code reads it', async (_, readable) => {
    const calendar = createCalendar({
      store: memoryStore(),
      // Hosts without types can return anything.
      fields: { tag: { note: { schema: z.string(), readable: readable as () => boolean } } },
    })
    await calendar.tags.create({ name: 'Free', fields: { note: 'x' } })
    expect((await calendar.tags.get(1)).fields).toEqual({ note: 'x' })
    expect((await calendar.as({ id: '1' }, anybody).tags.get(1)).fields).toEqual({})
  })

  test('is asked for once in each call', async () => {
    let asked = 0
    const count = { schema: z.string().default('a'), filter: 'is', readable: () => ++asked > 0 } as const
    const calendar = createCalendar({ store: memoryStore(), fields: { event: { count }, venue: { count } } }).as({ id: '1' }, anybody)
    const calls: readonly (() => Promise<unknown>)[] = [
      () => calendar.events.create({ ...anEvent({ startDate: '2031-01-01', endDate: '2031-01-01' }), venues: { name: 'Hall' } }),
      () => calendar.events.update(1, { fields: { count: 'b' } }),
      () => calendar.events.list({ fields: { count: 'b' } }),
      () => calendar.events.get(1),
      () => calendar.events.createMany([anEvent(), anEvent()]),
      () => internals(calendar).cached('a', async (fixed) => new Uint8Array((await fixed.events.list()).total)),
      async () => void internals(calendar).visibleFields(),
    ]
    for (const call of calls) {
      asked = 0
      await call()
      // Once for each of the two fields.
      expect(asked).toBe(2)
    }
  })
})

test('visibleFields of internals gives the fields that the viewer may read, and nothing for other objects', () => {
  const calendar = open()
  const namesOf = (seen: Calendar): readonly string[] =>
    internals(seen)
      .visibleFields()
      .event.list.map(({ name }) => name)
  expect(namesOf(calendar)).toEqual(['level', 'seats', 'dressCode'])
  expect(namesOf(calendar.as(null, anybody))).toEqual(['level', 'seats'])
  expect(internals(createCalendar({ store: memoryStore() })).visibleFields().event.list).toEqual([])
  expect(() => internals(Object.create(null))).toThrow(TypeError)
})

describe('cached results', () => {
  test('and totals are apart for viewers with different fields', async () => {
    const calendar = open()
    await calendar.events.create(event({ dressCode: 'suit' }))
    const show = (actor: Actor | null): Promise<Uint8Array> =>
      internals(calendar.as(actor, anybody)).cached('list', async (fixed) => {
        const [first] = (await fixed.events.list()).items
        return new Uint8Array(Object.keys(first?.fields ?? {}).length)
      })
    for (const _ of ['made', 'found']) expect([(await show(null)).byteLength, (await show({ id: '1' })).byteLength]).toEqual([1, 2])
    const got = [null, { id: '1' }].map((actor) => internals(calendar.as(actor, anybody)).getCached('list')?.byteLength)
    expect(got).toEqual([1, 2])
  })

  test('are apart for lists with different conditions', async () => {
    const calendar = open()
    await calendar.events.create(event({ seats: 5 }))
    const total = (seats: number): Promise<number> =>
      internals(calendar)
        .cached(`seats ${seats}`, async (fixed) => new Uint8Array((await fixed.events.list({ fields: { seats: { gte: seats } } })).total))
        .then(({ byteLength }) => byteLength)
    expect([await total(5), await total(6), await total(5)]).toEqual([1, 0, 1])
  })
})

describe('a series', () => {
  const weekly = { recurrence: 'FREQ=WEEKLY;COUNT=3' }
  const setup = async () => {
    const calendar = open()
    const series = await calendar.events.create({ ...event({ seats: 1 }), ...weekly })
    const items = (await calendar.events.list()).items
    return { calendar, series, ids: items.map(({ id }) => id) as [number, number, number] }
  }
  const seatsOf = async (calendar: Calendar): Promise<unknown> =>
    (await calendar.events.list({ startsUntil: '2027-01-01' })).items.map(({ fields: own }) => own['seats'])

  test('has one object of fields, which an occurrence overrides as a whole', async () => {
    const { calendar, series, ids } = await setup()
    const [, second] = ids
    const changed = await calendar.events.update(second, { fields: { seats: 2 } })
    expect([changed.recurrence?.overridden, changed.fields]).toEqual([['fields'], { level: 'pro', seats: 2, dressCode: 'none' }])
    await calendar.events.update(series.id, { fields: { level: 'beginner', seats: 9 } })
    expect(await seatsOf(calendar)).toEqual([9, 2, 9])
    // The level of the second one is part of its own object.
    expect((await calendar.events.get(second)).fields.level).toBe('pro')
    expect((await calendar.events.list({ fields: { seats: 9, level: 'beginner' } })).total).toBe(2)
    expect((await calendar.events.list({ fields: { seats: 2 } })).items.map(({ id }) => id)).toEqual([second])
    const reset = await calendar.events.update(second, { recurrence: { overridden: [] } })
    expect([reset.recurrence?.overridden, reset.fields.seats]).toEqual([[], 9])
  })

  test.each([
    ['all', [7, 7, 7]],
    ['following', [1, 7, 7]],
    ['this', [1, 7, 1]],
  ] as const)('changes with the scope %s', async (scope, seats) => {
    const { calendar, ids } = await setup()
    await calendar.events.update(ids[1], { fields: { seats: 7 } }, { scope })
    expect(await seatsOf(calendar)).toEqual(seats)
  })

  test('is not overridden by an occurrence that is sent back', async () => {
    const { calendar, ids } = await setup()
    const { recurrence, ...occurrence } = await calendar.events.get(ids[1])
    const after = await calendar.events.update(ids[1], { ...occurrence, organizers: [], title: 'Other' })
    expect(after.recurrence?.overridden).toEqual(['title'])
    expect(recurrence?.overridden).toEqual([])
  })
})

describe('a calendar whose fields have changed', () => {
  const store = memoryStore()
  const clock = fixedClock('2026-06-01T12:00:00Z')
  const old = createCalendar({ store, clock, fields: { event: { size: { schema: z.any() }, gone: { schema: z.any() } } } })
  const now = createCalendar({
    store,
    clock,
    fields: { event: { size: { schema: z.number(), filter: 'range' }, kind: { schema: z.string() } } },
  })

  test('returns stored values as they are, keeps and hides those of other names, and reports both', async () => {
    for (const size of [1, 'large', { a: 1 }]) await old.events.create({ ...anEvent(), fields: { size, gone: true } })
    const [first, second] = (await now.events.list()).items
    expect([first?.fields, second?.fields]).toEqual([{ size: 1 }, { size: 'large' }])
    await now.events.update(2, { title: 'Other', fields: { kind: 'a' } })
    expect((await old.events.get(2)).fields).toEqual({ size: 'large', gone: true })
    const report = await now.maintenance.checkFields()
    expect(report.checked).toBe(3)
    expect(report.findings.map(({ field, count, records }) => [field, count, records.map(({ id }) => id)])).toEqual([
      ['kind', 2, [1, 3]],
      ['gone', 3, [1, 2, 3]],
      ['size', 2, [2, 3]],
    ])
    expect(report.findings.map(({ kind, records }) => [kind, records[0]?.detail])).toEqual([
      ['event', 'is required'],
      ['event', 'is not a declared field'],
      ['event', expect.stringContaining('number')],
    ])
    expect((await old.maintenance.checkFields()).findings.map(({ field }) => field)).toEqual(['kind'])
  })

  test('finds old records by a new filter after reindexFields', async () => {
    const found = async (): Promise<number> => (await now.events.list({ fields: { size: { gte: 0 } } })).total
    expect(await found()).toBe(0)
    expect(await now.maintenance.reindexFields({ dryRun: true })).toMatchObject({ checked: 3, changed: 1 })
    expect(await found()).toBe(0)
    const { version } = await now.events.get(1)
    // The write of the second record has made its keys already.
    expect(await now.maintenance.reindexFields()).toMatchObject({ checked: 3, changed: 1 })
    expect([await found(), (await now.events.get(1)).version]).toEqual([1, version])
    expect(await now.maintenance.reindexFields()).toMatchObject({ checked: 3, changed: 0 })
    // Without the filter, its keys go.
    expect(await old.maintenance.reindexFields()).toMatchObject({ checked: 3, changed: 2 })
  })

  test('checks and reindexes for the host alone', async () => {
    const visitor = now.as({ id: '1' }, anybody)
    expect([await outcomeOf(visitor.maintenance.checkFields()), await outcomeOf(visitor.maintenance.reindexFields())]).toEqual([
      'forbidden',
      'forbidden',
    ])
    await expect(now.maintenance.reindexFields({ dryrun: true } as object)).rejects.toThrow(/Is it dryRun\?/)
  })
})

test('reindexFields and checkFields read series once, and occurrences with fields of their own', async () => {
  const store = memoryStore()
  const clock = fixedClock('2026-06-01T12:00:00Z')
  const old = createCalendar({ store, clock, fields: { event: { size: { schema: z.number() } } } })
  await old.events.create({ ...anEvent(), recurrence: 'FREQ=DAILY;COUNT=5', fields: { size: 1 } })
  const [, second, third] = (await old.events.list()).items
  await old.events.update(second?.id ?? 0, { fields: { size: 2 } })
  await old.events.update(third?.id ?? 0, { title: 'Another title' })
  const now = createCalendar({ store, clock, fields: { event: { size: { schema: z.number(), filter: 'is' } } } })
  expect(await now.maintenance.checkFields()).toEqual({ checked: 2, changed: 0, added: 0, deleted: 0, findings: [] })
  expect(await now.maintenance.reindexFields()).toMatchObject({ checked: 2, changed: 2 })
  expect((await now.events.list({ fields: { size: 1 } })).total).toBe(4)
  expect((await now.events.list({ fields: { size: 2 } })).total).toBe(1)
})

test('reindexFields reads a record again that another writer changes meanwhile', async () => {
  const store = memoryStore()
  const old = createCalendar({ store, fields: { tag: { size: { schema: z.number() } } } })
  await old.tags.create({ name: 'Large', fields: { size: 9 } })
  let isFirst = true
  const racing: CalendarStore = {
    ...store,
    transaction: async (work) => {
      if (isFirst) await old.tags.update(1, { description: 'changed meanwhile' })
      isFirst = false
      return store.transaction(work)
    },
  }
  const now = createCalendar({ store: racing, fields: { tag: { size: { schema: z.number(), filter: 'is' } } } })
  expect(await now.maintenance.reindexFields()).toMatchObject({ checked: 1, changed: 1 })
  expect((await now.tags.list({ fields: { size: 9 } })).total).toBe(1)
})

test('lists find what a naive filter finds', async () => {
  const numbers = fc.constantFrom(-1.5, -0, 0, 2, 10, 1e21)
  const words = fc.constantFrom<string>('Jazz', 'jazz', 'JÄZZ', 'folk', 'ﬁn', '')
  const calendar = createCalendar({
    store: memoryStore(),
    clock: fixedClock('2026-06-01T12:00:00Z'),
    fields: {
      event: {
        size: { schema: z.number().optional(), filter: 'range' },
        styles: { schema: z.array(z.string()).optional(), filter: 'is' },
        name: { schema: z.string().optional(), filter: 'range' },
      },
    },
  })
  const made: { readonly size?: number | undefined; readonly styles?: string[] | undefined; readonly name?: string | undefined }[] = []
  const record = fc.record({ size: numbers, styles: fc.array(words, { maxLength: 3 }), name: words }, { requiredKeys: [] })
  for (const own of fc.sample(record, { numRuns: 40, seed: 7 })) {
    await calendar.events.create({ ...anEvent(), fields: own })
    made.push(own)
  }
  const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
  await fc.assert(
    fc.asyncProperty(
      fc.record({ gte: numbers, lte: numbers, style: words, name: fc.array(words, { minLength: 1, maxLength: 3 }) }, { requiredKeys: [] }),
      async ({ gte, lte, style, name }) => {
        const filter = {
          ...((gte !== undefined || lte !== undefined) && { size: { gte, lte } }),
          ...(style !== undefined && { styles: style }),
          ...(name !== undefined && { name }),
        }
        const wanted = made.flatMap((own, i) => {
          const isSize =
            (gte === undefined && lte === undefined) ||
            (own.size !== undefined && own.size >= (gte ?? own.size) && own.size <= (lte ?? own.size))
          const isStyle = style === undefined || own.styles?.some((one) => folded(one) === folded(style)) === true
          const isName = name === undefined || (own.name !== undefined && name.includes(own.name))
          return isSize && isStyle && isName ? [i + 1] : []
        })
        const found = await calendar.events.list({ fields: filter, perPage: 100, orderBy: 'id' })
        expect(found.items.map(({ id }) => id)).toEqual(wanted)
      },
    ),
    { numRuns: 300 },
  )
})

test('a calendar without fields returns one shared, frozen object', async () => {
  const calendar = createCalendar({ store: memoryStore(), clock: fixedClock('2026-06-01T12:00:00Z') })
  const [one, two] = [await calendar.events.create(anEvent()), await calendar.tags.create({ name: 'Free' })]
  expect(one.fields).toBe(two.fields)
  expect(Object.isFrozen(one.fields)).toBe(true)
})
