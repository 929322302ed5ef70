import { createCalendar, publicReadOnly } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { fixedClock, seedSeason } from '@kalends/testing'
import { expect, test, vi } from 'vitest'
import { createHandler } from '../src/index.ts'

test('reads call no formatter of Intl once the process has begun', async () => {
  const calendar = createCalendar({ store: memoryStore(), clock: fixedClock('2031-06-11T10:20:00Z'), cache: false })
  await seedSeason(calendar)
  const handler = createHandler(calendar, { access: publicReadOnly(), publicUrl: 'https://town.example' })
  const read = async (): Promise<void> => {
    for (const path of ['events', 'events?start_date=2031-03-01', 'events/by-slug/town-fair', 'venues', 'categories']) {
      const response = await handler(new Request(`https://town.example/calendar/events/v1/${path}`))
      expect(response.status).toBe(200)
      await response.text()
    }
  }
  await read()
  const { prototype } = Intl.DateTimeFormat
  // It is a getter that returns a bound function, which the types do not say.
  const getter = prototype as unknown as { readonly format: unknown }
  const spies = [vi.spyOn(getter, 'format', 'get'), vi.spyOn(prototype, 'formatToParts'), vi.spyOn(prototype, 'formatRange')]
  await read()
  expect(spies.map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0])
  vi.restoreAllMocks()
})
