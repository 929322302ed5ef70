import { createCalendar } from '@kalends/core'
import type { Draft, EventRecord } from '@kalends/core/store'
import { memoryStore } from '@kalends/memory'
import { expect, test } from 'vitest'
import { dataset } from './dataset.ts'
import { nowMs } from './shape.ts'
import { rareWord } from './texts.ts'

const size = 10_000
const data = dataset(size)
const events = [...data.events()]

test('a data set is always the same', () => {
  expect([...dataset(100).events()]).toEqual([...dataset(100).events()])
})

test.each([
  ['begin in the past', 0.6, ({ times }: Draft<EventRecord>) => times.startMs < nowMs],
  ['last a day at most', 0.94, ({ times }: Draft<EventRecord>) => times.endMs - times.startMs <= 86_400_000],
  ['are published', 0.9, ({ status }: Draft<EventRecord>) => status === 'publish'],
  ['have the rare word', 0.01, ({ description }: Draft<EventRecord>) => description.includes(rareWord)],
  ['have the first category', 0.15, ({ categoryIds }: Draft<EventRecord>) => categoryIds.includes(1)],
])('it has the expected share of events that %s', (_, wanted, holds) => {
  expect(Math.abs(events.filter(holds).length / size - wanted)).toBeLessThan(0.02)
})

test('it links only existing records', () => {
  const { venues, organizers, categories, tags } = data.shape
  const isWithin = (ids: readonly number[], least: number, most: number) => ids.every((id) => id >= least && id <= most)
  const stray = events.filter(
    ({ venueIds, organizerIds, categoryIds, tagIds }) =>
      !(isWithin(venueIds, 1, venues) && isWithin(organizerIds, 1, organizers)) ||
      !(isWithin(categoryIds, 1, categories) && isWithin(tagIds, categories + 1, categories + tags)),
  )
  expect(stray).toEqual([])
})

test('it has the times, zones and folded texts that the calendar itself would store', async () => {
  const store = memoryStore()
  const calendar = createCalendar({ store, clock: { nowMs: () => nowMs }, sanitizeHtml: (html) => html })
  for (const { title, description, times, titleKey, searchText, cost } of events.slice(0, 200)) {
    const { startLocal, endLocal, timeZone, allDay } = times
    const input = { title, description, startDate: startLocal, endDate: endLocal, timeZone, allDay, cost: cost.text }
    const [stored] = await store.events.getMany([(await calendar.events.create(input)).id])
    expect(stored).toMatchObject({ times, titleKey, searchText, cost })
  }
})
