import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { anEvent, type OpenCalendar, openCalendar } from '../../test/open-calendar.ts'
import { aMarket, recordsOf } from '../../test/series.ts'
import type { WriteScope } from '../access/policy.ts'
import { createCalendar } from '../calendar/calendar.ts'
import { isCalendarError } from '../errors/calendar-error.ts'
import type { EventPatch } from '../kinds/event/schema.ts'
import { changeNames } from './change.ts'
import { hookNames } from './hooks.ts'

const runs = Math.ceil(100 * Number(process.env['KALENDS_TIMES'] ?? 1))

/** The names of the hooks and listeners that run from now on. */
function listenTo({ calendar }: OpenCalendar): string[] {
  const heard: string[] = []
  for (const name of hookNames) calendar.before(name, () => void heard.push(`before ${name}`))
  for (const name of changeNames) calendar.on(name, () => void heard.push(name))
  return heard
}

/** The number of rows in the log. */
const rowsOf = async ({ memory }: OpenCalendar): Promise<number> => memory.log.head()

test('a write that changes nothing runs no hook, notifies no listener and logs nothing', async () => {
  const open = openCalendar()
  const { calendar } = open
  await calendar.events.create(aMarket({ venues: { name: 'Hall' }, organizers: { name: 'Club' }, categories: 'Music', tags: 'a' }))
  const heard = listenTo(open)
  const before = await rowsOf(open)
  for (const scope of ['this', 'following', 'all'] as const) await calendar.events.update(3, { title: 'Market' }, { scope })
  await calendar.events.update(1, { recurrence: 'FREQ=WEEKLY;COUNT=4' })
  await calendar.venues.update(1, { name: 'Hall' })
  await calendar.organizers.update(1, {})
  await calendar.categories.update(1, { name: 'Music', parentId: null })
  await calendar.tags.update(2, { slug: 'a' })
  await calendar.transaction((tx) => tx.venues.update(1, { status: 'publish' }))
  expect([heard, await rowsOf(open)]).toEqual([[], before])
  await calendar.venues.update(1, { city: 'Ulm' })
  expect([heard, await rowsOf(open)]).toEqual([['before venue.update', 'venue.updated'], before + 1])
})

test('a write that changes nothing is asked about, and refused, as every other one', async () => {
  const { calendar } = openCalendar()
  await calendar.events.create(anEvent())
  const asked: unknown[] = []
  const viewer = calendar.as(
    { id: '1' },
    {
      readable: () => [{ status: 'publish' }],
      may: ({ action, kind }) => {
        asked.push([action, kind])
        return asked.length === 1
      },
    },
  )
  expect(await viewer.events.update(1, {})).toMatchObject({ version: 1 })
  await expect(viewer.events.update(1, {})).rejects.toMatchObject({ code: 'forbidden' })
  // A refusal is followed by the question whether a draft would be allowed.
  expect(asked.slice(0, 2)).toEqual([
    ['update', 'event'],
    ['update', 'event'],
  ])
})

test('of two equal updates at a time, one is a change', async () => {
  const open = openCalendar()
  await open.calendar.events.create(anEvent())
  const heard = listenTo(open)
  const both = await Promise.all([1, 2].map(() => open.calendar.events.update(1, { title: 'Other' })))
  expect(both.map(({ version }) => version)).toEqual([2, 2])
  expect(heard).toContain('event.updated')
  expect(heard.filter((name) => name === 'event.updated')).toHaveLength(1)
})

test('keys that alone differ are stored without a change', async () => {
  const open = openCalendar()
  const { calendar, memory } = open
  await calendar.events.create(anEvent({ venues: { name: 'Hall' } }))
  const [event] = await memory.events.getMany([1])
  const [venue] = await memory.venues.getMany([1])
  if (event === undefined || venue === undefined) throw new Error('expected both')
  const stored = await memory.events.update({ ...event, titleKey: 'old', searchText: 'old' })
  const storedVenue = await memory.venues.update({ ...venue, nameKey: 'old', searchText: 'old' })
  const heard = listenTo(open)
  const before = await rowsOf(open)
  await calendar.events.update(1, {})
  await calendar.venues.update(1, { name: 'Hall' })
  const rows = await memory.log.read({ after: before, limit: 10 })
  expect([heard, rows.map(({ kind, id, verb }) => `${kind} ${id} ${verb}`)]).toEqual([[], ['event 0 indexed', 'venue 0 indexed']])
  expect(await memory.events.getMany([1])).toEqual([{ ...stored, titleKey: event.titleKey, searchText: event.searchText }])
  expect(await memory.venues.getMany([1])).toEqual([{ ...storedVenue, nameKey: venue.nameKey, searchText: venue.searchText }])
})

test('values that are sent back get the keys of the filters that their fields have now', async () => {
  const { calendar, memory, clock } = openCalendar({ fields: { event: { level: { schema: z.string() } } } })
  await calendar.events.create({ ...anEvent(), fields: { level: 'pro' } })
  const filtered = createCalendar({ store: memory, clock, fields: { event: { level: { schema: z.string(), filter: 'is' } } } })
  const found = async (): Promise<number> => (await filtered.events.list({ fields: { level: 'pro' } })).total
  expect(await found()).toBe(0)
  expect(await filtered.events.update(1, { fields: { level: 'pro' } })).toMatchObject({ version: 1 })
  expect(await found()).toBe(1)
})

const patch: fc.Arbitrary<EventPatch> = fc.constantFrom<EventPatch[]>(
  {},
  { title: 'Market' },
  { title: 'Fair', slug: '' },
  { slug: 'fair' },
  { status: 'draft' },
  { status: 'publish' },
  { featured: true, description: '<p>a</p>' },
  { startDate: '2026-06-09 11:00', endDate: '2026-06-09 12:00' },
  { timeZone: 'America/New_York' },
  { allDay: true },
  { cost: '10 – 20 €' },
  { venues: [{ name: 'Hall' }, { name: 'Yard' }], tags: 'b,a' },
  { venues: [{ name: 'Yard' }] },
  { recurrence: 'FREQ=WEEKLY;COUNT=3' },
  { recurrence: { dates: ['2026-07-01'] } },
  { recurrence: { overridden: [] } },
)

const step = fc.record({
  patch,
  which: fc.nat(1_000),
  scope: fc.constantFrom<(WriteScope | undefined)[]>(undefined, 'this', 'following', 'all'),
})

test('after any updates, a record that is sent back changes nothing, and a repeated update neither', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
      const open = openCalendar()
      const { calendar, clock, memory } = open
      await calendar.events.create(aMarket())
      await calendar.events.create(anEvent({ slug: 'fair' }))
      for (const { patch: given, which, scope } of steps) {
        clock.advance(1_000)
        const ids = recordsOf(open).map(({ id }) => id)
        const id = ids[which % ids.length] ?? 1
        const options = scope === undefined ? {} : { scope }
        try {
          await calendar.events.update(id, given, options)
        } catch (error) {
          if (!isCalendarError(error)) throw error
        }
      }
      const before = memory.snapshot()
      clock.advance(1_000)
      for (const { id, role } of recordsOf(open)) {
        const scopes = role === 'occurrence' ? (['this', 'following', 'all'] as const) : ([undefined] as const)
        const read = await calendar.events.get(id)
        for (const scope of scopes) expect(await calendar.events.update(id, read, scope === undefined ? {} : { scope })).toEqual(read)
      }
      expect(memory.snapshot()).toEqual(before)
      const [first] = recordsOf(open).filter(({ role }) => role === 'single')
      if (first === undefined) return
      const rows = await rowsOf(open)
      await calendar.events.update(first.id, { sticky: !first.sticky })
      await calendar.events.update(first.id, { sticky: !first.sticky })
      expect(await rowsOf(open)).toBe(rows + 1)
    }),
    { numRuns: runs },
  )
})
