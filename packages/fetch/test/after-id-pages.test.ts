import type { CalendarStore } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { describe, expect, onTestFinished, test } from 'vitest'
import { stores } from './stores.ts'
import { concert, type Started, startCalendar } from './support.ts'

const listed = 'starts_after=1900-01-01'
const everything = `${listed}&hidden=include&status=any`
const perPage = 7

/** Reads a list page by page with `after_id`, as docs/guide/filters.md describes it; `between` runs after each page. Returns the ids. */
async function readPages({ request }: Started, query: string, between: () => Promise<unknown> = async () => undefined): Promise<number[]> {
  const found: number[] = []
  for (let afterId = 0; ; ) {
    const { body } = await request('GET', `/events?${query}&orderby=id&order=asc&per_page=${perPage}&after_id=${afterId}`)
    const ids: number[] = body.events.map(({ id }: { id: number }) => id)
    found.push(...ids)
    if (ids.length < perPage) return found
    afterId = ids.at(-1) ?? 0
    await between()
  }
}

// SQLite in a file and PGlite add nothing to the other engines.
const testedStores = stores.filter(({ name }) => name !== 'node-sqlite' && name !== 'pglite')

describe.each(testedStores)('pages by after_id on $name', ({ open }) => {
  async function start() {
    const { store, close } = await open()
    onTestFinished(async () => void (await close()))
    return startCalendar({}, { store })
  }

  test('contain each record once while others are created and deleted', async () => {
    const started = await start()
    const make = async (start: string): Promise<number> =>
      (await started.request('POST', '/events', { ...concert, start_date: start, end_date: '2150-01-01' })).body.id
    const staying: number[] = []
    const going: number[] = []
    for (let i = 0; i < 30; i++) (i % 3 === 0 ? going : staying).push(await make(`${i % 2 === 0 ? 1950 + i : 2100 - i}-05-31`))
    const added: number[] = []
    const found = await readPages(started, everything, async () => {
      await started.request('DELETE', `/events/${going.pop()}?force=true`)
      await started.request('DELETE', `/events/${going.shift()}?force=true`)
      added.push(await make('1940-01-01'))
    })
    expect(found.filter((id) => staying.includes(id))).toEqual(staying)
    expect(new Set(found).size).toBe(found.length)
    expect(found.filter((id) => added.includes(id)).length).toBeGreaterThan(0)
    expect(found).toEqual(found.toSorted((a, b) => a - b))
  })
})

test('pages by after_id count an unchanged list at most twice, and their totals are the records that remain', async () => {
  const memory = memoryStore()
  let counted = 0
  const store: CalendarStore = {
    ...memory,
    events: {
      ...memory.events,
      count: (filter, signal) => {
        counted++
        return memory.events.count(filter, signal)
      },
    },
  }
  const started = startCalendar({}, { store })
  for (let i = 0; i < 60; i++) await started.calendar.events.create({ title: `${i}`, startDate: '2026-05-31', endDate: '2026-05-31' })
  const totals: number[] = []
  const request: Started['request'] = async (...parameters) => {
    const reply = await started.request(...parameters)
    totals.push(reply.body.total)
    return reply
  }
  expect(await readPages({ ...started, request }, listed)).toHaveLength(60)
  expect(totals).toEqual([60, 53, 46, 39, 32, 25, 18, 11, 4])
  expect(counted).toBeLessThanOrEqual(2)
  await started.calendar.events.delete(60)
  const { body } = await started.request('GET', `/events?${listed}&orderby=id&order=asc&per_page=7&after_id=7`)
  expect(body.total).toBe(52)
})
