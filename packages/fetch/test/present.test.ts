import { type Calendar, createCalendar, roles } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { theEventsCalendar } from '@kalends/the-events-calendar'
import { expect, test } from 'vitest'
import { createHandler, type HandlerOptions } from '../src/index.ts'

/** A record of each kind, each with links, and one with an image. */
async function fill(calendar: Calendar) {
  const category = await calendar.categories.create({ name: 'Music & more' })
  const tag = await calendar.tags.create({ name: 'choir' })
  const venue = await calendar.venues.create({ name: 'Town hall', city: 'Köln', image: 5 })
  const organizer = await calendar.organizers.create({ name: 'City' })
  const event = await calendar.events.create({
    ...{ title: 'Choir & more', startDate: '2031-05-31 19:30', endDate: '2031-05-31 21:00', image: 7, cost: '5 €' },
    ...{ venues: [venue.id], organizers: [organizer.id], categories: [category.id], tags: [tag.id] },
  })
  const series = await calendar.events.create({
    ...{ title: 'Weekly', startDate: '2031-05-31 19:30', endDate: '2031-05-31 21:00', recurrence: 'FREQ=WEEKLY;COUNT=3' },
  })
  return [
    ['event', 'events', event.id],
    ['event', 'events', series.id],
    ['venue', 'venues', venue.id],
    ['organizer', 'organizers', organizer.id],
    ['category', 'categories', category.id],
    ['tag', 'tags', tag.id],
  ] as const
}

test.each<[string, Partial<HandlerOptions>]>([
  ['defaults', {}],
  [
    'links and images of the host',
    {
      links: (kind, { slug }) => `https://www.example.org/${kind}/${slug}`,
      resolveImage: (id) => ({ url: `https://i.example.org/${id}` }),
    },
  ],
  ['compatibility', { use: [theEventsCalendar()] }],
])('present gives what a response to GET contains: %s', async (_, options) => {
  const calendar = createCalendar({ store: memoryStore() })
  const access = roles({ editors: ['editor'] })
  const handler = createHandler(calendar, { access, publicUrl: 'https://example.org', ...options })
  const viewer = calendar.as(null, access)
  for (const [kind, collection, id] of await fill(calendar)) {
    const response = await handler(new Request(`https://example.org/calendar/events/v1/${collection}/${id}`))
    expect(response.status).toBe(200)
    const record = await viewer[collection].get(id)
    expect(JSON.stringify(await handler.present(kind, record))).toBe(await response.text())
  }
})
