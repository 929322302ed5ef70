import { expect, test } from 'vitest'
import { startCalendar } from './support.ts'

test('an answer of changes whose records are too long together gives fewer of them, and more with the next token', async () => {
  const { request, calendar } = startCalendar()
  const { token } = (await request('GET', '/changes')).body
  // A series with the longest texts: the answer repeats them with each of its dates.
  const text = '"'.repeat(65_536)
  const input = { title: 'Market', startDate: '2026-12-01', endDate: '2026-12-01', description: text, excerpt: text }
  await calendar.events.create({ ...input, recurrence: 'FREQ=DAILY;COUNT=270' })
  const seen: number[] = []
  for (let since = token, more = true; more; ) {
    const { status, body } = await request('GET', `/changes?kinds=event&since=${since}`)
    expect(status).toBe(200)
    seen.push(...body.changes.map(({ id }: { id: number }) => id))
    ;({ token: since, more } = body)
  }
  expect(new Set(seen).size).toBe(270)
})
