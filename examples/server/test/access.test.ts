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

describe('ACCESS=demo for clients of The Events Calendar', () => {
  let app: App
  beforeAll(async () => {
    app = await buildApp(await readSettings({ STORE: 'memory', DEMO: '0', ACCESS: 'demo', COMPATIBILITY: 'the-events-calendar' }))
  })
  afterAll(() => app.close())

  const basic = (user: string, password: string): string => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const ask = async (method: string, path: string, authorization?: string, body?: object): Promise<Response> => {
    const headers = { 'Content-Type': 'application/json', ...(authorization !== undefined && { Authorization: authorization }) }
    const request = new Request(`${url}/wp-json/tribe/events/v1/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return app.handlerAt(url)(request)
  }

  test.each([
    ['demo-admin', 'demo-admin', '1'],
    ['demo-editor', 'DEMO-EDITOR', '2'],
    ['demo-author', 'Demo-Author', '3'],
    ['demo-author-2', 'demo-author-2', '4'],
  ])('signs %s in with the password %s', async (user, password, author) => {
    const response = await ask('POST', 'events', basic(user, password), evening)
    expect([response.status, (await response.json()).author]).toEqual([201, author])
  })

  test.each([
    ['a wrong password', basic('demo-admin', 'demo-editor')],
    ['no password', basic('demo-admin', '')],
    ['no name', basic('', '')],
    ['an unknown name', basic('demo-nobody', 'demo-nobody')],
    ['the name of a property of objects', basic('constructor', 'constructor')],
    ['a header that cannot be read', 'Basic demo-admin'],
  ])('responds to %s with 401, also when reading', async (_name, authorization) => {
    for (const [method, body] of [['GET'], ['POST', evening]] as const) {
      const response = await ask(method, 'events', authorization, body)
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Basic realm=/)])
    }
  })

  test('takes demo tokens as well, and lets anonymous callers read', async () => {
    expect((await ask('POST', 'events', 'Bearer demo-author', evening)).status).toBe(201)
    expect((await ask('GET', 'events')).status).toBe(200)
    const response = await ask('POST', 'events', undefined, evening)
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Basic realm=/)])
  })

  test('keeps the permissions of the role', async () => {
    const { id } = await (await ask('POST', 'events', basic('demo-author', 'demo-author'), evening)).json()
    expect((await ask('PATCH', `events/${id}`, basic('demo-author-2', 'demo-author-2'), { cost: '5' })).status).toBe(403)
    expect((await ask('PATCH', `events/${id}`, basic('demo-editor', 'demo-editor'), { cost: '5' })).status).toBe(200)
  })

  test('names the scheme in its document', async () => {
    const { components } = await (await ask('GET', 'doc')).json()
    expect(components.securitySchemes).toEqual({ basic: { type: 'http', scheme: 'basic' } })
  })
})

test('ACCESS=demo takes no passwords without COMPATIBILITY', async () => {
  const { app, ask } = await open('demo')
  const request = new Request(`${url}/calendar/events/v1/events`, {
    headers: { Authorization: `Basic ${Buffer.from('demo-admin:wrong').toString('base64')}` },
  })
  expect((await app.handlerAt(url)(request)).status).toBe(200)
  expect((await ask('POST', 'events', undefined, evening)).status).toBe(401)
  await app.close()
})
