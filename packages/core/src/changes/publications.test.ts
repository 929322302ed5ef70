import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { expect, test } from 'vitest'
import { publicReadOnly } from '../access/policy.ts'
import { createCalendar } from '../calendar/calendar.ts'
import { internals } from '../calendar/internals.ts'

const morning = Date.UTC(2031, 5, 1, 8)
const dates = { startDate: '2031-06-10 19:30', endDate: '2031-06-10 21:00' }
const published = { publishedUtc: '2031-06-01 08:00:00' }

test('publications are the records whose publication date came without a write, by date, a series with each date', async () => {
  const clock = fixedClock('2031-05-31T12:00:00Z')
  const calendar = createCalendar({ store: memoryStore(), clock })
  const { events, venues } = calendar
  await venues.create({ name: 'Hall', ...published })
  const series = await events.create({ title: 'Weekly', ...dates, ...published, recurrence: 'FREQ=WEEKLY;COUNT=600' })
  const hidden = await events.create({ title: 'Hidden', ...dates, publishedUtc: '2031-06-01 07:00:00', hidden: true })
  await events.create({ title: 'Draft', ...dates, ...published, status: 'draft' })
  clock.set('2031-06-01T08:00:00Z')
  await events.create({ title: 'Now', ...dates })
  const between = (afterMs: number, untilMs: number, kinds?: readonly ('event' | 'venue' | 'tag')[]) =>
    internals(calendar).log.publications({ afterMs, untilMs, kinds })
  const weekly = Array.from({ length: 601 }, (_, i) => ({ kind: 'event', id: series.id + i, publishedMs: morning }))
  const early = { kind: 'event', id: hidden.id, publishedMs: morning - 3_600_000 }
  expect(await between(0, morning)).toEqual([early, ...weekly, { kind: 'venue', id: 1, publishedMs: morning }])
  expect(await between(morning - 1, morning, ['event', 'tag'])).toEqual(weekly)
  expect(await between(morning, morning + 1)).toEqual([])
  expect(await between(0, morning - 1)).toEqual([early])
  await expect(internals(calendar.as(null, publicReadOnly())).log.publications({ afterMs: 0, untilMs: 1 })).rejects.toMatchObject({
    code: 'forbidden',
  })
})
