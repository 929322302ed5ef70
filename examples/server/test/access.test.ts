import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, buildApp } from '../app.ts'
import { readSettings } from '../settings.ts'

const url = 'http://127.0.0.1:3000'
const evening = { title: 'An Evening', start_date: '2031-05-31 19:30', end_date: '2031-05-31 21:00' }

interface ListBody {
  readonly id?: number
  readonly author?: number
  readonly total?: number
  readonly events?: readonly object[]
}

type Ask = (method: string, path: string, token?: string, body?: object) => Promise<{ status: number; body: ListBody }>

async function open(access: string): Promise<{ app: App; ask: Ask }> {
  const app = await buildApp(await readSettings({ STORE: 'memory', ACCESS: access }))
  const handle = app.handlerAt(url)
  const ask: Ask = async (method, path, token, body) => {
    const headers = new Headers(body === undefined ? {} : { 'Content-Type': 'application/json' })
    if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
    const request = new Request(`${url}/calendar/events/v1/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const response = await handle(request)
    return { status: response.status, body: JSON.parse(await response.text()) }
  }
  return { app, ask }
}

describe.each([
  ['open', { create: 201, drafts: true }],
  ['read-only', { create: 401, drafts: false }],
])('ACCESS=%s', (access, expected) => {
  let app: App
  let ask: Ask
  beforeAll(async () => ({ app, ask } = await open(access)))
  afterAll(() => app.close())

  test('lets anonymous callers read published events', async () => {
    expect((await ask('GET', 'events')).body.total).toBeGreaterThan(20)
  })

  test(`${expected.drafts ? 'shows' : 'hides'} drafts`, async () => {
    expect(Number((await ask('GET', 'events?status=draft')).body.total) > 0).toBe(expected.drafts)
  })

  test(`responds to the creation of an event with ${expected.create}`, async () => {
    expect((await ask('POST', 'events', undefined, evening)).status).toBe(expected.create)
    expect((await ask('POST', 'events', 'demo-admin', evening)).status).toBe(expected.create)
  })
})

describe('ACCESS=demo', () => {
  let app: App
  let ask: Ask
  beforeAll(async () => ({ app, ask } = await open('demo')))
  afterAll(() => app.close())

  test.each([
    [undefined, 401],
    ['demo-nobody', 401],
    ['constructor', 401],
    ['demo-author', 201],
    ['demo-author-2', 201],
    ['demo-editor', 201],
    ['demo-admin', 201],
  ])('responds to creations by %s with %i', async (token, status) => {
    expect((await ask('POST', 'events', token, evening)).status).toBe(status)
    expect((await ask('POST', 'tags', token, { name: `Of ${token}` })).status).toBe(status)
    expect((await ask('POST', 'venues', token, { venue: `Of ${token}` })).status).toBe(status)
  })

  test.each([
    [undefined, 401],
    ['demo-author', 200],
    ['demo-author-2', 403],
    ['demo-editor', 200],
    ['demo-admin', 200],
  ])('responds to changes by %s of an event of demo-author with %i', async (token, status) => {
    const { body } = await ask('POST', 'events', 'demo-author', evening)
    expect(body.author).toBe(3)
    expect((await ask('PATCH', `events/${body.id}`, token, { cost: '5' })).status).toBe(status)
    expect((await ask('DELETE', `events/${body.id}`, token)).status).toBe(status)
  })

  test('shows everybody the same list by default, and drafts only to callers with the permission', async () => {
    const totals = await Promise.all(
      [undefined, 'demo-author', 'demo-admin'].map(async (token) => (await ask('GET', 'events', token)).body.total),
    )
    expect(new Set(totals).size).toBe(1)
    const drafts = async (token?: string) => (await ask('GET', 'events?status=draft&per_page=100', token)).body
    expect((await drafts()).total).toBe(0)
    expect((await drafts('demo-author')).events).toMatchObject([{ author: 3, title: 'Street Music Festival' }])
    expect((await drafts('demo-author-2')).events).toMatchObject([{ author: 4, title: 'Book Fair' }])
    expect((await drafts('demo-admin')).total).toBe(2)
  })

  test('responds to a draft of another author as to a record that does not exist', async () => {
    const { body } = await ask('POST', 'events', 'demo-author', { ...evening, status: 'draft' })
    const hidden = await ask('GET', `events/${body.id}`)
    expect(hidden).toEqual(await ask('GET', 'events/999999'))
    expect(hidden.status).toBe(404)
    expect((await ask('GET', `events/${body.id}`, 'demo-author')).status).toBe(200)
    expect((await ask('PATCH', `events/${body.id}`, 'demo-author-2', {})).status).toBe(404)
  })
})
