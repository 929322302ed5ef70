import { type Calendar, createCalendar, publicReadOnly, type Status } from '@kalends/core'
import { icalendar } from '@kalends/formats/icalendar'
import { jsonLd } from '@kalends/formats/jsonld'
import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import { formats } from '../../src/formats.ts'
import { createHandler } from '../../src/index.ts'
import { now, toRequest } from '../support.ts'

/** A daily series (id 1, its dates 2 to 5, and the extra date 6). The dates 3 and 6 are hidden and have a title of their own. */
interface World {
  readonly calendar: Calendar
  /** All that an anonymous caller can observe of the series. */
  answers(): Promise<readonly object[]>
  /** The changes that an anonymous caller learns of since the series was made. */
  changes(): Promise<unknown>
  /** Moves the clock on. */
  pass(): void
}

const paths = [
  ...['1', '2', '3', '4', '6', 'by-slug/market', 'by-slug/market-2026-05-06'].flatMap((ref) => [`/events/${ref}`, `/events/${ref}.ics`]),
  ...['json', 'ics', 'jsonld'].map((form) => `/events${form === 'json' ? '' : `.${form}`}?start_date=2026-05-01&end_date=2026-06-01`),
  '/events?start_date=2026-05-01&modified_after=2026-03-04 12:00:30',
  '/events?start_date=2026-05-01&orderby=modified&order=desc&per_page=2',
  '/events/1.jsonld',
]

async function openWorld(status: Status): Promise<World> {
  const clock = { ms: Date.parse(now), nowMs: () => clock.ms }
  const calendar = createCalendar({ store: memoryStore(), clock, cache: false })
  const times = { startDate: '2026-05-05 10:00', endDate: '2026-05-05 12:00' }
  await calendar.events.create({ title: 'Market', ...times, recurrence: { rule: 'FREQ=DAILY;COUNT=4', dates: ['2026-05-20'] } })
  const hiding = status === 'future' ? { published: '2026-12-01' } : { status: status === 'trash' ? 'draft' : status }
  for (const id of [3, 6]) {
    await calendar.events.update(id, { ...hiding, title: 'Secret' })
    if (status === 'trash') await calendar.events.trash(id)
  }
  const token = await calendar.as(null, publicReadOnly()).changes.token({ events: { startsFrom: '2026-05-01' } })
  const handler = createHandler(calendar, { access: publicReadOnly(), use: [formats([icalendar(), jsonLd()])] })
  const ask = async (path: string): Promise<object> => {
    const response = await handler(toRequest('GET', path, undefined, { 'x-request-id': 'same' }))
    return { path, status: response.status, etag: response.headers.get('etag'), text: await response.text() }
  }
  return {
    calendar,
    answers: () => Promise.all(paths.map(ask)),
    changes: async () => (await calendar.as(null, publicReadOnly()).changes.since(token, { events: { startsFrom: '2026-05-01' } })).items,
    pass: () => {
      clock.ms += 60_000
    },
  }
}

const hidden = ['draft', 'pending', 'private', 'future', 'trash'] as const

type Write = readonly [name: string, run: (events: Calendar['events'], id: number) => Promise<unknown>]

/** What keeps a date hidden while it loses its other overrides. */
const hiding = ['status', 'publishedMs']

const changes: readonly Write[] = [
  ['gets another title', (events, id) => events.update(id, { title: 'Other' })],
  ['loses its title', (events, id) => events.update(id, { recurrence: { overridden: hiding } })],
  ['gets the title of its series', (events, id) => events.update(id, { title: 'Market' })],
  ['becomes private', (events, id) => events.update(id, { status: 'private' })],
  ['is trashed', (events, id) => events.trash(id)],
  ['is trashed and restored', (events, id) => events.trash(id).then(() => events.restore(id))],
]

const deletions: readonly Write[] = [['is deleted', (events, id) => events.delete(id)]]

/** Writes of the whole series that create no record. */
const laterWrites: readonly Write[] = [
  ['gets another title', (events) => events.update(1, { title: 'Fair' })],
  ['moves', (events) => events.update(1, { startDate: '2026-05-06 11:00', endDate: '2026-05-06 12:00' })],
  ['gets another rule', (events) => events.update(1, { recurrence: 'FREQ=DAILY;COUNT=1' })],
  ['excludes the date', (events) => events.update(1, { recurrence: { except: ['2026-05-06'] } })],
  ['is trashed', (events) => events.trash(1)],
  ['is trashed and restored', (events) => events.trash(1).then(() => events.restore(1))],
  ['becomes a single event', (events) => events.update(1, { recurrence: null })],
  ['ends earlier', (events) => events.delete(5, { scope: 'following' })],
]

const cases = hidden.flatMap((status) =>
  [...(status === 'trash' ? [] : changes), ...deletions].flatMap((write) => [3, 6].map((id) => [status, id, ...write] as const)),
)

describe('nobody who cannot read a date of a public series learns', () => {
  test.each(cases)('that one with the status %s (%i) %s', async (status, id, _, run) => {
    const { calendar, answers, changes: reported, pass } = await openWorld(status)
    const before = await answers()
    pass()
    await run(calendar.events, id)
    expect(await answers()).toEqual(before)
    expect(await reported()).toEqual([])
    expect((await calendar.maintenance.verifySeries({ dryRun: true })).findings).toEqual([])
  })

  test.each(laterWrites)('that one was deleted before the series %s', async (_, run) => {
    const [one, other] = [await openWorld('draft'), await openWorld('draft')]
    for (const id of [3, 6]) await one.calendar.events.delete(id)
    for (const { calendar, pass } of [one, other]) {
      pass()
      await run(calendar.events, 1)
    }
    expect(await one.answers()).toEqual(await other.answers())
    expect(await one.changes()).toEqual(await other.changes())
    expect((await one.calendar.maintenance.verifySeries({ dryRun: true })).findings).toEqual([])
  })
})

test('a deleted date is nowhere, and no write brings it back', async () => {
  const { calendar } = await openWorld('draft')
  const { events } = calendar
  await events.delete(3)
  for (const ref of [3, 'market-2026-05-06', 'market-2026-05-06__trashed'])
    await expect(events.get(ref)).rejects.toMatchObject({ code: 'not_found' })
  await events.update(1, { title: 'Fair' })
  await events.trash(1)
  await events.restore(1)
  const list = await events.list({ startsFrom: '2026-05-01', seriesIds: 1, status: ['any', 'trash'] })
  expect(list.items.map(({ id }) => id)).toEqual([2, 4, 5, 6])
  const [series] = await events.series([1])
  expect(series?.except).toEqual(['2026-05-06 10:00:00'])
  for (const except of [['2026-05-06'], []]) await events.update(1, { recurrence: { except } })
  const { items } = await events.list({ startsFrom: '2026-05-01', seriesIds: 1 })
  expect(items.map(({ startDate }) => startDate.slice(0, 10))).toEqual(['2026-05-05', '2026-05-06', '2026-05-07', '2026-05-08'])
})
