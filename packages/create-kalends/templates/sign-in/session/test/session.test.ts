import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCalendar } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { createApp } from '../calendar/app.ts'

const environment = { EDITOR_PASSWORD: 'a password of the tests', SESSION_SECRET: 'a secret of the tests' }
const { api, comingEvents, isEditor } = createApp(createCalendar({ store: memoryStore() }), environment)

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> =>
  api(new Request(`http://127.0.0.1:3000/api/${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) }))

const signIn = async (password: string): Promise<string> =>
  (await post('sign-in', { password })).headers.get('set-cookie')?.split(';')[0] ?? ''

const choir = { title: 'Choir', starts: '2199-05-31T19:30', ends: '2199-05-31T21:00' }

test('editors sign in with their password, and add events', async () => {
  assert.equal((await post('sign-in', { password: 'wrong' })).status, 401)
  assert.equal((await post('add-event', choir)).status, 401)
  const cookie = await signIn(environment.EDITOR_PASSWORD)
  assert.ok(await isEditor(cookie))
  assert.equal((await post('add-event', choir, { cookie })).status, 303)
  assert.deepEqual(
    (await comingEvents()).map(({ title }) => title),
    ['Choir'],
  )
  const refused = await post('add-event', { ...choir, ends: '2199-05-30T21:00' }, { cookie })
  assert.deepEqual([refused.status, await refused.text()], [400, 'endDate must not be before the start'])
})

test('a session ends when it is signed out, when it is old, and when somebody has changed it', async () => {
  const signedOut = (await post('sign-out', {})).headers.get('set-cookie') ?? ''
  assert.match(signedOut, /Max-Age=0/)
  const cookie = await signIn(environment.EDITOR_PASSWORD)
  const [, until = '', signature = ''] = /^session=(\d+)\.(.*)$/.exec(cookie) ?? []
  assert.equal(await isEditor(`session=${Number(until) + 1}.${signature}`), false)
  assert.equal(await isEditor(`session=1.${signature}`), false)
  assert.equal(await isEditor(`theme=dark; ${cookie}`), true)
  assert.equal(await isEditor(null), false)
})

test('forms of other sites are refused', async () => {
  const headers = { cookie: await signIn(environment.EDITOR_PASSWORD), 'sec-fetch-site': 'cross-site' }
  assert.equal((await post('add-event', choir, headers)).status, 403)
})
