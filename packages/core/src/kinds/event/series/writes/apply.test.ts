import { memoryStore } from '@kalends/memory'
import { expect, test } from 'vitest'
import { aMarket, checkSeries } from '../../../../../test/series.ts'
import { createCalendar } from '../../../../calendar/calendar.ts'
import type { CalendarStore } from '../../../../store/contract.ts'
import type { EventRecord } from '../../../../store/records.ts'

/** A store whose first read of a record returns an outdated version of it. */
function withStaleRead(store: CalendarStore, stale: EventRecord): CalendarStore {
  let isStale = true
  const replace = (records: readonly EventRecord[]): readonly EventRecord[] => {
    if (!isStale || !records.some(({ id }) => id === stale.id)) return records
    isStale = false
    return records.map((record) => (record.id === stale.id ? stale : record))
  }
  const wrap = (inner: CalendarStore): CalendarStore => ({
    ...inner,
    events: {
      ...inner.events,
      getMany: async (ids) => replace(await inner.events.getMany(ids)),
      find: async (query) => (query.filter.seriesIds ? inner.events.find(query) : replace(await inner.events.find(query))),
    },
    transaction: (work) => inner.transaction((tx) => work(wrap(tx))),
  })
  return wrap(store)
}

test.each([
  [
    'update',
    [
      ['Market', false],
      ['Fair', true],
    ],
  ],
  ['delete', [['Market', false]]],
] as const)('%s with following notices that another writer has split the series', async (write, expected) => {
  const store = memoryStore()
  const { events } = createCalendar({ store, timeZone: 'Europe/Berlin' })
  await events.create(aMarket())
  const [before] = await store.events.getMany([4])
  if (before === undefined) throw new Error('the market has no third date')
  await events.update(4, { title: 'Fair' }, { scope: 'following' })
  const other = createCalendar({ store: withStaleRead(store, before), timeZone: 'Europe/Berlin' })
  if (write === 'update') await other.events.update(4, { featured: true }, { scope: 'following' })
  else await other.events.delete(4, { scope: 'following' })
  const records = [...store.snapshot().events.records.values()]
  checkSeries(records)
  expect(records.filter(({ role }) => role === 'series').map(({ title, featured }) => [title, featured])).toEqual(expected)
})
