import { memoryStore } from '@kalends/memory'
import { expect, test } from 'vitest'
import { internals } from '../src/calendar/internals.ts'
import { createCalendar, roles } from '../src/index.ts'
import { anEvent, collect, openCalendar } from './open-calendar.ts'

// Callers without types give anything.
// biome-ignore lint/suspicious/noExplicitAny: options of any shape are the matter of this test.
type Untyped = any

const kinds = ['events', 'venues', 'organizers', 'categories', 'tags'] as const
const changes = ['update', 'trash', 'restore', 'delete'] as const

async function change(kind: (typeof kinds)[number], call: (typeof changes)[number]): Promise<unknown> {
  const { calendar } = openCalendar()
  const records: Untyped = calendar[kind]
  const { id } = await records.create(kind === 'events' ? anEvent() : { name: 'First' })
  if (call === 'restore') await records.trash(id)
  // Terms have no status.
  const all = 'trash' in records ? { status: 'any' } : {}
  const before = JSON.stringify(await records.list(all))
  const given = call === 'update' ? [id, { description: 'New' }, { chek: () => undefined }] : [id, { chek: () => undefined }]
  await expect(records[call](...given)).rejects.toThrow(new TypeError(`${call} has no option chek. Is it check?`))
  expect(JSON.stringify(await records.list(all))).toBe(before)
  // The options are checked before the record is looked up.
  return records[call](...(call === 'update' ? [99, {}, { chek: 1 }] : [99, { chek: 1 }]))
}

const store = memoryStore()
const calendar: Untyped = createCalendar({ store })

test.each<[string, () => unknown]>([
  ['createCalendar has no option timezone. Is it timeZone?', () => createCalendar({ store, timezone: 'UTC' } as Untyped)],
  ['cache has no option maxByte. Is it maxBytes?', () => createCalendar({ store, cache: { maxBytes: 1, maxByte: 1 } } as Untyped)],
  ['roles has no option author. Is it authors?', () => roles({ author: ['member'] } as Untyped)],
  [
    'cached has no option isOfMinutes. Is it isOfMinute?',
    () => internals(calendar).cached('a', async () => new Uint8Array(), { isOfMinutes: true } as Untyped),
  ],
  ['rezone has no option dryrun. Is it dryRun?', () => calendar.maintenance.rezone({ dryrun: false })],
  ['previewSeries has no option limits. Is it limit?', () => calendar.events.previewSeries({}, { limits: 1 })],
  ['list has no option limit. It has: signal.', () => calendar.events.list({}, { limit: 5 })],
  ['list has no option signl. Is it signal?', () => calendar.categories.list({}, { signl: 1 })],
  ['list takes its options as an object, not null', () => calendar.tags.list({}, null)],
  ['get takes its options as an object, not null', () => calendar.events.get(1, null)],
  ['count has no option atmost. Is it atMost?', () => calendar.events.count({}, { atmost: 5 })],
  ['count takes its options as an object, not null', () => calendar.events.count({}, null)],
  ['each has no option order. It has: signal, limit, by.', () => collect(calendar.events.each({}, { order: 'desc' }))],
  ['each takes its options as an object, not null', () => collect(calendar.events.each({}, null))],
  ['each has no option by. It has: signal, limit.', () => collect(calendar.venues.each({}, { by: 'start' }))],
  ['token has no option waitMs. It has: signal.', () => calendar.changes.token({ events: {} }, { waitMs: 5 })],
  ['since has no option wait. It has: signal, waitMs.', () => calendar.changes.since('', { events: {} }, { wait: 5 })],
  ['since takes its options as an object, not null', () => calendar.changes.since('', { events: {} }, null)],
  ['createMany has no option chunksize. Is it chunkSize?', () => calendar.events.createMany([], { chunksize: 1 })],
  ...kinds.flatMap((kind) =>
    changes
      .filter((call) => call in calendar[kind])
      .map((call): [string, () => unknown] => [`${call} has no option chek. Is it check?`, () => change(kind, call)]),
  ),
])('%s', async (message, call) => {
  await expect((async () => call())()).rejects.toThrow(new TypeError(message))
})

test.each(kinds)('each of %s refuses its options in the iteration, as it refuses filters', async (kind) => {
  const records = calendar[kind].each({}, { limit: 0 })
  await expect(records.next()).rejects.toThrow('limit must be an integer of 1 or more, not 0')
  const others = calendar[kind].each({}, { limt: 1 })
  await expect(others.next()).rejects.toThrow('each has no option limt. Is it limit?')
})

const all = 'page, perPage, search'
const ofEvents = ['A list of the kind event has no filter per_page. Is it perPage?', { per_page: 5 }] as const

test.each<[string, object, (input: object) => unknown]>([
  [...ofEvents, calendar.events.list],
  [...ofEvents, calendar.events.count],
  [...ofEvents, (input) => calendar.events.count(input, { atMost: 5 })],
  [...ofEvents, (input) => collect(calendar.events.each(input))],
  [...ofEvents, (input) => collect(calendar.events.each(input, { by: 'start' }))],
  [...ofEvents, (input) => calendar.events.series([1], input)],
  [...ofEvents, (events) => calendar.changes.token({ events })],
  [...ofEvents, async (events) => calendar.changes.since(await calendar.changes.token({ events: {} }), { events })],
  ...kinds.flatMap((kind): [string, object, (input: object) => unknown][] => {
    const name = { events: 'event', venues: 'venue', organizers: 'organizer', categories: 'category', tags: 'tag' }[kind]
    const refusal = `A list of the kind ${name} has no filter afterid. Is it afterId?`
    return [
      [refusal, { afterid: 1 }, calendar[kind].list],
      [refusal, { afterid: undefined }, calendar[kind].count],
      [refusal, { afterid: 1 }, (input) => collect(calendar[kind].each(input))],
      [refusal, { afterid: 1 }, (input) => calendar.changes.token({ [kind]: input })],
    ]
  }),
  [`A list of the kind event has no filter window. It has: ${all}`, { window: 'all' }, calendar.events.list],
  ['A list of the kind event has no filter startDate. Is it startsAfter?', { startDate: '2026-05-31' }, calendar.events.list],
  ['A list of the kind event has no filter venues. Is it venueIds?', { venues: 7 }, calendar.events.list],
  ['A list of the kind event has no filter field. Is it fields?', { field: {} }, calendar.events.list],
  [`A list of the kind tag has no filter parentIds. It has: ${all}`, { parentIds: 1 }, calendar.tags.list],
  [`A list of the kind venue has no filter toString. It has: ${all}`, { toString: 1 }, calendar.venues.list],
])('%s With %o in %s', async (message, input, call) => {
  const refused = (async () => call(input))()
  await expect(refused).rejects.toThrow(TypeError)
  await expect(refused).rejects.toThrow(message)
})

test.each([0, 1.5, 2 ** 31, Number.POSITIVE_INFINITY, '1000'])('accessTimeoutMs is a number of milliseconds, not %j', (given) => {
  expect(() => createCalendar({ store, accessTimeoutMs: given } as Untyped)).toThrow(
    /^accessTimeoutMs must be an integer from 1 to 2147483647/,
  )
})

test.each([
  ['one without a version', undefined],
  ['3', 3],
  ['5', 5],
  ['4', '4'],
])('a store with another version of the contract is refused: %s', (named, contract) => {
  const other: Untyped = { ...store, contract }
  expect(() => createCalendar({ store: other })).toThrow(
    new TypeError(
      `store must implement version 4 of the storage contract, not ${named}: use packages of Kalends with equal versions, and see docs/extend/writing-a-store.md for a store of your own`,
    ),
  )
  expect(() => createCalendar({ store }).using(other)).toThrow('must implement version 4 of the storage contract')
})
