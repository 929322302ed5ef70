import { fixedClock } from '@kalends/testing'
import type { App } from 'example-server/app.ts'
import { readSettings } from 'example-server/settings.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTown } from '../app.ts'

const url = 'http://127.0.0.1:3001'

describe('the form without JavaScript', () => {
  let app: App
  let handle: ReturnType<App['handlerAt']>
  beforeAll(async () => {
    const settings = await readSettings({ STORE: 'memory', ACCESS: 'demo', TIME_ZONE: 'Europe/Berlin' })
    app = await buildTown(settings, { clock: fixedClock('2031-06-11T10:20:00Z') })
    handle = app.handlerAt(url)
  })
  afterAll(() => app.close())

  const get = async (path: string): Promise<string> => (await handle(new Request(url + path))).text()
  /** The fields of a page, as a browser would send them. */
  const fieldsOf = (page: string): Record<string, string> => {
    const inputs = [...page.matchAll(/<input [^>]*name="(\w+)"[^>]*>/g)]
      .filter(([tag]) => !/type="(?:checkbox|radio)"/.test(tag) || / checked>/.test(tag))
      .map(([tag, name = '']) => [name, / value="([^"]*)"/.exec(tag)?.[1] ?? 'on'] as const)
    const selects = [...page.matchAll(/<select [^>]*name="(\w+)">(.*?)<\/select>/gs)].map(
      ([, name = '', options = '']) => [name, /value="([^"]*)" selected/.exec(options)?.[1] ?? ''] as const,
    )
    const [, description = ''] = /<textarea [^>]*>([^<]*)/.exec(page) ?? []
    const fields: readonly (readonly [string, string])[] = [...inputs, ...selects, ['description', description]]
    return Object.fromEntries(fields.map(([name, value]) => [name, value.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))]))
  }
  const post = async (
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = { origin: url },
  ) => {
    const body = String(new URLSearchParams(fields))
    const type = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) }
    const response = await handle(new Request(url + path, { method: 'POST', body, headers: { ...type, ...headers } }))
    return { status: response.status, location: response.headers.get('location'), page: await response.text() }
  }
  const chess = async (): Promise<Record<string, string>> => ({
    ...fieldsOf(await get('/plain')),
    person: 'demo-editor',
    title: 'Chess',
    startDay: '2031-06-17',
    startTime: '19:00',
    endDay: '2031-06-17',
    endTime: '21:00',
    repeat: 'WEEKLY',
    interval: '2',
    ends: 'count',
    count: '4',
  })

  test('is a page that runs no script, to which the pages with scripts link', async () => {
    const response = await handle(new Request(`${url}/plain`))
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self';")
    const page = await response.text()
    expect(page).toContain('<h1>New event</h1>')
    expect(page).not.toMatch(/<script|<dialog|\bhidden>\s*<div class="field"/)
    expect(fieldsOf(page)).toMatchObject({ timeZone: 'Europe/Berlin', repeat: '', status: 'publish', eventStatus: 'scheduled' })
    expect(await get('/new')).toContain('<a href="plain">')
    expect(await get('/event/town-fair/edit')).toContain('<a href="plain">')
  })

  test('creates an event on every second Tuesday, and shows its dates before', async () => {
    const shown = await post('/plain', { ...(await chess()), show: 'yes' })
    expect([shown.status, [...shown.page.matchAll(/<li>([^<]*)/g)].map(([, day]) => day)]).toEqual([
      200,
      ['17 June', '1 July', '15 July', '29 July'].map((day) => `Tuesday, ${day} 2031`),
    ])
    const saved = await post('/plain', fieldsOf(shown.page))
    expect([saved.status, saved.location]).toEqual([303, '/event/chess/plain?saved'])
    expect(await get(saved.location ?? '')).toContain('The event is saved.')
    expect((await app.calendar.events.get('chess')).recurrence?.rule).toBe('FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU')
  })

  test.each([
    ['this', ['', '€7', '']],
    ['following', ['', '€7', '€7']],
    ['all', ['€7', '€7', '€7']],
  ])('saves a change with the scope %s', async (scope, costs) => {
    const at = { startDate: '2031-07-01 10:00', endDate: '2031-07-01 11:00' }
    const { slug } = await app.calendar.events.create({ title: `Yoga ${scope}`, ...at, recurrence: 'FREQ=WEEKLY;COUNT=3' })
    const dates = ['2031-07-01', '2031-07-08', '2031-07-15'].map((day) => `${slug}-${day}`)
    const path = `/event/${dates[1]}/plain`
    const { status } = await post(path, { ...fieldsOf(await get(path)), person: 'demo-editor', cost: '€7', scope })
    const events = await Promise.all(dates.map((date) => app.calendar.events.get(date)))
    expect([status, events.map(({ cost }) => cost.text)]).toEqual([303, costs])
  })

  test('refuses another rule for one date alone, and asks which dates', async () => {
    const path = '/event/green-market-2031-06-27/plain'
    const fields = { ...fieldsOf(await get(path)), person: 'demo-editor', interval: '2' }
    const { status, page } = await post(path, fields)
    expect([status, page.includes('choose which'), fieldsOf(page)['interval']]).toEqual([400, true, '2'])
    const shown = await post(path, { ...fields, scope: 'following', show: 'yes' })
    expect(shown.page).toContain('value="following" checked')
  })

  test('shows what is wrong, and escapes what was typed', async () => {
    const attack = '"><script>alert(1)</script>'
    const fields = { ...(await chess()), title: '', cost: attack, description: attack, rule: attack, website: 'nowhere', repeat: 'RULE' }
    const { status, page } = await post('/plain', fields)
    expect(status).toBe(400)
    for (const text of ['Title must not be empty.', 'Website must be', 'Repetition must']) expect(page).toContain(text)
    expect(page).not.toContain('<script')
    const words = fieldsOf((await post('/plain', { ...fields, title: 'On weekdays' })).page)
    expect(words).toMatchObject({ title: 'On weekdays', cost: attack, description: attack })
    expect(page).toContain('name="cost" autocomplete="off" placeholder="Free, €12, €5 – €8" value="&#34;&#62;&#60;script')
  })

  test.each(['', 'WEEKLY', 'MONTHLY', 'YEARLY'])('says that a day left blank is required, with the repetition %j', async (repeat) => {
    const { status, page } = await post('/plain', { ...(await chess()), startDay: '', endDay: '', repeat })
    expect([status, page.includes('Start is required.'), page.includes('End is required.')]).toEqual([400, true, true])
  })

  test('writes, keeps and clears the fields that the service declares', async () => {
    const saved = await post('/plain', { ...(await chess()), title: 'Chess Course', repeat: '', level: 'pro', seats: '12' })
    expect([saved.status, (await app.calendar.events.get('chess-course')).fields]).toEqual([303, { level: 'pro', seats: 12 }])
    const path = '/event/chess-course/plain'
    const shown = fieldsOf(await get(path))
    expect(shown).toMatchObject({ level: 'pro', seats: '12' })
    await post(path, { ...shown, person: 'demo-editor', cost: '€3', seats: '' })
    expect((await app.calendar.events.get('chess-course')).fields).toEqual({ level: 'pro' })
    const refused = await post(path, { ...fieldsOf(await get(path)), person: 'demo-editor', seats: 'many' })
    expect([refused.status, refused.page.includes('Seats must be an integer.')]).toEqual([400, true])
  })

  test('keeps the drafts that an event links, and its categories', async () => {
    const at = { startDate: '2031-07-02 10:00', endDate: '2031-07-02 11:00', hideFromListings: true }
    const venues = [{ name: 'Draft Hall', status: 'draft' as const }]
    const { id, slug } = await app.calendar.events.create({ title: 'Quiet Tea', ...at, venues, categories: 'Unlisted' })
    const path = `/event/${slug}/plain`
    const saved = await post(path, { ...fieldsOf(await get(path)), person: 'demo-editor', cost: '€2' })
    expect([saved.status, await app.calendar.events.get(id)]).toMatchObject([
      303,
      { cost: { text: '€2' }, venues: [{ name: 'Draft Hall' }], categories: [{ name: 'Unlisted' }] },
    ])
  })

  test('refuses callers without the permission, and changes of an older version', async () => {
    const path = '/event/town-fair/plain'
    const fields = { ...fieldsOf(await get(path)), cost: '€9' }
    expect((await post(path, fields)).status).toBe(401)
    await app.calendar.events.update('town-fair', { cost: '€1' })
    const { status, page } = await post(path, { ...fields, person: 'demo-editor' })
    expect([status, page.includes('Somebody else has saved this event meanwhile')]).toEqual([412, true])
    for (const version of ['', '0', 'none'])
      expect([version, (await post(path, { ...fields, person: 'demo-editor', version })).status]).toEqual([version, 400])
    for (const slug of ['book-fair', 'nothing', '%ZZ']) expect((await handle(new Request(`${url}/event/${slug}/plain`))).status).toBe(404)
  })

  test.each<[string, Readonly<Record<string, string>>, number]>([
    ['a form of another site', { origin: 'https://evil.example' }, 403],
    ['a form that hides its origin', { origin: 'null' }, 403],
    ['a request without an origin', {}, 403],
    ['a form of 2 MB', { origin: url, 'content-length': '2000000' }, 413],
    ['a body that is no form', { origin: url, 'content-type': 'application/json' }, 400],
  ])('refuses %s', async (_, headers, status) => {
    const answer = await post('/plain', { ...(await chess()), title: 'Foreign' }, headers)
    expect(answer.status).toBe(status)
    expect((await app.calendar.events.list({ search: 'foreign', startsFrom: '2031-01-01' })).total).toBe(0)
  })
})
