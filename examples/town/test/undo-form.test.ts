import { fixedClock } from '@kalends/testing'
import type { App } from 'example-server/app.ts'
import { readSettings } from 'example-server/settings.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildTown } from '../app.ts'

const url = 'http://127.0.0.1:3001'
const evening = { startDate: '2031-06-20 19:00', endDate: '2031-06-20 21:00' }

describe('undoing a change of an event', () => {
  let app: App
  let handle: ReturnType<App['handlerAt']>
  let id = 0
  beforeEach(async () => {
    const settings = await readSettings({ STORE: 'memory', ACCESS: 'demo', DEMO: '0', TIME_ZONE: 'Europe/Berlin' })
    app = await buildTown(settings, { clock: fixedClock('2031-06-11T10:20:00Z') })
    handle = app.handlerAt(url)
    ;({ id } = await app.calendar.events.create({ title: 'Choir', ...evening, venues: { name: 'Old Mill' } }))
    await app.calendar.events.update(id, { title: 'Choirs', venues: [] })
  })
  afterEach(() => app.close())

  const post = async (fields: Readonly<Record<string, string>> = {}, headers: Readonly<Record<string, string>> = { origin: url }) => {
    const body = new URLSearchParams({ id: String(id), to: '1', version: '2', person: 'demo-editor', ...fields }).toString()
    const sent = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length), ...headers }
    const response = await handle(new Request(`${url}/event/choir/undo`, { method: 'POST', body, headers: sent }))
    return { status: response.status, location: response.headers.get('location'), text: await response.text() }
  }

  test('goes back to the page of the event, and names what could not be brought back', async () => {
    expect(await post()).toMatchObject({ status: 303, location: '/event/choir?undone' })
    const event = await app.calendar.events.get(id)
    expect([event.title, event.venues.map(({ name }) => name), event.version]).toEqual(['Choir', ['Old Mill'], 3])

    const { venues } = await app.calendar.events.update(id, { venues: [] }).then(() => event)
    await app.calendar.venues.trash(venues[0]?.id ?? 0)
    await app.calendar.venues.delete(venues[0]?.id ?? 0)
    expect(await post({ to: '3', version: '4' })).toMatchObject({ status: 303, location: '/event/choir?undone&without=venue' })
  })

  test.each([
    ['a visitor', { person: '' }, 401, 'Only people who may change this event can undo changes of it.'],
    ['somebody else', { person: 'demo-author' }, 403, 'Only people who may change this event can undo changes of it.'],
    ['a token that is none', { person: 'no\ntoken' }, 401, 'Only people who may change this event can undo changes of it.'],
    ['an older page', { version: '1' }, 412, 'Somebody has changed this event since you opened it.'],
    ['an event that is gone', { id: '99' }, 404, 'There is no such event'],
    ['an id that is none', { id: '../x' }, 404, ''],
    ['a version that is none', { to: '7' }, 400, ''],
  ])('refuses %s in a sentence, and changes nothing', async (_, fields, status, sentence) => {
    const answer = await post(fields)
    expect(answer.status).toBe(status)
    expect(answer.text).toContain(sentence)
    expect(answer.text).toContain('<a href="/event/choir">Back to the event</a>')
    expect((await app.calendar.events.get(id)).version).toBe(2)
  })

  test('says that earlier values are no longer kept', async () => {
    await app.calendar.events.update(id, { description: 'x'.repeat(40_000) })
    await app.calendar.events.update(id, { description: '' })
    const answer = await post({ version: '4' })
    expect([answer.status, answer.text.includes('its earlier values are no longer kept')]).toEqual([400, true])
  })

  test.each([{ origin: 'https://evil.example' }, { origin: 'null' }, {}])('refuses a form of another site: %j', async (headers) => {
    expect((await post({}, headers)).status).toBe(403)
    expect((await app.calendar.events.get(id)).title).toBe('Choirs')
  })
})
