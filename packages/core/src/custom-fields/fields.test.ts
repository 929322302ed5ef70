import { memoryStore } from '@kalends/memory'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { createCalendar } from '../calendar.ts'

test('smoke', async () => {
  const calendar = createCalendar({
    store: memoryStore(),
    fields: {
      event: {
        level: { schema: z.enum(['beginner', 'pro']), filter: 'is' },
        seats: { schema: z.number().int().min(0).optional(), filter: 'range' },
        dressCode: { schema: z.string(), readable: (actor) => actor !== null },
      },
      venue: { wheelchair: { schema: z.boolean().default(false), filter: 'is' } },
    },
  })
  const event = await calendar.events.create({
    title: 'a',
    startDate: '2031-01-01',
    endDate: '2031-01-01',
    fields: { level: 'pro', seats: 40, dressCode: 'x' },
    venues: [{ name: 'h' }],
  })
  const level: 'beginner' | 'pro' = event.fields.level
  expect([event.fields, event.venues[0]?.fields, level]).toEqual([
    { level: 'pro', seats: 40, dressCode: 'x' },
    { wheelchair: false },
    'pro',
  ])
  expect(
    (
      await calendar.events.list({
        startDate: '2030-01-01',
        endDate: '2040-01-01',
        fields: { level: ['pro'], seats: { gte: 10, lte: 40 } },
      })
    ).total,
  ).toBe(1)
  expect(
    (await calendar.events.list({ startDate: '2030-01-01', endDate: '2040-01-01', fields: { seats: { gte: 10, lte: 39 } } })).total,
  ).toBe(0)
  expect((await calendar.venues.list({ fields: { wheelchair: false } })).total).toBe(1)
})
