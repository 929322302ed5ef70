import { Session } from 'node:inspector/promises'
import { allowAll, createCalendar } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { countStatements } from '@kalends/testing'
import { Kysely } from 'kysely'

// Prints as JSON what four requests enter on node:sqlite: files and functions of the packages, calls of these functions, and SQL statements.
// V8 counts each resumption after `await` as a call. A process of its own runs it, because V8 would also count functions that a test runner
// adds to modules.

const db = new Kysely<object>({ dialect: nodeSqliteDialect(':memory:') })
await migrateToLatest(db)
const counter = countStatements(db)
let nowMs = Date.UTC(2031, 2, 4, 12)
const calendar = createCalendar({ store: kyselyStore(db), clock: { nowMs: () => ++nowMs } })
const handler = createHandler(calendar, { access: allowAll() })

async function send(method: string, path: string, body?: object): Promise<unknown> {
  const request = new Request(`http://localhost/calendar/events/v1/${path}`, {
    method,
    ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const response = await handler(request)
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

const session = new Session()
session.connect()
await session.post('Profiler.enable')

/** What a request enters. */
async function measure(method: string, path: string, body?: object): Promise<object> {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const { statements } = await counter.during(() => send(method, path, body))
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  const files = result
    .filter(({ url }) => /\/packages\/(?!testing\/)[a-z]+\/src\//.test(url))
    .map(({ functions }) => functions.map(({ ranges }) => ranges[0]?.count ?? 0).filter((count) => count > 0))
    .filter((counts) => counts.length > 0)
  const counts = files.flat()
  const calls = counts.reduce((sum, count) => sum + count, 0)
  return { files: files.length, functions: counts.length, calls, statements: statements.length }
}

const times = { start_date: '2031-05-31 19:30:00', end_date: '2031-05-31 21:00:00' }
await send('POST', 'events', { title: 'Concert', ...times, categories: ['Music'], venue: { venue: 'Town hall' } })
// Other requests come first, so that everything is initialized; those that are measured are still not cached.
await send('GET', 'events?categories=music&start_date=2031-04-01')
await send('POST', 'events', { title: 'Lecture', ...times, venue: { venue: 'School' } })

const list = 'events?categories=music&start_date=2031-05-01'
const cold = await measure('GET', list)
const cached = await measure('GET', list)
const create = await measure('POST', 'events', { title: 'Reading', ...times, venue: { venue: 'Library' } })
const series = await calendar.events.create({
  title: 'Class',
  startDate: times.start_date,
  endDate: times.end_date,
  recurrence: 'FREQ=WEEKLY;COUNT=8',
})
const dates = await calendar.events.list({ startsFrom: times.start_date, seriesIds: series.recurrence?.seriesId ?? 0 })
const following = await measure('PATCH', `events/${dates.items[4]?.id}?scope=following`, { title: 'Later class' })
console.log(JSON.stringify({ cold, cached, create, following }))
