import { createCalendar, publicReadOnly } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import { counts } from '../src/counts.ts'
import { createHandler } from '../src/index.ts'
import { startCalendar } from './support.ts'

const concert = { title: 'Concert', start_date: '2026-05-01 20:00', end_date: '2026-05-01 22:00', categories: ['Music'] }

async function started() {
  const world = startCalendar({ access: publicReadOnly() })
  const { events } = world.calendar
  const at = (startDate: string, more = {}) =>
    events.create({ title: 'Concert', startDate, endDate: startDate, categories: 'Music', ...more })
  await at('2026-05-31 20:00')
  await at('2026-06-01 20:00', { categories: ['Music', 'Jazz'] })
  await at('2026-06-02 20:00', { status: 'draft' })
  await at('2025-01-01 20:00')
  return world
}

describe('GET /events/counts', () => {
  test('counts the events of the list, its default window included', async () => {
    const { request } = await started()
    expect((await request('GET', '/events/counts?by=month')).body).toEqual({
      counts: [
        { month: '2026-05', count: 1 },
        { month: '2026-06', count: 1 },
      ],
    })
    const all = await request('GET', '/events/counts?by=category,month&window=all')
    expect(all.body.counts).toEqual([
      { category: 1, month: '2025-01', count: 1 },
      { category: 1, month: '2026-05', count: 1 },
      { category: 1, month: '2026-06', count: 1 },
      { category: 2, month: '2026-06', count: 1 },
    ])
    expect((await request('GET', '/events/counts?by=day&categories=jazz&search=concert')).body.counts).toEqual([
      { day: '2026-06-01', count: 1 },
    ])
  })

  test.each([
    ['', 'required'],
    ['?by=year', 'not_among'],
    ['?by=day,month,tag', 'too_many_items'],
    ['?by=', 'empty'],
  ])('refuses %s', async (query, code) => {
    const { request } = await started()
    const { status, body } = await request('GET', `/events/counts${query}`)
    expect([status, body.code]).toEqual([400, 'invalid_input'])
    expect(body.data.issues[0]).toMatchObject({ path: expect.stringMatching(/^by/), code })
  })

  test('names all invalid parameters at once', async () => {
    const { request } = await started()
    expect(Object.keys((await request('GET', '/events/counts?start_date=x&featured=perhaps')).body.data.params).toSorted()).toEqual([
      'by',
      'featured',
      'start_date',
    ])
  })

  test('a hidden event, a draft and one in the trash never change the counts of strangers', async () => {
    const { calendar, request } = await started()
    const ask = async () => (await request('GET', '/events/counts?by=category,day&window=all')).text
    const before = await ask()
    for (const more of [{ hidden: true }, { status: 'draft' }, { status: 'private' }, { published: '2027-01-01' }] as const)
      await calendar.events.create({ title: 'Secret', startDate: '2026-06-01', endDate: '2026-06-01', categories: 'Music', ...more })
    const { id } = await calendar.events.create({ title: 'Gone', startDate: '2026-06-01', endDate: '2026-06-01', categories: 'Music' })
    await calendar.events.trash(id)
    expect(await ask()).toBe(before)
  })

  test('is answered again from the cache, and anew after a write', async () => {
    const { calendar, request } = await started()
    const first = await request('GET', '/events/counts?by=month')
    const again = await request('GET', '/events/counts?by=month', undefined, { 'if-none-match': first.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    await calendar.events.create({ title: 'New', startDate: '2026-07-01', endDate: '2026-07-01' })
    expect((await request('GET', '/events/counts?by=month')).body.counts.at(-1)).toEqual({ month: '2026-07', count: 1 })
  })
})

test('the extension of the documentation serves counts', async () => {
  const calendar = createCalendar({ store: memoryStore(), clock: { nowMs: () => Date.UTC(2026, 2, 4) } })
  const handler = createHandler(calendar, { access: publicReadOnly(), use: [counts()] })
  await calendar.events.create({ title: concert.title, startDate: concert.start_date, endDate: concert.end_date })
  const response = await handler(new Request('https://example.org/calendar/events/v1/events/counts?by=month'))
  expect(await response.json()).toEqual({ counts: [{ month: '2026-05', count: 1 }] })
})
