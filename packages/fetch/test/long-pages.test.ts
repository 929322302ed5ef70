import { expect, test, vi } from 'vitest'
import { may, startFullcalendar } from './fullcalendar/support.ts'
import { startCalendar } from './support.ts'

/** Each event adds a mebibyte to the response. */
const resolveImage = () => ({ url: 'https://example.org/a.png', alt: 'x'.repeat(1_048_576) })

const events = Array.from({ length: 66 }, (_, i) => ({
  title: `Choir ${i}`,
  startDate: '2031-05-10 19:30',
  endDate: '2031-05-10 21:00',
  image: 7,
}))

test('a page above the maximal length is a 400 for per_page, and a smaller page is sent', async () => {
  const { calendar, request } = startCalendar({ resolveImage })
  await calendar.events.createMany(events)
  const passed = vi.fn()
  const timer = setInterval(passed, 0)
  const reply = await request('GET', '/events?include=1&per_page=100')
  expect([reply.status, reply.body.total]).toEqual([200, 1])
  const query = '/events?start_date=2031-01-01&end_date=2031-12-31'
  const refused = await request('GET', `${query}&per_page=100`)
  clearInterval(timer)
  expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, ['per_page']])
  expect(refused.body.data.params.per_page).toMatch(/^must be smaller: /)
  // Timers ran while the response was written.
  expect(passed.mock.calls.length).toBeGreaterThan(10)
  expect((await request('GET', `${query}&per_page=2`)).body.total).toBe(66)
})

test('a FullCalendar window above the maximal length is a 400 for end', async () => {
  const { ask } = await startFullcalendar(events, { resolveImage })
  const refused = await ask(may)
  expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, ['end']])
  expect(refused.body.data.params.end).toMatch(/^must come sooner: /)
})
