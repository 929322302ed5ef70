import type { EventInput } from '@kalends/core'
import { kyselyStore } from '@kalends/kysely'
import { seedSeason } from '@kalends/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { enginesOfLane, type TestEngine } from '../../kysely/test/engines.ts'
import { statementLog } from '../../kysely/test/statements.ts'
import { startCalendar, toReply, toRequest } from './support.ts'

/** Locks of names are rows that engines with several writers insert or update. */
const isWrite = (statement: string): boolean =>
  /\b(?:insert into|update|delete from|replace into) ["`]/i.test(statement.replace(/\bfor (?:no key )?update\b/gi, '')) &&
  !/name_locks["`]/.test(statement)

/** A calendar in a database, with its handler, the statements that it runs, and the changes that its listeners hear. */
async function open(engine: TestEngine) {
  const log = statementLog()
  const { db, options, close } = await engine.open({ log: log.log })
  onTestFinished(close)
  const { calendar, handler, clock } = startCalendar({}, { store: kyselyStore(db, options) })
  const heard: string[] = []
  for (const kind of ['event', 'venue', 'organizer', 'category', 'tag'] as const) {
    calendar.on(`${kind}.updated`, ({ after }) => void heard.push(`${kind} ${after.id}`))
    calendar.before(`${kind}.update`, ({ next }) => void heard.push(`before ${kind} ${next.id}`))
  }
  const request = async (method: string, path: string, body?: unknown) => toReply(await handler(toRequest(method, path, body)))
  const token = async (): Promise<string> => (await request('GET', '/changes')).body.token
  /** The statements that write while some work runs. */
  const writesDuring = async (work: () => Promise<unknown>): Promise<readonly string[]> =>
    (await log.during(work)).statements.filter(isWrite)
  return { calendar, clock, request, heard, token, writesDuring }
}

/** The addresses of all records, those that lists leave out included. */
async function addressesOf({ calendar, request }: Awaited<ReturnType<typeof open>>): Promise<readonly string[]> {
  const paths: string[] = []
  const lists = [
    'events?status=any&hidden=include&start_date=1900-01-01&end_date=2200-12-31&',
    'venues?status=any&',
    'organizers?status=any&',
  ]
  for (const list of [...lists, 'categories?hide_empty=false&', 'tags?hide_empty=false&']) {
    const name = list.slice(0, list.indexOf('?'))
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { body } = await request('GET', `/${list}per_page=100&page=${page}`)
      pages = body.total_pages
      for (const { id } of body[name]) paths.push(`/${name}/${id}`)
    }
  }
  const { items } = await calendar.events.list({ startsFrom: '1900-01-01', startsUntil: '2200-12-31', perPage: 100, series: 'next' })
  const series = new Set(items.flatMap(({ recurrence }) => recurrence?.seriesId ?? []))
  return [...paths, ...[...series].map((id) => `/events/${id}`)]
}

describe.each(enginesOfLane)('a write that changes nothing, on $name', (engine) => {
  test('is no statement that writes, for every record of a town, and one changed member is one change', async () => {
    const opened = await open(engine)
    const { calendar, clock, request, heard, token, writesDuring } = opened
    await seedSeason(calendar)
    const paths = await addressesOf(opened)
    expect(paths.length).toBeGreaterThan(90)
    clock.advance(60_000)
    const before = await token()
    heard.length = 0
    for (const path of paths) {
      const scopes = path.startsWith('/events/') ? ['', '?scope=all', '?scope=following'] : ['']
      for (const scope of scopes) {
        const read = await request('GET', path)
        if (scope !== '' && (read.body.recurrence === null || (scope.endsWith('following') && read.body.recurrence.id === ''))) continue
        const written = await writesDuring(async () => {
          for (const [method, body] of [['PUT', read.body] as const, ['PATCH', { all_day: read.body.all_day }] as const]) {
            const reply = await request(method, path + scope, body)
            expect([path + scope, reply.status, reply.text]).toEqual([path + scope, 200, read.text])
            expect(reply.headers.get('etag')).toBe(read.headers.get('etag'))
          }
        })
        expect([path + scope, written]).toEqual([path + scope, []])
      }
    }
    expect([heard, await token()]).toEqual([[], before])

    for (const path of ['/events/1', '/venues/1', '/organizers/1', '/categories/1']) {
      const since = await token()
      expect(await writesDuring(() => request('PATCH', path, { description: 'Another text' }))).not.toEqual([])
      const { changes } = (await request('GET', `/changes?since=${since}`)).body
      expect(changes).toHaveLength(1)
    }
  })

  test('holds for 3,000 rows of an import, in a few statements for each chunk', async () => {
    const { calendar, heard, token, writesDuring, clock } = await open(engine)
    const inputs = Array.from(
      { length: 3_000 },
      (_, i): EventInput => ({
        uid: `row ${i}`,
        title: `Event ${i % 700}`,
        startDate: `2026-0${1 + (i % 9)}-11 19:30`,
        endDate: `2026-0${1 + (i % 9)}-11 21:00`,
        description: `Text ${i}`,
        venues: { name: `Hall ${i % 50}` },
        categories: [`Category ${i % 20}`],
        tags: [`tag ${i % 30}`],
      }),
    )
    expect(await calendar.events.createMany(inputs)).toMatchObject({ created: 3_000 })
    const before = await token()
    clock.advance(60_000)
    const unchanged = { created: 0, updated: 0, unchanged: 3_000, skipped: 0 }
    const written = await writesDuring(async () => {
      expect(await calendar.events.createMany(inputs, { onConflict: 'update' })).toEqual(unchanged)
    })
    expect([written, heard, await token()]).toEqual([[], [], before])

    const changed = inputs.map((input, i) => (i === 1_700 ? { ...input, title: 'Another' } : input))
    expect(await calendar.events.createMany(changed, { onConflict: 'update' })).toEqual({ ...unchanged, updated: 1, unchanged: 2_999 })
    expect(heard).toEqual(['before event 1701', 'event 1701'])
  })
})
