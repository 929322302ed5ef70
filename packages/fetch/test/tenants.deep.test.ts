import { allowAll, type CalendarStore, createCalendar } from '@kalends/core'
import { openCalendars } from '@kalends/core/tenants'
import { createHandler } from '@kalends/fetch'
import { memoryStore } from '@kalends/memory'
import { expect, test } from 'vitest'

/** How many requests are sent. */
const requests = Number(process.env['KALENDS_TENANT_REQUESTS'] ?? 10_000)

/** A repeatable series of numbers below 1. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('requests of 8 clients to 1,000 calendars, of which 40 stay open, never get a record of another one', async () => {
  const stores = new Map<string, CalendarStore>()
  let open = 0
  let most = 0
  const calendars = openCalendars({
    max: 40,
    open: async (tenant) => {
      most = Math.max(most, ++open)
      const store = stores.get(tenant) ?? memoryStore()
      stores.set(tenant, store)
      return { calendar: createCalendar({ store }), close: () => void open-- }
    },
  })
  const handler = createHandler(calendars, {
    access: allowAll(),
    tenant: (request) => request.headers.get('x-tenant') ?? undefined,
    publicUrl: (tenant) => `https://${tenant}.example.org`,
  })
  const written = new Map<string, number>()
  const client = async (seed: number): Promise<void> => {
    const next = numbersFrom(seed)
    for (let index = 0; index < requests / 8; index++) {
      const tenant = `t${Math.floor(next() * (next() < 0.5 ? 1_000 : 30))}`
      const isWrite = next() < 0.1
      const response = await handler(
        new Request('https://example.org/calendar/events/v1/events?window=all&per_page=3', {
          headers: { 'x-tenant': tenant, 'content-type': 'application/json' },
          ...(isWrite && {
            method: 'POST',
            body: JSON.stringify({
              title: `of ${tenant}`,
              start_date: '2031-01-01 10:00',
              end_date: '2031-01-01 11:00',
              status: 'publish',
            }),
          }),
        }),
      )
      const before = written.get(tenant) ?? 0
      if (isWrite) written.set(tenant, before + 1)
      expect(response.status).toBe(isWrite ? 201 : 200)
      const body = await response.json()
      for (const { title, rest_url: url } of isWrite ? [body] : body.events) {
        expect(title).toBe(`of ${tenant}`)
        expect(url).toContain(`https://${tenant}.example.org/`)
      }
      if (!isWrite) expect(body.total).toBeLessThanOrEqual(before)
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, index) => client(index + 1)))
  expect(most).toBeLessThanOrEqual(48)
  await calendars.close()
  expect(open).toBe(0)
}, 300_000)
