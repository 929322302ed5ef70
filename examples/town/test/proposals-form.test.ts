import { fixedClock } from '@kalends/testing'
import type { App } from 'example-server/app.ts'
import { readSettings } from 'example-server/settings.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { buildTown } from '../app.ts'

const url = 'http://127.0.0.1:3001'

let app: App
let handle: ReturnType<App['handlerAt']>
const decode = (text: string): string => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
const toAnswer = async (response: Response) => {
  const markup = await response.text()
  return { status: response.status, markup, page: decode(markup), headers: response.headers }
}
const get = async (path: string) => toAnswer(await handle(new Request(url + path)))
const post = async (
  path: string,
  fields: Readonly<Record<string, string | number>>,
  headers: Readonly<Record<string, string>> = { origin: url },
) => {
  const body = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString()
  const sent = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length), ...headers }
  return toAnswer(await handle(new Request(url + path, { method: 'POST', body, headers: sent })))
}
const alertOn = (page: string): string | undefined => /role="alert">([^<]*)/.exec(page)?.[1]

const evening = { startDate: '2031-06-20 19:30', endDate: '2031-06-20 21:00' }
const shown = { title: 'Choir', startDate: '2031-06-20T19:30', endDate: '2031-06-20T21:00', cost: '', website: '', version: 1 }
const [eda, arno, ava] = [{ person: 'demo-editor' }, { person: 'demo-author' }, { person: 'demo-author-2' }]

async function open(environment: Readonly<Record<string, string>> = {}) {
  const settings = await readSettings({ STORE: 'memory', ACCESS: 'demo', DEMO: '0', TIME_ZONE: 'Europe/Berlin', ...environment })
  app = await buildTown(settings, { clock: fixedClock('2031-06-11T10:20:00Z') })
  handle = app.handlerAt(url)
  return app.calendar.events.create({ title: 'Choir', ...evening, authorId: '2' })
}
afterEach(() => app.close())

describe.each([{ STORE: 'memory' }, { STORE: 'sqlite', DATABASE_URL: ':memory:' }])('proposals with $STORE', (store) => {
  test('are made by an author, shown with the difference, and accepted by an editor', async () => {
    const { slug } = await open(store)
    expect((await get(`/event/${slug}/propose`)).page).toContain('value="2031-06-20T19:30"')
    const made = await post(`/event/${slug}/propose`, { ...shown, ...arno, title: 'Big <b>choir</b>', startDate: '2031-06-20T20:00' })
    expect([made.status, made.page]).toEqual([200, expect.stringContaining('an editor decides')])
    const list = await post('/proposals', eda)
    expect(list.page).toContain('<dt>Title</dt><dd><del>Choir</del> <ins>Big <b>choir</b></ins></dd>')
    expect(list.page).toContain('<dt>Start</dt><dd><del>2031-06-20T19:30</del> <ins>2031-06-20T20:00</ins></dd>')
    expect(list.page).not.toContain('<dt>End</dt>')
    expect(list.page).toContain('Arno')
    expect(list.markup).not.toContain('<b>')
    const done = await post('/proposals', { ...eda, id: 1, version: 1, decision: 'accept' })
    expect([done.status, alertOn(done.page), done.page]).toEqual([200, undefined, expect.stringContaining('Nothing waits')])
    expect(await app.calendar.events.get(slug)).toMatchObject({ title: 'Big <b>choir</b>', startDate: '2031-06-20 20:00:00', version: 2 })
    const again = await post('/proposals', { ...eda, id: 1, version: 2, decision: 'accept' })
    expect([again.status, alertOn(again.page)]).toEqual([409, expect.stringContaining('decided already')])
  })

  test('are declined with a note', async () => {
    const { slug } = await open(store)
    await post(`/event/${slug}/propose`, { ...shown, ...arno, cost: '5 €' })
    await post('/proposals', { ...eda, id: 1, decision: 'decline', note: 'It is free.' })
    const { items } = await app.calendar.events.proposals()
    expect(items).toMatchObject([{ state: 'declined', note: 'It is free.', deciderId: '2' }])
  })
})

test('proposals are shown to those who decide, and to their authors', async () => {
  const { slug } = await open()
  await post(`/event/${slug}/propose`, { ...shown, ...arno, title: 'Other' })
  for (const [person, isShown] of [
    [eda, true],
    [arno, true],
    [ava, false],
  ] as const)
    expect((await post('/proposals', person)).page.includes('id="proposal-1"')).toBe(isShown)
  const stranger = await post('/proposals', {})
  expect([stranger.status, alertOn(stranger.page)]).toEqual([403, 'Sign in to do this.'])
  const refused = await post('/proposals', { ...arno, id: 1, version: 1, decision: 'accept' })
  expect([refused.status, alertOn(refused.page)]).toEqual([409, expect.stringContaining('may not')])
  expect((await get('/proposals')).page).not.toContain('proposal-1')
})

test('a form that cannot be proposed says why', async () => {
  const { slug } = await open()
  const path = `/event/${slug}/propose`
  const cases: readonly [object, number, string][] = [
    [{ ...shown, ...arno }, 400, 'Change something first.'],
    [{ ...shown, ...arno, title: '' }, 409, 'title must not be empty.'],
    [{ ...shown, ...arno, title: 'X', version: 7 }, 409, 'The event has changed meanwhile'],
    [{ ...shown, title: 'X' }, 409, 'Sign in to do this.'],
  ]
  for (const [fields, status, text] of cases) {
    const answer = await post(path, fields as Record<string, string>)
    expect([answer.status, alertOn(answer.page)]).toEqual([status, expect.stringContaining(text)])
  }
  expect((await get('/event/nothing/propose')).status).toBe(404)
  expect((await post(path, { ...shown, ...arno }, {})).status).toBe(403)
  expect((await app.calendar.events.proposals()).items).toEqual([])
})

describe('a preview link', () => {
  test('shows a draft to everybody, and is made by those who may change it', async () => {
    await open()
    const hall = await app.calendar.venues.create({ name: 'Hall', status: 'draft', authorId: '3' })
    const draft = { title: 'Secret', ...evening, status: 'draft', authorId: '3', venues: hall.id, description: '<p>Soon</p>' } as const
    const { slug } = await app.calendar.events.create(draft)
    for (const person of [ava, {}]) expect((await post(`/event/${slug}/preview`, person)).status).toBe(403)
    const made = await post(`/event/${slug}/preview`, arno)
    const [, link = ''] = /readonly value="http:\/\/127\.0\.0\.1:3001([^"]*)"/.exec(made.page) ?? []
    expect(link).toMatch(new RegExp(`^/event/${slug}/preview\\?preview=[\\w-]{22}$`))
    const { status, page, headers } = await get(link)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    for (const text of ['Secret', 'Hall', '<p>Soon</p>', '2031-06-20 19:30']) expect(page).toContain(text)
    for (const other of ['/event/choir.ics/preview', `${link}x`, link.replace(slug, 'other'), link.replace(/\?.*/, '')])
      expect((await get(other)).status).toBe(404)
  })
})

test('the page of an event offers both', async () => {
  await open()
  const { page } = await get('/event/choir')
  for (const part of ['id="propose"', 'id="preview"', 'id="proposals"']) expect(page).toContain(part)
})
