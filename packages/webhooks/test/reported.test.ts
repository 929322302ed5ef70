import { createHandler } from '@kalends/fetch'
import { describe, expect, test } from 'vitest'
import { access, editor, eventInput, open, toLine } from './setting.ts'

describe('what an endpoint receives', () => {
  test('each change, in order, with the record as it is now', async () => {
    const { calendar, add, reported, receiver } = open()
    await calendar.events.create(eventInput('Before'))
    await add()
    expect(await reported()).toEqual([])
    const choir = await calendar.events.create(eventInput('Choir'))
    expect(await reported()).toEqual(['event.created Choir'])
    expect(receiver.taken[0]).toMatchObject({
      id: 'log_2',
      url: 'https://example.org/hooks',
      message: {
        type: 'event.created',
        timestamp: '2031-05-31T12:00:00.000Z',
        data: { kind: 'event', id: choir.id, slug: 'choir', version: 1, record: { title: 'Choir', startDate: '2031-06-10 19:30:00' } },
      },
    })
    const hall = await calendar.venues.create({ name: 'Hall' })
    await calendar.events.update(choir.id, { title: 'Big choir', venues: hall.id })
    await calendar.categories.create({ name: 'Music' })
    await calendar.events.trash(choir.id)
    await calendar.events.restore(choir.id)
    await calendar.venues.delete(hall.id)
    expect(await reported()).toEqual([`venue.deleted #${hall.id}`, 'event.restored Big choir', 'category.created Music'])
    expect(await reported()).toEqual([])
  })

  test.each<[string, (setting: ReturnType<typeof open>, id: number) => Promise<unknown>, readonly string[]]>([
    ['an update', ({ calendar }, id) => calendar.events.update(id, { title: 'B' }), ['event.updated B']],
    ['the trash', ({ calendar }, id) => calendar.events.trash(id), ['event.trashed #1']],
    ['a deletion', ({ calendar }, id) => calendar.events.delete(id), ['event.deleted #1']],
    ['a draft that was public', ({ calendar }, id) => calendar.events.update(id, { status: 'draft' }), ['event.updated #1']],
    [
      'several writes: the last one decides',
      async ({ calendar }, id) => {
        await calendar.events.update(id, { title: 'B' })
        await calendar.events.trash(id)
        await calendar.events.restore(id)
        await calendar.events.update(id, { title: 'C' })
      },
      ['event.restored C'],
    ],
    [
      'a record that came and went',
      async ({ calendar }) => {
        const { id } = await calendar.events.create(eventInput('X'))
        await calendar.events.update(id, { title: 'Y' })
        await calendar.events.delete(id)
      },
      ['event.deleted #2'],
    ],
    [
      'a record that was created and changed',
      async ({ calendar }) => {
        const { id } = await calendar.events.create(eventInput('X'))
        await calendar.events.trash(id)
        await calendar.events.restore(id)
        await calendar.events.update(id, { title: 'Y' })
      },
      ['event.created Y'],
    ],
  ])('%s', async (_, write, expected) => {
    const setting = open()
    const { id } = await setting.calendar.events.create(eventInput('A'))
    await setting.add()
    await write(setting, id)
    expect(await setting.reported()).toEqual(expected)
  })

  test('a series, and then each of its dates', async () => {
    const { calendar, add, reported, receiver } = open()
    await add()
    const series = await calendar.events.create(eventInput('Weekly', { recurrence: 'FREQ=WEEKLY;COUNT=3' }))
    const times = (line: string): readonly string[] => Array.from({ length: 4 }, () => line)
    expect(await reported()).toEqual(times('event.created Weekly'))
    expect(receiver.taken[0]?.message.data).toMatchObject({ id: series.id })
    await calendar.events.update(series.id, { title: 'Each week' })
    expect(await reported()).toEqual(times('event.updated Each week'))
    await calendar.events.delete(series.id)
    expect([...(await reported())].sort()).toEqual([1, 2, 3, 4].map((id) => `event.deleted #${id}`))
  })

  test('a series with the scope of its change, and an occurrence that is changed or deleted alone by itself', async () => {
    const { calendar, add, reported, receiver } = open()
    const { events } = calendar
    await add()
    const { id } = await events.create(eventInput('Weekly', { recurrence: 'FREQ=WEEKLY;COUNT=5' }))
    const [, second, third] = (await events.list({ startsFrom: '2031-06-01', startsUntil: '2031-12-31' })).items
    const extents = async (): Promise<readonly string[]> => {
      await reported()
      return receiver.taken.map(({ message: { type, data } }) => `${type} ${data.id} ${data.scope}`)
    }
    const five = [2, 3, 4, 5, 6]
    expect(await extents()).toEqual([`event.created ${id} undefined`, ...five.map((date) => `event.created ${date} undefined`)])
    await events.update(id, { title: 'Each week' })
    expect(await extents()).toEqual([`event.updated ${id} all`, ...five.map((date) => `event.updated ${date} undefined`)])
    await events.update(second?.id ?? 0, { title: 'Once' })
    expect(await extents()).toEqual([`event.updated ${second?.id} undefined`])
    await events.delete(second?.id ?? 0)
    expect(await extents()).toContain(`event.updated ${id} this`)
    expect(receiver.taken.map(({ message: { type, data } }) => `${type} ${data.id}`)).toContain(`event.deleted ${second?.id}`)
    await events.update(third?.id ?? 0, { title: 'Later' }, { scope: 'following' })
    const split = await extents()
    expect(split).toContain(`event.updated ${id} following`)
    expect(split).toContainEqual(expect.stringMatching(/^event.created \d+ following$/))
    await events.update(id, { title: 'X' })
    await events.delete((await events.list({ startsFrom: '2031-06-01', startsUntil: '2031-06-12' })).items[0]?.id ?? 0)
    expect((await extents())[0]).toMatch(`event.updated ${id} all`)
  })

  test('only what its patterns name', async () => {
    const { calendar, add, receiver, hooks } = open()
    await add({ url: 'https://example.org/1', events: ['event.created', '*.deleted'] })
    await add({ url: 'https://example.org/2', events: ['venue.*'] })
    const { id } = await calendar.venues.create({ name: 'Hall' })
    await calendar.events.create(eventInput('A'))
    await hooks.deliver()
    await calendar.venues.delete(id)
    await hooks.deliver()
    expect(receiver.taken.map(({ url, message: { type } }) => `${url.at(-1)} ${type}`).sort()).toEqual([
      '1 event.created',
      '1 venue.deleted',
      '2 venue.created',
      '2 venue.deleted',
    ])
  })
})

test('a record that is hidden while an earlier message is sent is not reported, though the clock is set back', async () => {
  const { calendar, add, clock, reported, receiver } = open()
  await add()
  await calendar.events.create(eventInput('Choir'))
  const { id } = await calendar.events.create(eventInput('Secret'))
  receiver.respond = async () => {
    receiver.respond = () => 204
    clock.advance(-3_600_000)
    await calendar.events.update(id, { status: 'draft' })
    return 204
  }
  expect(await reported()).toEqual(['event.created Choir'])
})

test('with present of a handler, the record is that of a response to GET', async () => {
  let present: ReturnType<typeof createHandler>['present'] | undefined
  const { calendar, add, hooks, receiver } = open({ present: async (...given) => (await present?.(...given)) ?? {} })
  const handler = createHandler(calendar, { access, publicUrl: 'https://example.org' })
  present = handler.present
  await add()
  const { id } = await calendar.events.create(eventInput('Choir', { venues: { name: 'Hall' }, categories: 'Music' }))
  await hooks.deliver()
  const response = await handler(new Request(`https://example.org/calendar/events/v1/events/${id}`))
  const message = receiver.taken.find(({ message: { type } }) => type === 'event.created')
  expect(JSON.stringify(message?.message.data.record)).toBe(await response.text())
})

describe('publications', () => {
  test('a record is reported once when its publication date comes, and not before', async () => {
    const { calendar, add, reported, clock, receiver } = open()
    await add()
    const { id } = await calendar.events.create(eventInput('Later', { publishedUtc: '2031-06-01 08:00:00' }))
    await calendar.venues.create({ name: 'Later hall', publishedUtc: '2031-06-01 08:00:00' })
    expect(await reported()).toEqual([])
    clock.set('2031-06-01T07:59:59Z')
    expect(await reported()).toEqual([])
    clock.set('2031-06-01T08:00:00Z')
    expect(await reported()).toEqual(['event.published Later', 'venue.published Later hall'])
    expect(receiver.taken[0]).toMatchObject({ id: `published_event_${id}_${Date.UTC(2031, 5, 1, 8)}` })
    clock.advance(60_000)
    expect(await reported()).toEqual([])
    await calendar.events.update(id, { title: 'Changed' })
    expect(await reported()).toEqual(['event.updated Changed'])
  })

  test('a publication and a change after it are one message', async () => {
    const { calendar, add, reported, clock } = open()
    const { id } = await calendar.events.create(eventInput('Later', { publishedUtc: '2031-06-01 08:00:00' }))
    await add()
    clock.set('2031-06-01T09:00:00Z')
    await calendar.events.update(id, { title: 'Changed' })
    expect(await reported()).toEqual(['event.published Changed'])
    expect(await reported()).toEqual([])
  })

  test('a series is reported with each of its dates, and a hidden event, too', async () => {
    const { calendar, add, reported, clock } = open()
    await add()
    const published = { publishedUtc: '2031-06-01 08:00:00' }
    await calendar.events.create(eventInput('Weekly', { ...published, recurrence: 'FREQ=WEEKLY;COUNT=2' }))
    await calendar.events.create(eventInput('Hidden', { ...published, hidden: true }))
    expect(await reported()).toEqual([])
    clock.set('2031-06-01T09:00:00Z')
    expect([...(await reported())].sort()).toEqual(['event.published Hidden', ...Array.from({ length: 3 }, () => 'event.published Weekly')])
    expect(await reported()).toEqual([])
  })

  test('what a write publishes is reported once', async () => {
    const { calendar, add, reported, clock } = open()
    const { id } = await calendar.events.create(eventInput('Draft', { status: 'draft' }))
    await add()
    clock.advance(5_000)
    await calendar.events.update(id, { status: 'publish', publishedUtc: '2031-05-31 12:00:05' })
    expect(await reported()).toEqual(['event.published Draft'])
    clock.advance(5_000)
    expect(await reported()).toEqual([])
  })
})

test('an endpoint for updates alone is notified of an update that comes with a creation or a publication', async () => {
  const { calendar, add, reported, clock } = open()
  await add({ events: ['event.updated'] })
  const { id } = await calendar.events.create(eventInput('A'))
  const later = await calendar.events.create(eventInput('Later', { publishedUtc: '2031-06-01 08:00:00' }))
  expect(await reported()).toEqual([])
  await calendar.events.create(eventInput('B'))
  await calendar.events.update(id, { title: 'C' })
  await calendar.events.update((await calendar.events.create(eventInput('D'))).id, { title: 'E' })
  expect(await reported()).toEqual(['event.updated C', 'event.updated E'])
  clock.set('2031-06-01T09:00:00Z')
  await calendar.events.update(later.id, { title: 'Changed' })
  expect(await reported()).toEqual(['event.updated Changed'])
})

describe('the actor of an endpoint', () => {
  test('an endpoint for the public never learns of drafts, an editor does', async () => {
    const { calendar, add, hooks, receiver } = open()
    await add({ url: 'https://example.org/public' })
    await add({ url: 'https://example.org/editor', actor: editor })
    const { id } = await calendar.events.create(eventInput('Secret', { status: 'draft' }))
    const spare = await calendar.events.create(eventInput('Spare', { status: 'private' }))
    await hooks.deliver()
    await calendar.events.update(id, { title: 'Secret plan' })
    await hooks.deliver()
    await calendar.events.trash(id)
    await hooks.deliver()
    await calendar.events.restore(id)
    await hooks.deliver()
    await calendar.events.delete(id)
    await calendar.events.delete(spare.id)
    await hooks.deliver()
    expect(receiver.taken.filter(({ url }) => url.endsWith('public'))).toEqual([])
    const types = receiver.taken.map(({ message: { type } }) => type)
    expect(types).toEqual([
      ...['event.created', 'event.created', 'event.updated', 'event.trashed', 'event.restored', 'event.deleted', 'event.deleted'],
    ])
  })

  test('an endpoint for the public never learns of categories that only drafts have made, nor of drafts of venues', async () => {
    const { calendar, add, reported } = open()
    await add()
    const draft = { status: 'draft' } as const
    const event = await calendar.events.create(eventInput('Plan', { ...draft, categories: 'Secret', venues: { name: 'Lair', ...draft } }))
    const [category, venue] = [event.categories[0]?.id ?? 0, event.venues[0]?.id ?? 0]
    expect(await reported()).toEqual([])
    await calendar.events.update(event.id, { categories: ['Secret', 'Top secret'] })
    await calendar.venues.update(venue, { name: 'New lair' })
    expect(await reported()).toEqual([])
    await calendar.categories.delete(category)
    await calendar.venues.delete(venue)
    expect(await reported()).toEqual([])
  })

  test('an author learns of own drafts alone', async () => {
    const { calendar, add, reported } = open()
    await add({ actor: { id: '7', roles: ['author'] } })
    const own = await calendar.events.create(eventInput('Mine', { status: 'draft', authorId: '7' }))
    await calendar.events.create(eventInput('Theirs', { status: 'draft', authorId: '8' }))
    expect(await reported()).toEqual(['event.created Mine'])
    await calendar.events.delete(own.id)
    expect(await reported()).toEqual([`event.deleted #${own.id}`])
  })
})

describe('a record that becomes public by a write', () => {
  type Write = (setting: ReturnType<typeof open>, id: number) => Promise<unknown>
  test.each<[string, object, Write, readonly string[], readonly string[]]>([
    [
      'a draft',
      { status: 'draft' },
      ({ calendar }, id) => calendar.events.update(id, { status: 'publish' }),
      ['published A'],
      ['published A'],
    ],
    [
      'a private event',
      { status: 'private' },
      ({ calendar }, id) => calendar.events.update(id, { status: 'publish' }),
      ['published A'],
      ['published A'],
    ],
    [
      'a draft that is changed afterwards',
      { status: 'draft' },
      async ({ calendar }, id) => {
        await calendar.events.update(id, { status: 'publish' })
        await calendar.events.update(id, { title: 'B' })
      },
      ['published B'],
      ['published B'],
    ],
    [
      'a draft that is a draft again',
      { status: 'draft' },
      async ({ calendar }, id) => {
        await calendar.events.update(id, { status: 'publish' })
        await calendar.events.update(id, { status: 'draft' })
      },
      // It was public for a moment, and the public may have seen it.
      ['updated #1'],
      ['updated A'],
    ],
    [
      'a scheduled event, at once',
      { publishedUtc: '2031-06-30 12:00:00' },
      ({ calendar }, id) => calendar.events.update(id, { publishedUtc: '2031-05-31 11:00:00' }),
      ['published A'],
      ['published A'],
    ],
    [
      'a draft, later',
      { status: 'draft' },
      ({ calendar }, id) => calendar.events.update(id, { status: 'publish', publishedUtc: '2031-06-30 12:00:00' }),
      [],
      ['updated A'],
    ],
    [
      'the dates of a series',
      { status: 'draft', recurrence: 'FREQ=WEEKLY;COUNT=2' },
      ({ calendar }, id) => calendar.events.update(id, { status: 'publish' }),
      ['published A', 'published A', 'published A'],
      ['published A', 'published A', 'published A'],
    ],
    ['a public event that is changed', {}, ({ calendar }, id) => calendar.events.update(id, { title: 'B' }), ['updated B'], ['updated B']],
  ])('%s', async (_name, input, write, reported, reportedEditor) => {
    const setting = open()
    const { calendar, add, hooks, receiver } = setting
    const { id } = await calendar.events.create(eventInput('A', input))
    await add({ url: 'https://example.org/public' })
    await add({ url: 'https://example.org/editor', actor: editor })
    await add({ url: 'https://example.org/updates', events: ['event.updated'], actor: editor })
    await write(setting, id)
    await hooks.deliver()
    const linesTo = (name: string) => receiver.taken.filter(({ url }) => url.endsWith(name)).map((one) => toLine(one).replace('event.', ''))
    expect([linesTo('public'), linesTo('editor')]).toEqual([reported, reportedEditor])
    expect(linesTo('updates')).toEqual(reportedEditor.map((line) => line.replace('published', 'updated')))
  })

  test('is a venue as well', async () => {
    const { calendar, add, reported } = open()
    const { id } = await calendar.venues.create({ name: 'Hall', status: 'draft' })
    await add()
    await calendar.venues.update(id, { status: 'publish' })
    expect(await reported()).toEqual(['venue.published Hall'])
  })
})
