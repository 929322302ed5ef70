import { expect, test } from 'vitest'
import { anEvent, collect, openCalendar } from '../../test/open-calendar.ts'

test('every read with an aborted signal ends with its reason', async () => {
  const { calendar } = openCalendar()
  await calendar.events.create(anEvent())
  const reason = new Error('the caller has gone away')
  const options = { signal: { aborted: true, reason } }
  const { events, venues } = calendar
  const reads: Readonly<Record<string, Promise<unknown>>> = {
    list: events.list({}, options),
    each: collect(events.each({}, options)),
    'each by start': collect(events.each({}, { ...options, by: 'start' })),
    count: events.count({}, options),
    counts: events.counts({ by: 'month' }, options),
    get: events.get(1, options),
    find: events.find(1, options),
    explain: events.explain(1, {}, options),
    duplicates: collect(venues.duplicates({}, options)),
  }
  const outcomes = Object.entries(reads).map(async ([name, read]) => [name, await read.catch((error: unknown) => error)])
  expect(await Promise.all(outcomes)).toEqual(Object.keys(reads).map((name) => [name, reason]))
})
