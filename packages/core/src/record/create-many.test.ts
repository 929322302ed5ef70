import { failingStore } from '@kalends/testing'
import { describe, expect, test } from 'vitest'
import { anEvent, collect, type OpenCalendar, openCalendar } from '../../test/open-calendar.ts'
import { allowAll } from '../access/policy.ts'
import { createCalendar } from '../calendar/calendar.ts'
import { isCalendarError } from '../errors/calendar-error.ts'
import type { EventInput } from '../kinds/event/schema.ts'
import type { CreateManyProgress } from './bulk-options.ts'

const events = (count: number, change: (i: number) => Partial<EventInput> = () => ({})): EventInput[] =>
  Array.from({ length: count }, (_, i) => anEvent({ title: `Event ${i}`, ...change(i) }))

const titlesIn = async ({ calendar }: OpenCalendar): Promise<string[]> =>
  (await collect(calendar.events.each({ status: 'any', startsFrom: '2000-01-01' }))).map(({ title }) => title)

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('createMany', () => {
  test('creates the same records as consecutive creates', async () => {
    const inputs = events(7, (i) => ({
      title: i % 2 === 0 ? 'Choir' : `Event ${i}`,
      venues: { name: 'Town hall' },
      tags: ['free', 'music'],
    }))
    const [one, other] = [openCalendar(), openCalendar()]
    for (const input of inputs) await one.calendar.events.create(input)
    expect(await other.calendar.events.createMany(inputs, { chunkSize: 3 })).toEqual({ created: 7, updated: 0, unchanged: 0, skipped: 0 })
    expect(other.memory.snapshot()).toEqual(one.memory.snapshot())
  })

  test('reads each input as it was when it was yielded, even if a generator yields one object repeatedly', async () => {
    const opened = openCalendar()
    const input = anEvent()
    function* again(): Generator<EventInput> {
      for (const title of ['One', 'Two', 'Three']) yield Object.assign(input, { title })
    }
    await opened.calendar.events.createMany(again())
    expect(await titlesIn(opened)).toEqual(['One', 'Two', 'Three'])
  })

  test('creates venues and organizers, too', async () => {
    const { calendar } = openCalendar()
    await calendar.venues.createMany([{ name: 'Hall' }, { name: 'Hall', city: 'Basel' }])
    await calendar.organizers.createMany([{ name: 'Club', email: 'club@example.org' }])
    expect((await calendar.venues.list({ orderBy: 'id' })).items).toMatchObject([{ slug: 'hall' }, { slug: 'hall-2', city: 'Basel' }])
    expect((await calendar.organizers.list()).items).toMatchObject([{ slug: 'club', email: 'club@example.org' }])
  })

  test.each([0, 1, 2, 11, 12, 1_200])('gives %i equal titles different slugs', async (count) => {
    const { calendar } = openCalendar()
    await calendar.events.create(anEvent())
    await calendar.events.createMany(events(count, () => ({ title: 'Choir' })))
    const slugs = (await collect(calendar.events.each({ startsFrom: '2000-01-01' }))).map(({ slug }) => slug)
    expect(slugs).toEqual(Array.from({ length: count + 1 }, (_, i) => (i === 0 ? 'choir' : `choir-${i + 1}`)))
  })

  test('writes nothing for an empty list', async () => {
    const { calendar, memory } = openCalendar()
    expect(await calendar.events.createMany([])).toEqual({ created: 0, updated: 0, unchanged: 0, skipped: 0 })
    expect(await memory.log.head()).toBe(0)
  })

  test('calls listeners for each record after the commit of its chunk', async () => {
    const { calendar, memory } = openCalendar()
    const reported: string[] = []
    for (const name of ['event.created', 'venue.created', 'tag.created'] as const) {
      calendar.on(name, ({ after }) => void reported.push(`${name} ${after?.id} of ${memory.snapshot().events.records.length}`))
    }
    await calendar.events.createMany(
      events(3, () => ({ venues: { name: 'Hall' }, tags: 'free' })),
      { chunkSize: 2 },
    )
    expect(reported).toEqual([
      'venue.created 1 of 2',
      'tag.created 1 of 2',
      'event.created 1 of 2',
      'event.created 2 of 2',
      'event.created 3 of 3',
    ])
  })

  test('inside a transaction is part of that transaction', async () => {
    const open = openCalendar()
    const stop = new Error('stop')
    const work = open.calendar.transaction(async (tx) => {
      await tx.events.createMany(events(5), { chunkSize: 2 })
      throw stop
    })
    await expect(work).rejects.toBe(stop)
    expect(await titlesIn(open)).toEqual([])
    await open.calendar.transaction((tx) => tx.events.createMany(events(5), { chunkSize: 2 }))
    expect(await titlesIn(open)).toHaveLength(5)
  })
})

describe('inputs', () => {
  test('may come from an async iterable, and are read one chunk at a time', async () => {
    const open = openCalendar()
    let read = 0
    async function* source(): AsyncGenerator<EventInput> {
      for (const input of events(25)) {
        read++
        yield input
      }
    }
    const ahead: number[] = []
    const progress: CreateManyProgress[] = []
    const onProgress = (now: CreateManyProgress): void => {
      ahead.push(read - now.done)
      progress.push(now)
    }
    await open.calendar.events.createMany(source(), { chunkSize: 10, onProgress })
    expect(ahead).toEqual([0, 0, 0])
    expect(progress.map(({ done, total }) => [done, total])).toEqual([
      [10, undefined],
      [20, undefined],
      [25, undefined],
    ])
    expect(progress[2]?.created).toEqual(Array.from({ length: 5 }, (_, i) => ({ index: 20 + i, id: 21 + i, slug: `event-${20 + i}` })))
  })

  test('in an array have a known total', async () => {
    const totals: (number | undefined)[] = []
    await openCalendar().calendar.events.createMany(events(3), { chunkSize: 2, onProgress: ({ total }) => void totals.push(total) })
    expect(totals).toEqual([3, 3])
  })

  test('that end with an error leave committed chunks in place', async () => {
    const open = openCalendar()
    const broken = new Error('the file is torn')
    function* source(): Generator<EventInput> {
      yield* events(5)
      throw broken
    }
    await expect(open.calendar.events.createMany(source(), { chunkSize: 2 })).rejects.toBe(broken)
    expect(await titlesIn(open)).toEqual(['Event 0', 'Event 1', 'Event 2', 'Event 3'])
  })

  test('are closed when the run ends early', async () => {
    let isClosed = false
    function* source(): Generator<EventInput> {
      try {
        for (;;) yield anEvent({ title: '' })
      } finally {
        isClosed = true
      }
    }
    await expect(openCalendar().calendar.events.createMany(source())).rejects.toThrow('inputs[0]')
    expect(isClosed).toBe(true)
  })
})

describe('an invalid input', () => {
  const inputs = events(8, (i) => (i === 5 ? { title: '', endDate: 'soon' } : {}))

  test.each([1, 2, 3, 6, 8, 500])('stops the run and is named, in chunks of %i', async (chunkSize) => {
    const open = openCalendar()
    const done: number[] = []
    const error = await errorOf(open.calendar.events.createMany(inputs, { chunkSize, onProgress: (now) => void done.push(now.done) }))
    expect(isCalendarError(error, 'invalid_input') && Object.keys(error.details.params)).toEqual(['inputs[5].title', 'inputs[5].endDate'])
    expect(error).toMatchObject({ cause: { details: { params: { title: 'must not be empty' } } } })
    expect(await titlesIn(open)).toEqual(['Event 0', 'Event 1', 'Event 2', 'Event 3', 'Event 4'])
    // The run can be resumed there.
    expect(done.at(-1)).toBe(5)
  })

  test('is skipped and reported with onError: skip', async () => {
    const open = openCalendar()
    const skipped: unknown[] = []
    const result = await open.calendar.events.createMany(inputs, {
      chunkSize: 3,
      onError: 'skip',
      onProgress: (now) => void skipped.push(...now.skipped.map(({ index, error }) => [index, error.code, error.details])),
    })
    expect(result).toEqual({ created: 7, updated: 0, unchanged: 0, skipped: 1 })
    expect(skipped).toEqual([
      [5, 'invalid_input', expect.objectContaining({ params: { title: 'must not be empty', endDate: expect.any(String) } })],
    ])
    expect(await titlesIn(open)).toEqual(['Event 0', 'Event 1', 'Event 2', 'Event 3', 'Event 4', 'Event 6', 'Event 7'])
  })

  test.each([
    ['links a venue that does not exist', { venues: 99 }, ['inputs[1].venues']],
    ['has an invalid venue', { venues: { name: 'Hall', website: 'nowhere' } }, ['inputs[1].venues[0].website']],
    ['is not an object', null, ['inputs[1]']],
    ['is a text', 'title', ['inputs[1]']],
  ])('is one that %s', async (_, change, fields) => {
    const open = openCalendar()
    const [first, second] = events(2)
    const input = typeof change === 'object' && change !== null ? { ...second, ...change } : change
    // Callers without types read their inputs from files.
    const error = await errorOf(open.calendar.events.createMany([first, input] as unknown as EventInput[]))
    expect(isCalendarError(error, 'invalid_input') && Object.keys(error.details.params)).toEqual(fields)
    expect(await titlesIn(open)).toEqual(['Event 0'])
  })

  test('is one that the viewer may not create, and the error is then that of the policy', async () => {
    const open = openCalendar()
    const may = ({ next }: { next?: { authorId: string } }): boolean => next?.authorId !== '7'
    const seen = open.calendar.as({ id: '1' }, { ...allowAll(), may })
    const error = await errorOf(seen.events.createMany(events(3, (i) => ({ authorId: i === 2 ? '7' : '1' }))))
    expect(error).toMatchObject({ code: 'forbidden', message: 'inputs[2]: You may not do this.', cause: { code: 'forbidden' } })
    expect(await titlesIn(open)).toEqual(['Event 0', 'Event 1'])
  })
})

describe('a run that ends early', () => {
  test.each([1, 2, 3, 4, 5])('an abort at input %i keeps what was committed', async (at) => {
    const open = openCalendar()
    const controller = new AbortController()
    function* source(): Generator<EventInput> {
      for (const [i, input] of events(6).entries()) {
        if (i === at) controller.abort(new Error('enough'))
        yield input
      }
    }
    const work = open.calendar.events.createMany(source(), { chunkSize: 2, signal: controller.signal })
    await expect(work).rejects.toThrow('enough')
    expect(await titlesIn(open)).toHaveLength(at - (at % 2))
  })

  test('an abort inside a chunk undoes it, and one before the start does nothing', async () => {
    const open = openCalendar()
    const controller = new AbortController()
    const sanitizeHtml = (html: string): string => {
      if (html === 'abort') controller.abort()
      return html
    }
    const calendar = createCalendar({ store: open.memory, clock: open.clock, sanitizeHtml })
    const inputs = events(9, (i) => ({ description: i === 4 ? 'abort' : '', venues: { name: `Hall ${i}` } }))
    await expect(calendar.events.createMany(inputs, { chunkSize: 3, signal: controller.signal })).rejects.toThrow('aborted')
    expect([await open.memory.events.count({}), await open.memory.venues.count({})]).toEqual([3, 3])
    await expect(calendar.events.createMany(inputs, { signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow('too late')
  })

  test('timers run between chunks', async () => {
    const open = openCalendar()
    const controller = new AbortController()
    setTimeout(() => controller.abort(new Error('now')), 0)
    function* endless(): Generator<EventInput> {
      for (;;) yield anEvent()
    }
    await expect(open.calendar.events.createMany(endless(), { chunkSize: 1, signal: controller.signal })).rejects.toThrow('now')
  })

  test('whichever store call fails, its chunk is undone and the chunks before it stay', async () => {
    const inputs = events(4, (i) => ({ title: 'Choir', venues: { name: `Hall ${i}` }, tags: `tag ${i}` }))
    for (let failAt = 1; ; failAt++) {
      const open = openCalendar()
      const store = failingStore(open.memory, { failAt })
      let done = 0
      const calendar = createCalendar({ store, clock: open.clock })
      const onProgress = (now: CreateManyProgress): void => {
        done = now.done
      }
      const error = await errorOf(calendar.events.createMany(inputs, { chunkSize: 2, onProgress }))
      expect([await open.memory.events.count({}), await open.memory.venues.count({}), await open.memory.terms.count({})]).toEqual([
        done,
        done,
        done,
      ])
      if (store.calls() < failAt) {
        expect([error, done]).toEqual([undefined, 4])
        return
      }
      expect(error).toEqual(new Error(`call ${failAt} fails`))
    }
  })

  test.each([
    [{ chunkSize: 0 }, 'chunkSize'],
    [{ chunkSize: 10_001 }, 'chunkSize'],
    [{ chunkSize: 1.5 }, 'chunkSize'],
    [{ onError: 'ignore' as 'skip' }, 'onError'],
  ])('the options %j are refused', async (options, name) => {
    await expect(openCalendar().calendar.events.createMany(events(1), options)).rejects.toThrow(name)
  })
})
