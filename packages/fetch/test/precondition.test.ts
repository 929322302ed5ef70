import { allowAll, type Calendar } from '@kalends/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { least, type Started, startCalendar } from './support.ts'

const changes = Object.keys(least).flatMap((list) => [
  ...['POST', 'PUT', 'PATCH'].map((method) => ({ method, path: `/${list}/1`, body: { description: 'New' } })),
  { method: 'DELETE', path: `/${list}/1`, body: undefined },
])
const forced = ['events', 'venues', 'organizers'].map((list) => ({ method: 'DELETE', path: `/${list}/1?force=true`, body: undefined }))
const bySlug = [
  { method: 'PATCH', path: '/events/by-slug/concert', body: { description: 'New' } },
  { method: 'DELETE', path: '/venues/by-slug/town-hall', body: undefined },
]

/** One record of each kind, each with the id 1. */
async function fill(calendar: Calendar): Promise<void> {
  await calendar.events.create({ title: 'Concert', startDate: '2026-05-31', endDate: '2026-05-31' })
  await calendar.venues.create({ name: 'Town hall' })
  await calendar.organizers.create({ name: 'Choir' })
  await calendar.tags.create({ name: 'Outdoor' })
}

describe('with precondition: required', () => {
  let started: Started
  beforeEach(async () => {
    started = startCalendar({ precondition: 'required' })
    await fill(started.calendar)
    // Categories and tags share their ids.
    await started.calendar.tags.delete(1)
    await started.calendar.categories.create({ name: 'Music' })
    await started.calendar.tags.create({ name: 'Outdoor' })
  })

  const place = (path: string): string => path.replace('/categories/1', '/categories/2').replace('/tags/1', '/tags/3')

  test.each([...changes, ...forced, ...bySlug])('$method $path needs If-Match or a version', async ({ method, path, body }) => {
    const { request } = started
    const read = place(path).split('?')[0] ?? ''
    const before = await request('GET', read)
    for (const headers of [{}, { 'if-none-match': '"x"' }]) {
      const refused = await request(method, place(path), body, headers)
      expect([refused.status, refused.body.code]).toEqual([428, 'precondition_required'])
    }
    expect((await request('GET', read)).text).toBe(before.text)
    expect((await request(method, place(path), body, { 'if-match': '"x"' })).status).toBe(412)
    const etag = before.headers.get('etag') ?? ''
    const at = (version: number): string => `${place(path)}${path.includes('?') ? '&' : '?'}version=${version}`
    expect((await request(method, at(2), body)).status).toBe(412)
    expect((await request(method, at(2), body, { 'if-match': etag })).status).toBe(412)
    expect((await request(method, at(1), body, { 'if-match': '"x"' })).status).toBe(412)
    if (method !== 'POST') expect((await request(method, place(path), body, { 'if-match': etag })).status).toBe(200)
    else expect((await request(method, at(1), body)).status).toBe(200)
  })

  test('404, 400, 410 and 401 come before 428', async () => {
    const { request, calendar } = started
    expect((await request('PATCH', '/events/9', {})).status).toBe(404)
    expect((await request('PATCH', '/events/1', { title: '' })).status).toBe(400)
    await calendar.events.trash(1)
    expect((await request('DELETE', '/events/1')).status).toBe(410)
    const denied = startCalendar({ precondition: 'required', access: { ...allowAll(), may: () => false } })
    expect((await denied.request('DELETE', '/events/1')).status).toBe(401)
  })

  test('new records need neither', async () => {
    for (const [list, body] of Object.entries(least)) {
      const name = Object.fromEntries(Object.entries(body).map(([key, value]) => [key, key.endsWith('date') ? value : `Another ${value}`]))
      expect((await started.request('POST', `/${list}`, name)).status).toBe(201)
    }
  })

  test('the OpenAPI document has the status 428', () => {
    const text = JSON.stringify(started.handler.openapi())
    expect(text).toContain('"428":{"$ref"')
    expect(JSON.stringify(startCalendar().handler.openapi())).not.toContain('"428":{"$ref"')
  })
})

test('without the option, a change needs neither If-Match nor a version', async () => {
  const { request, calendar } = startCalendar()
  await fill(calendar)
  expect((await request('PATCH', '/events/1', { title: 'New' })).status).toBe(200)
})
