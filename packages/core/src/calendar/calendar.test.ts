import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { anEvent, openCalendar, outcomeOf } from '../../test/open-calendar.ts'
import { allowAll, publicReadOnly } from '../access/policy.ts'
import { CalendarError } from '../errors/calendar-error.ts'
import { type Change, changeNames } from '../record/change.ts'
import type { Calendar } from './api.ts'
import { createCalendar } from './calendar.ts'
import { internals } from './internals.ts'

/** Listens to every kind and verb, and records names and ids. */
function listenTo(calendar: Calendar): string[] {
  const reported: string[] = []
  for (const known of changeNames) calendar.on(known, ({ name, before, after }) => void reported.push(`${name} ${(after ?? before)?.id}`))
  return reported
}

describe('options', () => {
  const store = memoryStore()
  test.each<[string, object]>([
    ['no store', { store: undefined }],
    ['an object that is not a store', { store: {} }],
    ['a misspelt option', { store, timezone: 'UTC' }],
    ['an object that is not a clock', { store, clock: {} }],
    ['an unknown time zone', { store, timeZone: 'Berlin' }],
    ['an empty time zone', { store, timeZone: '' }],
    ['a page size of 0', { store, maxPerPage: 0 }],
    ['a fractional page size', { store, maxPerPage: 10.5 }],
    ['an infinite page size', { store, maxPerPage: Number.POSITIVE_INFINITY }],
    ['an unknown currency', { store, currency: 'money' }],
    ['a currency without a position', { store, currency: { symbol: '€', code: 'EUR' } }],
    ...['', ' ', ' frei', 'a\nb', '0 €', 'ab ٥', '\u0000', 'x'.repeat(501)].map((freeText): [string, object] => [
      `the free text ${JSON.stringify(freeText.slice(0, 9))}`,
      { store, freeText },
    ]),
    ['a sanitizer that is not a function', { store, sanitizeHtml: true }],
    ['an error listener that is not a function', { store, onListenerError: 'log' }],
    ['a cache of 0 bytes', { store, cache: { maxBytes: 0 } }],
    ['a cache of half a byte', { store, cache: { maxBytes: 0.5 } }],
    ['a cache option of true', { store, cache: true }],
  ])('are refused: %s', (_name, options) => expect(() => createCalendar(Object.assign(options))).toThrow(TypeError))

  test('have defaults', async () => {
    const calendar = createCalendar({ store: memoryStore() })
    expect(calendar).toMatchObject({ timeZone: 'UTC', maxPerPage: 100 })
    expect(await calendar.events.create(anEvent({ cost: 5, description: '<i>x</i>' }))).toMatchObject({
      timeZone: 'UTC',
      cost: { currencyCode: 'USD' },
      description: '&lt;i>x&lt;/i>',
    })
  })

  test('change the defaults', async () => {
    const clock = fixedClock('2026-06-01T12:00:00Z')
    const currency = { symbol: 'T', code: 'TKN', position: 'postfix' } as const
    const calendar = createCalendar({
      store: memoryStore(),
      clock,
      timeZone: 'asia/tokyo',
      currency,
      maxPerPage: 2,
      sanitizeHtml: () => 'safe',
    })
    expect(calendar).toMatchObject({ timeZone: 'Asia/Tokyo', maxPerPage: 2, clock })
    for (let i = 0; i < 3; i++) await calendar.events.create(anEvent({ cost: 5, description: 'x' }))
    const page = await calendar.events.list({ perPage: 50 })
    expect(page).toMatchObject({ perPage: 2, total: 3, totalPages: 2 })
    expect(page.items[0]).toMatchObject({
      timeZone: 'Asia/Tokyo',
      cost: { currencyCode: 'TKN', currencyPosition: 'postfix' },
      description: 'safe',
    })
  })
})

describe('a calendar for an actor', () => {
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['an object', {}],
    ['a policy without readable', { may: () => true }],
    ['a policy without may', { readable: () => [] }],
    ['a function', () => true],
  ])('cannot be created with %s instead of a policy', (_name, policy) =>
    expect(() => openCalendar().calendar.as({ id: '1' }, policy as never)).toThrow(TypeError),
  )

  test('has the same records, as far as its policy allows', async () => {
    const { calendar } = openCalendar()
    const reader = calendar.as(null, publicReadOnly())
    await calendar.events.create(anEvent())
    await calendar.events.create(anEvent({ status: 'draft' }))
    expect((await reader.events.list({ status: 'any' })).total).toBe(1)
    expect((await calendar.events.list({ status: 'any' })).total).toBe(2)
    expect(await reader.events.find(2)).toBe(null)
    expect(await outcomeOf(reader.events.delete(1))).toBe('unauthenticated')
    expect(reader).toMatchObject({ timeZone: 'Europe/Berlin', maxPerPage: 100 })
  })

  test('can create the calendar for another actor', async () => {
    const { calendar } = openCalendar()
    const reader = calendar.as(null, publicReadOnly())
    expect((await reader.as({ id: '5' }, allowAll()).venues.create({ name: 'A' })).authorId).toBe('5')
    expect(await outcomeOf(reader.venues.create({ name: 'B' }))).toBe('unauthenticated')
  })

  test('says whether the actor may do an action to records of a kind', async () => {
    const { calendar } = openCalendar()
    expect(await outcomeOf(internals(calendar).authorize('create', 'event'))).toBe('done')
    expect(await outcomeOf(internals(calendar.as(null, publicReadOnly())).authorize('create', 'event'))).toBe('unauthenticated')
    expect(await outcomeOf(internals(calendar.as({ id: '1' }, publicReadOnly())).authorize('delete', 'tag'))).toBe('forbidden')
  })

  test('shows nothing and allows nothing when its policy fails', async () => {
    const { calendar } = openCalendar()
    await calendar.events.create(anEvent({ venues: { name: 'A' } }))
    const broken = calendar.as(
      { id: '1' },
      { may: () => Promise.reject(new Error('broken')), readable: () => Promise.reject(new Error('broken')) },
    )
    expect(await broken.events.list()).toMatchObject({ items: [], total: 0 })
    expect(await outcomeOf(broken.events.get(1))).toBe('not_found')
    expect(await outcomeOf(broken.events.create(anEvent()))).toBe('forbidden')
    expect(await outcomeOf(broken.venues.get(1))).toBe('not_found')
  })
})

describe('listeners', () => {
  test('are notified of each change, with the record before and after', async () => {
    const { calendar } = openCalendar()
    const changes: Change[] = []
    for (const verb of ['created', 'updated', 'trashed', 'restored', 'deleted'] as const)
      calendar.on(`venue.${verb}`, (change) => void changes.push(change))
    await calendar.venues.create({ name: 'A' })
    await calendar.venues.update(1, { city: 'Ulm' })
    await calendar.venues.trash(1)
    await calendar.venues.update(1, { status: 'draft' })
    await calendar.venues.delete(1)
    expect(changes.map(({ name, kind, before, after }) => [name, kind, before?.version, after?.version])).toEqual([
      ['venue.created', 'venue', undefined, 1],
      ['venue.updated', 'venue', 1, 2],
      ['venue.trashed', 'venue', 2, 3],
      ['venue.restored', 'venue', 3, 4],
      ['venue.deleted', 'venue', 4, undefined],
    ])
  })

  test('are notified of nothing that failed', async () => {
    const { calendar } = openCalendar()
    const reported = listenTo(calendar)
    await outcomeOf(calendar.venues.create({ name: '' }))
    await outcomeOf(calendar.venues.update(9, {}))
    await outcomeOf(calendar.events.create(anEvent({ venues: [{ name: 'New' }, 99] })))
    expect(reported).toEqual([])
  })

  test('can be stopped, also while they are called', async () => {
    const { calendar } = openCalendar()
    const reported: string[] = []
    const stop = calendar.on('tag.created', () => {
      reported.push('first')
      stop()
      calendar.on('tag.created', () => void reported.push('late'))
    })
    calendar.on('tag.created', () => void reported.push('second'))
    await calendar.tags.create({ name: 'a' })
    await calendar.tags.create({ name: 'b' })
    stop()
    expect(reported).toEqual(['first', 'second', 'second', 'late'])
  })

  test('may write to the calendar', async () => {
    const { calendar } = openCalendar()
    const written = new Promise<unknown>((resolve) => {
      calendar.on('venue.created', ({ after }) => resolve(calendar.tags.create({ name: after?.slug ?? '' })))
    })
    await calendar.venues.create({ name: 'Ulm' })
    expect(await written).toMatchObject({ name: 'ulm' })
  })

  describe('that fail', () => {
    const unhandled = vi.fn()
    beforeEach(() => void process.on('unhandledRejection', unhandled))
    afterEach(() => void process.off('unhandledRejection', unhandled))

    test.each<[string, (error: unknown) => void]>([
      ['are reported to onListenerError', () => undefined],
      ['are reported to an onListenerError that rejects', () => Promise.reject(new Error('report'))],
      [
        'are reported to an onListenerError that throws',
        () => {
          throw new Error('report')
        },
      ],
    ])('%s, and do not affect the write', async (_name, report) => {
      const errors: unknown[] = []
      const { calendar } = openCalendar({
        onListenerError: (error) => {
          errors.push(error)
          return report(error)
        },
      })
      calendar.on('tag.created', () => {
        throw new Error('at once')
      })
      calendar.on('tag.created', () => Promise.reject(new Error('later')))
      const reported = listenTo(calendar)
      expect(await calendar.tags.create({ name: 'a' })).toMatchObject({ id: 1 })
      await new Promise((resolve) => setTimeout(resolve))
      expect(errors).toEqual([new Error('at once'), new Error('later')])
      expect(reported).toEqual(['tag.created 1'])
      expect(unhandled).not.toHaveBeenCalled()
    })
  })
})

describe('a transaction', () => {
  test('writes all records, and notifies listeners after the commit', async () => {
    const { calendar, memory } = openCalendar()
    const reported = listenTo(calendar)
    const result = await calendar.transaction(async (tx) => {
      const venue = await tx.venues.create({ name: 'A' })
      const event = await tx.events.create(anEvent({ venues: venue.id }))
      expect((await tx.events.list()).total).toBe(1)
      expect(memory.snapshot().events.records).toEqual([])
      expect(reported).toEqual([])
      return event.id
    })
    expect(result).toBe(1)
    expect(reported).toEqual(['venue.created 1', 'event.created 1'])
  })

  test('writes nothing and notifies no listener when its work fails', async () => {
    const { calendar, memory } = openCalendar()
    const reported = listenTo(calendar)
    const before = memory.snapshot()
    const failing = calendar.transaction(async (tx) => {
      await tx.venues.create({ name: 'A' })
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    expect(memory.snapshot()).toEqual(before)
    expect(reported).toEqual([])
  })

  test('inside another one is part of it', async () => {
    const { calendar } = openCalendar()
    const reported = listenTo(calendar)
    await calendar.transaction(async (tx) => {
      await tx.transaction(async (inner) => inner.tags.create({ name: 'a' }))
      await tx
        .transaction(async (inner) => {
          await inner.tags.create({ name: 'b' })
          throw new Error('caught')
        })
        .catch(() => undefined)
      await tx.as({ id: '5' }, allowAll()).transaction(async (inner) => inner.venues.create({ name: 'A' }))
      expect(reported).toEqual([])
    })
    // The writes of a joined transaction before its failure are committed, so they are reported too.
    expect((await calendar.tags.list()).total).toBe(2)
    expect(reported).toEqual(['tag.created 1', 'tag.created 2', 'venue.created 1'])
  })

  test('has the access policy of the calendar that began it', async () => {
    const { calendar } = openCalendar()
    const reader = calendar.as({ id: '5' }, publicReadOnly())
    expect(await outcomeOf(reader.transaction((tx) => tx.tags.create({ name: 'a' })))).toBe('forbidden')
  })

  test('that the store runs again notifies listeners only of the run that was committed', async () => {
    const memory = memoryStore()
    let runs = 0
    const calendar = createCalendar({
      store: {
        ...memory,
        transaction: async (work) => {
          runs++
          await memory
            .transaction(async (tx) => {
              await work(tx)
              throw new Error('conflict')
            })
            .catch(() => undefined)
          return memory.transaction(work)
        },
      },
    })
    const reported = listenTo(calendar)
    await calendar.transaction((tx) => tx.tags.create({ name: 'a' }))
    await calendar.tags.create({ name: 'b' })
    expect(runs).toBe(2)
    expect(reported).toEqual(['tag.created 1', 'tag.created 2'])
  })
})

describe('a rehearsal', () => {
  test('gives what the writes would leave, and leaves nothing', async () => {
    const calendar = createCalendar({ store: memoryStore() })
    const reported = listenTo(calendar)
    const hook = vi.fn()
    calendar.before('event.create', hook)
    const titles = await internals(calendar).rehearse(async (tx) => {
      await tx.events.create(anEvent({ title: 'Choir' }))
      return (await tx.events.list()).items.map(({ title }) => title)
    })
    expect(titles).toEqual(['Choir'])
    expect([await calendar.events.count(), reported, hook.mock.calls]).toEqual([0, [], []])
  })

  test('has the rights of its actor, and throws what the work throws', async () => {
    const actor = { id: '7' }
    const reader = createCalendar({ store: memoryStore() }).as(actor, publicReadOnly())
    const outcome = await outcomeOf(internals(reader).rehearse((tx) => tx.events.create(anEvent())))
    expect([internals(reader).viewer().actor, outcome]).toEqual([actor, 'forbidden'])
  })

  test('is refused inside a transaction', async () => {
    const calendar = createCalendar({ store: memoryStore() })
    await expect(calendar.transaction((tx) => internals(tx).rehearse(async () => 1))).rejects.toThrow(TypeError)
  })
})

describe('a calendar over another store', () => {
  test('joins the host’s transaction, and notifies listeners when the host flushes', async () => {
    const { calendar, memory } = openCalendar()
    const reported = listenTo(calendar)
    let joined: ReturnType<Calendar['using']> | undefined
    await memory.transaction(async (tx) => {
      joined = calendar.using(tx)
      await joined.tags.create({ name: 'a' })
      await joined.as({ id: '5' }, allowAll()).venues.create({ name: 'A' })
      await joined.transaction((inner) => inner.tags.create({ name: 'b' }))
      expect((await calendar.tags.list()).total).toBe(0)
    })
    expect(reported).toEqual([])
    joined?.flush()
    expect(reported).toEqual(['tag.created 1', 'venue.created 1', 'tag.created 2'])
    joined?.flush()
    expect(reported).toHaveLength(3)
  })

  test('notifies no listener when the host rolls back and never flushes', async () => {
    const { calendar, memory } = openCalendar()
    const reported = listenTo(calendar)
    await memory
      .transaction(async (tx) => {
        await calendar.using(tx).tags.create({ name: 'a' })
        throw new Error('stop')
      })
      .catch(() => undefined)
    expect(reported).toEqual([])
    expect((await calendar.tags.list()).total).toBe(0)
  })

  test('needs a store', () => expect(() => openCalendar().calendar.using({} as never)).toThrow(TypeError))
})

describe('cached', () => {
  /** Returns a function that reads a cached result by its key from a calendar whose store has that revision token. */
  function openCached(): (token: string, key: string) => Promise<string> {
    let token = ''
    let made = 0
    const calendar = createCalendar({
      store: { ...memoryStore(), revision: async () => ({ token, mark: { seq: 0, atMs: 0 }, staleAtMs: null, extendedTo: null }) },
    })
    const make = async () => ({ text: `${++made}`, byteLength: 10 })
    return async (newToken, key) => {
      token = newToken
      return (await internals(calendar).cached(key, make)).text
    }
  }

  test('makes a result once for each key, until the revision changes', async () => {
    const read = openCached()
    expect([await read('1', 'a'), await read('1', 'b'), await read('1', 'a'), await read('2', 'a')]).toEqual(['1', '2', '1', '3'])
  })

  test('distinguishes pairs that are the same text when they are joined', async () => {
    const read = openCached()
    expect([await read('1', '1 a'), await read('11', ' a'), await read('11 ', 'a')]).toEqual(['1', '2', '3'])
  })
})

describe('getCached of internals', () => {
  const make = async () => ({ byteLength: 1, text: 'made' })

  test('gives what cached has stored, until the next commit', async () => {
    const calendar = createCalendar({ store: memoryStore() })
    expect(internals(calendar).getCached('a')).toBeUndefined()
    const made = await internals(calendar).cached('a', make)
    expect(internals(calendar).getCached('a')).toBe(made)
    expect(internals(calendar).getCached('b')).toBeUndefined()
    await calendar.tags.create({ name: 'Free' })
    expect(internals(calendar).getCached('a')).toBeUndefined()
  })

  test('gives viewers with equal read access the same result, and other viewers none', async () => {
    const calendar = createCalendar({ store: memoryStore() })
    const made = await internals(calendar.as({ id: '1' }, publicReadOnly())).cached('a', make)
    expect(internals(calendar.as(null, publicReadOnly())).getCached('a')).toBe(made)
    expect(internals(calendar.as(null, allowAll())).getCached('a')).toBeUndefined()
    expect(internals(calendar).getCached('a')).toBeUndefined()
  })

  test('gives a result that depends on the minute until the minute ends', async () => {
    let nowMs = 60_000
    const calendar = createCalendar({ store: memoryStore(), clock: { nowMs: () => nowMs } })
    const made = await internals(calendar).cached('a', make, { isOfMinute: true })
    expect(internals(calendar).getCached('a', { isOfMinute: true })).toBe(made)
    nowMs += 60_000
    expect(internals(calendar).getCached('a', { isOfMinute: true })).toBeUndefined()
  })

  test('gives nothing without a cache, in a transaction, and for a policy that throws', async () => {
    const calendar = createCalendar({ store: memoryStore() })
    await internals(calendar).cached('a', make)
    await calendar.transaction(async (tx) => expect(internals(tx).getCached('a')).toBeUndefined())
    const throwing = () => {
      throw new Error('broken')
    }
    const seen = calendar.as(null, { ...publicReadOnly(), readable: throwing })
    await internals(seen).cached('a', make)
    expect(internals(seen).getCached('a')).toBeUndefined()
    const bare = createCalendar({ store: memoryStore(), cache: false })
    await internals(bare).cached('a', make)
    expect(internals(bare).getCached('a')).toBeUndefined()
  })
})

test('the operations of a kind are made once for each calendar', () => {
  const calendar = createCalendar({ store: memoryStore() })
  for (const kind of ['events', 'venues', 'organizers', 'categories', 'tags'] as const) expect(calendar[kind]).toBe(calendar[kind])
  expect(calendar.as(null, allowAll()).events).not.toBe(calendar.events)
})

describe('ping', () => {
  test('asks the store each time, and passes if it answers', async () => {
    const memory = memoryStore()
    const revision = vi.fn(memory.revision)
    const calendar = createCalendar({ store: { ...memory, revision } })
    expect([await calendar.ping(), await calendar.ping()]).toEqual([undefined, undefined])
    expect(revision).toHaveBeenCalledTimes(4)
    await calendar.transaction((tx) => tx.ping())
  })

  test.each(['reads', 'writes'])('fails if the database for %s is away', async (away) => {
    const memory = memoryStore()
    const error = new CalendarError('unavailable', { retryAfterSeconds: 5 })
    const revision: typeof memory.revision = (nowMs, database = 'reads') =>
      database === away ? Promise.reject(error) : memory.revision(nowMs)
    await expect(createCalendar({ store: { ...memory, revision } }).ping()).rejects.toBe(error)
  })

  test('throws what the store throws', async () => {
    const away = new CalendarError('unavailable', { retryAfterSeconds: 5 })
    const calendar = createCalendar({ store: { ...memoryStore(), revision: () => Promise.reject(away) } })
    await expect(calendar.ping()).rejects.toBe(away)
  })
})
