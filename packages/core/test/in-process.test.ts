import { describe, expect, test } from 'vitest'
import { allowAll } from '../src/access/policy.ts'
import { createCalendar } from '../src/calendar/calendar.ts'
import type { TermPatch } from '../src/kinds/term/schema.ts'
import type { TrashableRecords } from '../src/record/api.ts'
import type { Change } from '../src/record/change.ts'
import type { PublishedView } from '../src/record/view.ts'
import type { CalendarStore } from '../src/store/contract.ts'
import { anEvent, issuesOf, openCalendar, outcomeOf } from './open-calendar.ts'

/** The cases of services that work in process alone, by the reason. All others are in `services/`, and run through clients as well. */

describe('operations that clients do not have', () => {
  describe('rezone', () => {
    /** The report of a run that finds these events among some. */
    const found = (checked: number, ids: readonly number[]) => ({
      ...{ checked, changed: ids.length, added: 0, deleted: 0 },
      findings: ids.length === 0 ? [] : [{ problem: 'stale_times', kind: 'event', count: ids.length, records: ids.map((id) => ({ id })) }],
    })

    /** Events as if they were stored under other zone rules: the derived values are an hour off. */
    async function withStaleRules() {
      const open = openCalendar()
      for (let i = 0; i < 120; i++) await open.calendar.events.create(anEvent({ allDay: i % 2 === 1 }))
      const stale = [3, 4, 110]
      for (const id of stale) {
        const [event] = await open.memory.events.getMany([id])
        if (event)
          await open.memory.events.update({
            ...event,
            times: {
              ...event.times,
              startMs: event.times.startMs + 3_600_000,
              endMs: event.times.endMs + 3_600_000,
              timeZoneAbbreviation: 'XYZ',
            },
          })
      }
      return { ...open, stale }
    }

    test('only reports in a dry run', async () => {
      const { calendar, memory, stale } = await withStaleRules()
      const before = memory.snapshot()
      expect(await calendar.maintenance.rezone({ dryRun: true })).toEqual(found(120, stale))
      expect(memory.snapshot()).toEqual(before)
    })

    test('recomputes the instants, and keeps the wall times', async () => {
      const { calendar, stale } = await withStaleRules()
      const changes: Change[] = []
      calendar.on('event.updated', (change) => void changes.push(change))
      expect(await calendar.maintenance.rezone()).toEqual(found(120, stale))
      expect(await calendar.maintenance.rezone()).toEqual(found(120, []))
      expect(await calendar.events.get(3)).toMatchObject({
        startDate: '2026-06-10 19:30:00',
        utcStartDate: '2026-06-10 17:30:00',
        timeZoneAbbreviation: 'CEST',
      })
      expect(changes.map(({ after }) => after?.id)).toEqual(stale)
    })

    test('keeps the pass of an hour that occurs twice', async () => {
      const { calendar } = openCalendar()
      await calendar.events.create(anEvent({ startDate: '2026-10-25T01:30:00Z', endDate: '2026-10-25T01:45:00Z' }))
      expect(await calendar.maintenance.rezone()).toEqual(found(1, []))
      expect(await calendar.events.get(1)).toMatchObject({ startDate: '2026-10-25 02:30:00', utcStartDate: '2026-10-25 01:30:00' })
    })

    test('checks the end and the abbreviation of the zone, too', async () => {
      const { calendar, memory } = openCalendar()
      for (let i = 0; i < 2; i++) await calendar.events.create(anEvent())
      const [first, second] = await memory.events.getMany([1, 2])
      if (first) await memory.events.update({ ...first, times: { ...first.times, endMs: first.times.endMs + 1_000 } })
      if (second) await memory.events.update({ ...second, times: { ...second.times, timeZoneAbbreviation: 'XYZ' } })
      expect(await calendar.maintenance.rezone({ dryRun: true })).toEqual(found(2, [1, 2]))
    })

    test('sets no previous start, and recomputes a stored one', async () => {
      const { calendar, memory } = openCalendar()
      for (let i = 0; i < 2; i++) await calendar.events.create(anEvent())
      await calendar.events.update(2, { startDate: '2026-06-09 19:30' })
      const [first, second] = await memory.events.getMany([1, 2])
      if (first) await memory.events.update({ ...first, times: { ...first.times, startMs: first.times.startMs + 3_600_000 } })
      if (second?.previousStartMs) await memory.events.update({ ...second, previousStartMs: second.previousStartMs + 3_600_000 })
      expect(await calendar.maintenance.rezone()).toEqual(found(2, [1, 2]))
      expect(await calendar.events.get(1)).toMatchObject({ utcStartDate: '2026-06-10 17:30:00', previousStartDate: '' })
      expect(await calendar.events.get(2)).toMatchObject({
        previousStartDate: '2026-06-10 19:30:00',
        previousStartMs: Date.parse('2026-06-10T17:30:00Z'),
      })
    })

    test('is forbidden in a calendar with an actor', async () => {
      const { calendar } = openCalendar()
      expect(await outcomeOf(calendar.as({ id: '1' }, allowAll()).maintenance.rezone())).toBe('forbidden')
    })
  })

  test('issues that need stored data are reported together in a transaction of the host that commits, too', async () => {
    const { calendar, memory } = openCalendar()
    await calendar.events.create(anEvent())
    const before = memory.snapshot()
    const wrong = { venues: [{ name: 'New' }, 98], organizers: 97, categories: ['New', 96], tags: 95, parentId: 94 }
    await calendar.transaction(async (tx) => {
      expect(await outcomeOf(tx.events.create({ ...anEvent(), ...wrong }))).toBe('invalid_input')
    })
    expect(memory.snapshot()).toMatchObject({
      events: before.events,
      venues: before.venues,
      organizers: before.organizers,
      terms: before.terms,
    })
  })
})

describe.each(['categories', 'tags'] as const)('callbacks of %s', (kind) => {
  test('the check option gets the term before any write', async () => {
    const { calendar, memory } = openCalendar()
    const made = await calendar[kind].create({ name: 'Jazz' })
    const before = memory.snapshot()
    const seen: unknown[] = []
    const check = (term: unknown): void => {
      seen.push(term)
      throw new Error('stop')
    }
    await expect(calendar[kind].update(1, { name: 'x' }, { check })).rejects.toThrow('stop')
    await expect(calendar[kind].delete(1, { check })).rejects.toThrow('stop')
    expect(seen).toEqual([made, made])
    expect(memory.snapshot()).toEqual(before)
  })
})

describe.each(['categories', 'tags'] as const)('counted calls of the store, for which a client has calls of its own, of %s', (kind) => {
  test('an update that keeps the slug does not look it up', async () => {
    const { calendar, memory } = openCalendar()
    await calendar[kind].create({ name: 'Jazz' })
    const countFinds = async (patch: TermPatch): Promise<number> => {
      let finds = 0
      const count =
        (find: CalendarStore['terms']['find']): CalendarStore['terms']['find'] =>
        (query) => {
          finds++
          return find(query)
        }
      const store: CalendarStore = {
        ...memory,
        transaction: (work) => memory.transaction((tx) => work({ ...tx, terms: { ...tx.terms, find: count(tx.terms.find) } })),
      }
      await createCalendar({ store })[kind].update(1, patch)
      return finds
    }
    expect([await countFinds({ name: 'Blues' }), await countFinds({ slug: 'blues' })]).toEqual([0, 1])
  })
})

describe('what the interface has in another form, as docs/http/a-client.md says', () => {
  test.each(['events', 'venues', 'organizers'] as const)('instants of %s have milliseconds', async (kind) => {
    const { calendar, clock } = openCalendar()
    const records: TrashableRecords<PublishedView, object, object, object> = calendar[kind]
    const { id } = await records.create(kind === 'events' ? anEvent() : { name: 'Hall' })
    clock.advance(1_234)
    const updated = await records.update(id, { description: 'a' })
    expect(updated).toMatchObject({ updatedUtc: '2026-06-01 12:00:01', updatedMs: Date.parse('2026-06-01T12:00:01.234Z') })
    expect(await records.get(id)).toEqual(updated)
  })

  test.each(['events', 'venues', 'organizers'] as const)('issues of lists in filters of %s have their positions', async (kind) => {
    const records: TrashableRecords<PublishedView, object, object, object> = openCalendar().calendar[kind]
    expect(Object.keys(await issuesOf(records.list({ page: 0, status: ['draft', 'gone'] })))).toEqual(['page', 'status[1]'])
  })

  test('issues of nested data have their paths', async () => {
    const { calendar } = openCalendar()
    const wrong = { venues: [{ name: 'a' }, { website: 'x', geoLng: 3 }], organizers: { name: 'b', email: 'x' } }
    expect(await issuesOf(calendar.events.create(Object.assign(anEvent(), wrong)))).toEqual({
      'venues[1].website': 'must be an address that begins with http:// or https:// and has no user name',
      'venues[1].name': 'is required',
      'venues[1].geoLat': 'must be given with the other coordinate',
      'organizers[0].email': 'must be an e-mail address',
    })
  })
})
