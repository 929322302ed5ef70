import type { Calendar, CalendarClient } from '@kalends/core'
import { expect } from 'vitest'
import { randomCalendar, randomNumbers } from '../../core/test/changes/random-calendar.ts'
import { type CopyLists, createCopy } from '../src/copy.ts'
import type { Fields, Opened } from './open-client.ts'

/** What is compared of a record. Linked records do not count: a venue with another name is a change of the venue alone. */
const summaryOf = (record: object): object => {
  const { id, version, status, title, name, startDate } = record as Readonly<Record<string, unknown>>
  return { id, version, status, title: title ?? name, startDate }
}

const summaries = (records: Iterable<object>): readonly object[] => [...records].map(summaryOf).sort((a, b) => idOf(a) - idOf(b))
const idOf = (record: object): number => Number(Reflect.get(record, 'id'))

async function listed(list: AsyncIterable<object>): Promise<readonly object[]> {
  const all: object[] = []
  for await (const one of list) all.push(one)
  return summaries(all)
}

const hourMs = 3_600_000

/**
 * Makes random writes, lets time pass, and syncs a copy now and then; fails unless it equals the lists after each sync.
 * @param reader reads the lists without failures
 * @param sync syncs the copy, again after failures that are no mistakes
 */
export async function followRandomly(
  { client, calendar, clock }: Pick<Opened, 'client' | 'calendar' | 'clock'>,
  {
    steps,
    seed,
    reader = client,
    sync = (copy) => copy.sync(),
  }: {
    readonly steps: number
    readonly seed: number
    readonly reader?: CalendarClient<Fields>
    sync?(copy: ReturnType<typeof createCopy<Fields>>): Promise<unknown>
  },
): Promise<void> {
  const random = randomNumbers(seed)
  // No field of these calendars is required.
  const world = randomCalendar(calendar as unknown as Calendar, random)
  const lists: CopyLists<Fields> = { events: { startsAfter: 'now' }, venues: {} }
  const copy = createCopy<Fields>(client, lists)
  let most = 0
  for (let step = 0; step < steps; step++) {
    await world.write()
    clock.advance(random(3) === 0 ? random(12 * hourMs) : random(1_000))
    if (random(4) > 0) continue
    await sync(copy)
    expect(summaries(copy.events.values())).toEqual(await listed(reader.events.each(lists.events)))
    expect(summaries(copy.venues.values())).toEqual(await listed(reader.venues.each()))
    most = Math.max(most, copy.events.size)
  }
  expect(most).toBeGreaterThan(5)
  expect(copy.organizers.size).toBe(0)
}
