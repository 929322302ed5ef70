import { Session } from 'node:inspector/promises'
import { createCalendar, publicReadOnly } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { memoryStore } from '@kalends/memory'

// Prints as JSON how many functions of the packages an uncached list calls, and the number of calls. V8 counts each resumption after `await` as a call.

const calendar = createCalendar({ store: memoryStore(), clock: { nowMs: () => Date.UTC(2026, 2, 4, 12) } })
await calendar.events.create({ title: 'Concert', startDate: '2026-05-31 19:30:00', endDate: '2026-05-31 21:00:00' })
const handler = createHandler(calendar, { access: publicReadOnly() })

async function list(query: string): Promise<void> {
  const response = await handler(new Request(`http://localhost/calendar/events/v1/events${query}`))
  const { total } = await response.json()
  if (total !== 1) throw new Error(`The list has ${total} events.`)
}

// Another list first, so that everything is initialized; the list that is measured is still not cached.
await list('?per_page=10')
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
await list('')
const { result } = await session.post('Profiler.takePreciseCoverage')

const counts = result
  .filter(({ url }) => /\/packages\/[a-z]+\/src\//.test(url))
  .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges[0]?.count ?? 0))
  .filter((count) => count > 0)
console.log(JSON.stringify({ functions: counts.length, calls: counts.reduce((sum, count) => sum + count, 0) }))
