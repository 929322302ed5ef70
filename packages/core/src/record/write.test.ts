import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import { openCalendar, outcomeOf } from '../../test/open-calendar.ts'
import { createCalendar } from '../calendar/calendar.ts'
import { CalendarError } from '../errors/calendar-error.ts'
import type { CalendarStore } from '../store/contract.ts'
import type { Change } from './change.ts'

/** A store whose first updates of venues fail, as if another writer had been faster each time. */
function contested(times: number): { store: CalendarStore; rounds: () => number } {
  const memory = memoryStore()
  let lost = 0
  let rounds = 0
  const contend = (tx: CalendarStore): CalendarStore => ({
    ...tx,
    venues: {
      ...tx.venues,
      update: async (record) => {
        if (lost++ < times) throw new CalendarError('version_conflict', { kind: 'venue', id: record.id })
        return tx.venues.update(record)
      },
    },
  })
  const store: CalendarStore = {
    ...memory,
    transaction: (work) =>
      memory.transaction((tx) => {
        rounds++
        return work(contend(tx))
      }),
  }
  return { store, rounds: () => rounds }
}

describe('a write that loses a race', () => {
  test('reads the record again and writes its change', async () => {
    const { store, rounds } = contested(3)
    const calendar = createCalendar({ store })
    const changes: Change[] = []
    calendar.on('venue.updated', (change) => void changes.push(change))
    const { id } = await calendar.venues.create({ name: 'Town hall' })
    const venue = await calendar.venues.update(id, { city: 'Ulm' })
    expect(venue).toMatchObject({ name: 'Town hall', city: 'Ulm', version: 2 })
    expect(rounds()).toBe(1 + 4)
    expect(changes).toHaveLength(1)
  })

  test('fails after the maximum number of attempts', async () => {
    const { store } = contested(Number.POSITIVE_INFINITY)
    const calendar = createCalendar({ store })
    const { id } = await calendar.venues.create({ name: 'Town hall' })
    expect(await outcomeOf(calendar.venues.update(id, { city: 'Ulm' }))).toBe('version_conflict')
  })

  test('is not repeated for a conflict that the check option throws', async () => {
    const { calendar } = openCalendar()
    const { id } = await calendar.venues.create({ name: 'Town hall' })
    let checks = 0
    const update = calendar.venues.update(
      id,
      { city: 'Ulm' },
      {
        check: () => {
          checks++
          throw new CalendarError('version_conflict', {})
        },
      },
    )
    expect(await outcomeOf(update)).toBe('version_conflict')
    expect(checks).toBe(1)
  })
})

describe('concurrent writes', () => {
  test('to different fields of a record are all kept', async () => {
    const { calendar } = openCalendar()
    const { id } = await calendar.venues.create({ name: 'Town hall' })
    const patches = [{ city: 'Ulm' }, { zip: '89073' }, { phone: '1' }, { address: 'Square 1' }, { country: 'DE' }, { province: 'BW' }]
    await Promise.all(patches.map((patch) => calendar.venues.update(id, patch)))
    expect(await calendar.venues.get(id)).toMatchObject({ ...Object.assign({}, ...patches), version: 7 })
  })
})
