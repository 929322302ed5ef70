import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { ended, openCalendar, openClub, start } from './program.ts'

async function serveClub(...words: readonly string[]) {
  const opened = await openClub()
  const child = start(['serve', '--port', '0', ...words], opened)
  onTestFinished(() => void child.kill('SIGKILL'))
  const end = ended(child)
  const [greeting] = await once(child.stderr, 'data')
  const [url = ''] = /http:\/\/[^ ]+/.exec(String(greeting)) ?? []
  return { ...opened, child, end, url, greeting: String(greeting) }
}

const venue = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"venue":"Town hall"}' }

test('serve gives lists and formats to visitors, writes to nobody, and ends by a signal', async () => {
  const { child, end, url, greeting } = await serveClub()
  expect(greeting).toBe(`Kalends listens on ${url} (access: read-only).\n`)
  const list = await (await fetch(`${url}/events?window=all`)).json()
  expect(list).toMatchObject({ total: 6, events: expect.arrayContaining([expect.objectContaining({ title: 'Choir' })]) })
  for (const extension of ['ics', 'csv', 'jsonld', 'geojson', 'rss', 'atom', 'feedjson'])
    expect([extension, (await fetch(`${url}/events.${extension}?window=all`)).status]).toEqual([extension, 200])
  expect((await fetch(`${url}/venues`, venue)).status).toBe(401)
  child.kill('SIGINT')
  expect(await end).toMatchObject({ code: 0, stdout: '' })
})

test('serve lets everybody write on request, for pages of the origins that it is given', async () => {
  const { child, end, url } = await serveClub('--access', 'open', '--allowed-origin', 'https://town.example')
  const answer = await fetch(`${url}/venues`, { ...venue, headers: { ...venue.headers, Origin: 'https://town.example' } })
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([201, 'https://town.example'])
  child.kill('SIGTERM')
  expect(await end).toMatchObject({ code: 0 })
})

test('serve refuses a port that is taken, and addresses that are none', async () => {
  const { call } = await openCalendar()
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const taken = `The server cannot listen on 127.0.0.1:${port}: listen EADDRINUSE: address already in use 127.0.0.1:${port}.\n`
  expect(await call(['serve', '--port', String(port)])).toMatchObject({ code: 4, stderr: taken })
  expect(await call(['serve', '--port', '0', '--allowed-origin', 'town'])).toMatchObject({ code: 2 })
  expect(await call(['serve', '--port', '0', '--public-url', 'town'])).toMatchObject({ code: 2 })
})
