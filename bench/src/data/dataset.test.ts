import { createCalendar } from '@kalends/core'
import type { Draft, EventRecord } from '@kalends/core/store'
import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import { dataset } from './dataset.ts'
import { nowMs } from './shape.ts'
import { rareWord } from './texts.ts'

const size = 10_000
const dayMs = 86_400_000
const data = dataset(size)
const events = [...data.events()]
const part = (holds: (event: Draft<EventRecord>) => boolean): number => events.filter(holds).length / size
const mean = (of: (event: Draft<EventRecord>) => number): number => events.reduce((sum, event) => sum + of(event), 0) / size

describe('a data set', () => {
  test('is the same for the same seed, and differs for another one', () => {
    const first = (seed: number) => JSON.stringify([dataset(500, seed).venues, [...dataset(500, seed).events()]])
    expect(first(1)).toBe(first(1))
    expect(first(1)).not.toBe(first(2))
  })

  test.each([
    [1_000, 100, 50, 30, 100],
    [10_000, 1_000, 500, 200, 1_000],
    [1_000_000, 10_000, 5_000, 200, 2_000],
  ])('of %d events has the expected numbers of other records', (count, venues, organizers, categories, tags) => {
    expect(dataset(count).shape).toEqual({ events: count, venues, organizers, categories, tags })
  })

  test.each([
    ['begin in the past', 0.6, (event: Draft<EventRecord>) => event.times.startMs < nowMs],
    ['last a day at most', 0.94, (event: Draft<EventRecord>) => event.times.endMs - event.times.startMs <= dayMs],
    ['are published', 0.9, (event: Draft<EventRecord>) => event.status === 'publish'],
    ['have the rare word', 0.01, (event: Draft<EventRecord>) => event.description.includes(rareWord)],
  ])('has the expected share of events that %s', (_, wanted, holds) => {
    expect(part(holds)).toBeGreaterThan(wanted - 0.02)
    expect(part(holds)).toBeLessThan(wanted + 0.02)
  })

  test('spans three years back and two ahead, and a few events last for months', () => {
    const starts = events.map(({ times }) => times.startMs)
    expect(Math.min(...starts)).toBeGreaterThan(nowMs - 1_100 * dayMs)
    expect(Math.max(...starts)).toBeLessThan(nowMs + 735 * dayMs)
    const long = part(({ times }) => times.endMs - times.startMs > 64 * dayMs)
    expect(long).toBeGreaterThan(0)
    expect(long).toBeLessThan(0.003)
  })

  test('links three terms and 1.2 organizers per event on average, some of them very often', () => {
    expect(mean(({ categoryIds, tagIds }) => categoryIds.length + tagIds.length)).toBeCloseTo(3, 0)
    expect(mean(({ organizerIds }) => organizerIds.length)).toBeCloseTo(1.2, 1)
    const first = part(({ categoryIds }) => categoryIds.includes(1))
    const last = part(({ categoryIds }) => categoryIds.includes(200))
    expect(first).toBeGreaterThan(0.1)
    expect(first / last).toBeGreaterThan(20)
  })

  test('describes an event in about 350 characters', () => {
    expect(mean(({ description }) => description.length)).toBeGreaterThan(330)
    expect(mean(({ description }) => description.length)).toBeLessThan(380)
  })

  test('links only existing records', () => {
    const { venues, organizers, categories, tags } = data.shape
    const within = (ids: readonly number[], least: number, most: number) => ids.every((id) => id >= least && id <= most)
    const stray = events.filter(
      ({ venueIds, organizerIds, categoryIds, tagIds }) =>
        !within(venueIds, 1, venues) ||
        !within(organizerIds, 1, organizers) ||
        !within(categoryIds, 1, categories) ||
        !within(tagIds, categories + 1, categories + tags),
    )
    expect(stray).toEqual([])
  })

  test('has the times, zones and folded texts that the calendar itself would store', async () => {
    const store = memoryStore()
    const calendar = createCalendar({ store, clock: { nowMs: () => nowMs }, sanitizeHtml: (html) => html })
    for (const event of events.slice(0, 200)) {
      const { id } = await calendar.events.create({
        title: event.title,
        description: event.description,
        startDate: event.times.startLocal.replace('T', ' '),
        endDate: event.times.endLocal.replace('T', ' '),
        timeZone: event.times.timeZone,
        allDay: event.times.allDay,
        cost: event.cost.text,
      })
      const [stored] = await store.events.getMany([id])
      const { times, titleKey, searchText, cost } = event
      expect(stored).toMatchObject({ times, titleKey, searchText, cost })
    }
  })
})
