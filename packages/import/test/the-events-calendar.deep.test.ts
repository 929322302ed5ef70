import { expect, test } from 'vitest'
import type { ReadTheEventsCalendarOptions, SiteCheckpoint } from '../src/the-events-calendar.ts'
import { buildRows, type Quirks, type Run, readSiteOf } from './replay-site.ts'

const rows = buildRows()

const run = (quirks: Quirks = {}, options: ReadTheEventsCalendarOptions = {}): Promise<Run> => readSiteOf(rows, quirks, options)

test('killed at every request and run again: the same items, and no page is requested twice', async () => {
  const whole = await run()
  for (let last = 1; last <= whole.requests.length; last++) {
    const pages = new Map<string, string>()
    const checkpoint: SiteCheckpoint = {
      load: (page) => pages.get(page),
      save: async (page, text) => void pages.set(page, text),
      clear: () => pages.clear(),
    }
    const killed = new Error('killed')
    const first = await run({ disturb: (request) => (request > last ? Promise.reject(killed) : undefined) }, { checkpoint, attempts: 1 })
    if (last < whole.requests.length) expect(first.items.at(-1)).toMatchObject({ complete: false, reason: { code: 'request_failed' } })
    const again = await run({}, { checkpoint })
    expect(again.items).toEqual(whole.items)
    const requests = last < whole.requests.length ? [...first.requests.slice(0, last), ...again.requests] : first.requests
    expect(requests).toEqual(whole.requests)
    expect(pages.size).toBe(0)
  }
})
