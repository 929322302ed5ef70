import { CalendarError, createCalendar } from '@kalends/core'
import { failingStore, fixedClock } from '@kalends/testing'
import { type App, servingOptions } from 'example-server/app.ts'
import { progressOn } from 'example-server/progress.ts'
import { readSettings } from 'example-server/settings.ts'
import { openStore } from 'example-server/store.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { buildTown } from '../app.ts'
import { filledMembers } from '../filled-members.ts'
import { createMergeForm } from '../merge-form.ts'

const url = 'http://127.0.0.1:3001'
const path = '/merge-venues'

let app: App
let handle: ReturnType<App['handlerAt']>
const decode = (text: string): string => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
const toAnswer = async (response: Response) => {
  const markup = await response.text()
  return { status: response.status, markup, page: decode(markup) }
}
const get = async () => toAnswer(await handle(new Request(url + path)))
const post = async (
  fields: readonly (readonly [name: string, value: string | number])[],
  headers: Readonly<Record<string, string>> = { origin: url },
) => {
  const body = new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString()
  const sent = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length), ...headers }
  return toAnswer(await handle(new Request(url + path, { method: 'POST', body, headers: sent })))
}
const as = (person: string) => ['person', person] as const
const eda = as('demo-editor')
const choice = (ids: readonly number[], into: number) => [eda, ...ids.map((id) => ['from', id] as const), ['into', into]] as const
const alertOn = (page: string): string | undefined => /role="alert">([^<]*)/.exec(page)?.[1]
const statusOn = (page: string): string | undefined => /<p role="status">([^<]*)/.exec(page)?.[1]
/** The fields that the button of the preview sends. */
const mergeFieldsOf = (page: string) =>
  [...page.slice(page.indexOf('id="merge"')).matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )

const evening = { startDate: '2031-06-20 19:30', endDate: '2031-06-20 21:00' }

async function open(environment: Readonly<Record<string, string>> = {}) {
  const settings = await readSettings({ STORE: 'memory', ACCESS: 'demo', DEMO: '0', TIME_ZONE: 'Europe/Berlin', ...environment })
  app = await buildTown(settings, { clock: fixedClock('2031-06-11T10:20:00Z') })
  handle = app.handlerAt(url)
  const { venues, events } = app.calendar
  const hall = await venues.create({ name: 'Town hall', city: 'Quellbrunn', authorId: '3' })
  const copy = await venues.create({ name: 'Townhall', phone: '0123 456', city: 'Elsewhere', status: 'draft' })
  const more = await venues.create({
    name: 'Hall <b>',
    slug: 'the-hall',
    phone: '999',
    geoLat: 49.1,
    geoLng: 8.7,
    description: '<p>Old</p>',
  })
  await events.create({ title: 'Choir', ...evening, venues: [{ id: copy.id }] })
  await events.create({ title: 'Secret', ...evening, status: 'draft', venues: [{ id: more.id }] })
  return { hall, copy, more }
}
afterEach(() => app.close())

describe.each([{ STORE: 'memory' }, { STORE: 'sqlite', DATABASE_URL: ':memory:' }])('the merge of venues with $STORE', (store) => {
  test('suggests venues that are likely to be one, to those who may merge them', async () => {
    const { more } = await open(store)
    const twin = await app.calendar.venues.create({ name: 'hall B', phone: '555' })
    expect((await get()).page).not.toContain('Likely duplicates')
    expect((await post([as('demo-author')])).page).not.toContain('Likely duplicates')
    const shown = await post([eda])
    expect(shown.page).toContain('the same name')
    expect(shown.markup).toContain('Likely duplicates')
    expect(shown.markup).not.toContain('<b>')
    const pairs = shown.page.slice(shown.page.indexOf('id="pairs"'), shown.page.indexOf('</section>'))
    const fields = [...pairs.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value] as const)
    expect(fields).toEqual([['from', String(twin.id)], ['into', String(more.id)], eda, ['preview', 'yes']])
    const preview = await post(fields)
    expect(preview.page).toContain('<p role="status">Events that move to Hall <b>: 0. Nothing is written yet.')
    expect(preview.page).not.toContain('Likely duplicates')
  })

  test('shows what it would do and writes nothing, then does what was shown', async () => {
    const { hall, copy, more } = await open(store)
    const preview = await post([...choice([copy.id, more.id], hall.id), ['preview', 'yes']])
    expect([preview.status, statusOn(preview.page)]).toEqual([200, 'Events that move to Town hall: 2. Nothing is written yet.'])
    // By name, the form has the hall of the phone 999 first.
    for (const text of ['Phone: 999', 'Latitude: 49.1', 'Longitude: 8.7'])
      expect(preview.page).toContain(`<li>${text} <span class="quiet">from Hall <b></span>`)
    expect(preview.page).toContain('<li>Description <span class="quiet">from Hall <b></span>')
    expect(preview.page).not.toContain('City:')
    expect(preview.markup).not.toContain('<b>')
    for (const slug of ['townhall', 'the-hall']) expect(preview.page).toContain(`<li>/calendar/events/v1/venues/by-slug/${slug}</li>`)
    expect([(await app.calendar.venues.list({ status: 'any' })).total, (await app.calendar.venues.get(hall.id)).version]).toEqual([3, 1])

    const done = await post(mergeFieldsOf(preview.page))
    expect([done.status, statusOn(done.page)]).toEqual([200, 'Events that have moved to Town hall: 2.'])
    const { items } = await app.calendar.venues.list({ status: 'any' })
    expect(items.map(({ id, phone, city, geoLat, description }) => ({ id, phone, city, geoLat, description }))).toEqual([
      { id: hall.id, phone: '999', city: 'Quellbrunn', geoLat: 49.1, description: '<p>Old</p>' },
    ])
    const events = await app.calendar.events.list({ status: 'any' })
    expect(events.items.map(({ venues }) => venues.map(({ id }) => id))).toEqual([[hall.id], [hall.id]])
    const old = await handle(new Request(`${url}/calendar/events/v1/venues/by-slug/townhall`, { redirect: 'manual' }))
    expect([old.status, old.headers.get('location')]).toEqual([301, expect.stringMatching(/\/venues\/by-slug\/town-hall$/)])

    const again = await post(mergeFieldsOf(preview.page))
    expect([again.status, alertOn(again.page)]).toEqual([400, expect.stringContaining('is gone meanwhile: choose again.')])
  })
})

describe('the merge of venues', () => {
  test('fills the members of the preview and no others', async () => {
    await open()
    const { venues } = app.calendar
    const contact = { phone: '1', website: 'https://example.org/', image: 'https://example.org/a.png', uid: 'a@town.example' }
    const place = {
      address: 'Quay 1',
      zip: '1',
      city: 'C',
      province: 'P',
      state: 'S',
      country: 'Italy',
      stateProvince: 'SP',
      geoLat: 1,
      geoLng: 2,
    }
    const texts = { description: '<p>D</p>', excerpt: '<p>E</p>' }
    const full = await venues.create({ name: 'Full', ...contact, ...place, ...texts, showMap: false })
    for (const known of [{}, { phone: '2' }, { ...place }, { ...contact, ...place, ...texts }]) {
      const into = await venues.create({ name: 'Empty', slug: 'empty', ...known, ...('uid' in known && { uid: 'b@town.example' }) })
      const from = await venues.create({ ...full, name: 'Other', slug: 'other', uid: 'c@town.example' })
      const expected = filledMembers(into, [from])
      await venues.merge(from.id, into.id, { members: 'fill' })
      const after = await venues.get(into.id)
      const changed = Object.keys(after).filter(
        (name) => !/^(?:version|updated)/.test(name) && Reflect.get(after, name) !== Reflect.get(into, name),
      )
      expect(expected.map(({ member }) => member).sort()).toEqual(changed.filter((name) => name !== 'fields').sort())
      await venues.delete(into.id)
    }
  })

  test.each<[string, number, string, boolean]>([
    ['', 401, 'Only editors may merge venues.', false],
    ['ä\n', 401, 'Only editors may merge venues.', false],
    ['demo-author', 403, 'Only editors may merge venues.', false],
    ['demo-editor', 200, '', true],
    ['demo-admin', 200, '', true],
  ])('opens for editors: %j', async (person, status, message, hasVenues) => {
    const { hall, copy } = await open()
    const opened = await post([as(person)])
    expect([opened.status, alertOn(opened.page) ?? '', opened.page.includes('Townhall')]).toEqual([status, message, hasVenues])
    if (hasVenues) return
    for (const step of ['preview', 'merge']) {
      const answer = await post([...choice([copy.id], hall.id).filter(([name]) => name !== 'person'), as(person), [step, 'yes']])
      expect([answer.status, answer.page.includes('Townhall')]).toEqual([status, false])
    }
    expect((await app.calendar.venues.list({ status: 'any' })).total).toBe(3)
  })

  test.each([
    ['demo', 401, false, true],
    ['read-only', 401, false, false],
    ['open', 200, true, false],
  ])('shows visitors no venues but where everybody may write: %s', async (ACCESS, status, hasVenues, asksWho) => {
    await open({ ACCESS })
    const { status: shown, page } = await get()
    expect([shown, page.includes('Townhall'), page.includes('Signed in as')]).toEqual([status, hasVenues, asksWho])
  })

  test.each<[string, (ids: Record<'hall' | 'copy', number>) => readonly (readonly [string, number | string])[], string]>([
    ['no venue that goes', ({ hall }) => choice([], hall), 'Choose the venues that go.'],
    ['no venue that stays', ({ copy }) => [eda, ['from', copy]], 'Choose the venue that stays.'],
    ['a venue that does both', ({ hall, copy }) => choice([copy, hall], hall), 'The venue that stays cannot be one of those that go.'],
    ['a venue that goes and is gone', ({ hall, copy }) => choice([copy, 4711], hall), 'is gone meanwhile: choose again.'],
    ['a venue that stays and is gone', ({ copy }) => choice([copy], 4711), 'is gone meanwhile: choose again.'],
    ['an id that is none', ({ hall }) => [...choice([], hall), ['from', '1e0']], 'is gone meanwhile: choose again.'],
  ])('refuses %s, and keeps the choice', async (_, fieldsOf, message) => {
    const { hall, copy } = await open()
    const fields = fieldsOf({ hall: hall.id, copy: copy.id })
    for (const step of ['preview', 'merge']) {
      const { status, page } = await post([...fields, [step, 'yes']])
      expect([status, alertOn(page)]).toEqual([400, expect.stringContaining(message)])
      const isChosen = fields.some(([name, value]) => name === 'from' && value === copy.id)
      expect(page.includes(`name="from" value="${copy.id}" checked`)).toBe(isChosen)
    }
    expect((await app.calendar.venues.list({ status: 'any' })).total).toBe(3)
  })

  test.each<[string, Readonly<Record<string, string>>, number]>([
    ['a form of another site', { origin: 'https://evil.example' }, 403],
    ['a request without an origin', {}, 403],
    ['a form of 200 kB', { origin: url, 'content-length': '200000' }, 413],
    ['a body that is no form', { origin: url, 'content-type': 'application/json' }, 400],
  ])('refuses %s', async (_, headers, status) => {
    const { hall, copy } = await open()
    expect((await post([...choice([copy.id], hall.id), ['merge', 'yes']], headers)).status).toBe(status)
    expect((await app.calendar.venues.list({ status: 'any' })).total).toBe(3)
  })

  test('says as sentences what the calendar refuses, and responds without details when the storage fails', async () => {
    await open()
    const settings = await readSettings({ STORE: 'memory', ACCESS: 'demo' })
    const { store } = await openStore(settings, progressOn({ write: () => undefined }))
    const served = servingOptions(settings, url)
    const errors: unknown[] = []
    const use = (calendar: App['calendar'], access = served.access): void => {
      const form = createMergeForm({
        ...{ settings, publicUrl: url, calendar, served: { ...served, access } },
        onError: (error) => errors.push(error),
      })
      handle = async (request) => (await form(request)) ?? new Response()
    }
    const calendar = createCalendar({ store })
    calendar.before('venue.delete', () => {
      throw new CalendarError('refused', {}, { message: 'The hall is rented out.' })
    })
    const [a, b] = [await calendar.venues.create({ name: 'A' }), await calendar.venues.create({ name: 'B' })]
    const merge = () => post([...choice([a.id], b.id), ['merge', 'yes']])
    use(calendar)
    const refused = await merge()
    expect([refused.status, alertOn(refused.page)]).toEqual([409, 'The hall is rented out.'])
    use(calendar, { ...served.access, may: ({ action }) => action === 'delete' })
    const forbidden = await merge()
    expect([forbidden.status, alertOn(forbidden.page)]).toEqual([
      409,
      'You may not delete or change one of the venues that you have chosen.',
    ])
    for (const [status, error] of [
      [503, new CalendarError('unavailable', {})],
      [500, new Error('broken')],
    ] as const) {
      use(createCalendar({ store: failingStore(store, { failAt: 1, error }) }))
      const answer = await merge()
      expect([answer.status, answer.page.includes('merge the venues again later'), answer.page.includes('broken')]).toEqual([
        status,
        true,
        false,
      ])
    }
    expect(errors).toEqual([new Error('broken')])
    expect((await calendar.venues.list()).total).toBe(2)
  })
})
